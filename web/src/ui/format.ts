const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const MOMENT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

export const EMPTY_VALUE = '–';

export function formatMoney(cents: number | null | undefined): string {
  return cents == null ? EMPTY_VALUE : MONEY.format(cents / 100);
}

/** A moment on the clock of whoever looks. */
export function formatDateTime(at: string | null | undefined): string {
  return at ? MOMENT.format(new Date(at)) : EMPTY_VALUE;
}

/** A day as the freight has it, whatever the clock of whoever looks. */
export function formatDate(at: string | null | undefined): string {
  if (!at) return EMPTY_VALUE;
  const date = new Date(at);
  return date.getUTCFullYear() === new Date().getFullYear() ? DAY.format(date) : DAY_OF_YEAR.format(date);
}

/** `out_for_delivery` as people say it. */
export function humanize(code: string | null | undefined): string {
  if (!code) return EMPTY_VALUE;
  const text = code.replaceAll('_', ' ').replaceAll('.', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function pluralize(many: number, one: string, more = `${one}s`): string {
  return `${many.toLocaleString('en-US')} ${many === 1 ? one : more}`;
}

export function formatPlace(of: {
  city?: string | null;
  state?: string | null;
  zip?: string | null;
}): string {
  return [[of.city, of.state].filter(Boolean).join(', '), of.zip].filter(Boolean).join(' ') || EMPTY_VALUE;
}
