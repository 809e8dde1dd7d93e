import type { Schemas } from '@lading/sdk';

type Currency = Schemas['Currency'];

const DEFAULT_CURRENCY: Currency = 'USD';
const toMoneyFormat = (currency: Currency) => new Intl.NumberFormat('en-US', { style: 'currency', currency });
const MONEY: Record<Currency, Intl.NumberFormat> = {
  USD: toMoneyFormat('USD'),
  CAD: toMoneyFormat('CAD'),
  MXN: toMoneyFormat('MXN'),
};
const DATE_TIME = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const DATE_WITH_YEAR = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});

export const EMPTY_VALUE = '–';

/** Formats cents with the sign of their currency: `$1,234.56`, `CA$1,234.56`, `MX$1,234.56`. */
export function formatMoney(cents: number | null | undefined, currency: Currency = DEFAULT_CURRENCY): string {
  return cents == null ? EMPTY_VALUE : MONEY[currency].format(cents / 100);
}

export function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** Formats a timestamp in the browser's time zone: `Nov 24, 9:40 AM CST`. */
export function formatDateTime(timestamp: string | null | undefined): string {
  return timestamp ? DATE_TIME.format(new Date(timestamp)) : EMPTY_VALUE;
}

/** Formats a calendar date independently of the browser's time zone. Adds the year unless it is the current one. */
export function formatDate(isoDate: string | null | undefined): string {
  if (!isoDate) return EMPTY_VALUE;
  const date = new Date(isoDate);
  const isThisYear = date.getUTCFullYear() === new Date().getFullYear();
  return (isThisYear ? DATE : DATE_WITH_YEAR).format(date);
}

/** Words of codes that text spells differently. */
const SPELLINGS: Record<string, string> = {
  api: 'API',
  bol: 'BOL',
  cancelled: 'canceled',
  id: 'ID',
  pod: 'POD',
  url: 'URL',
};

/** Turns a code into text: `out_for_delivery` into `Out for delivery`, `base_url` into `Base URL`. */
export function humanize(code: string | null | undefined): string {
  if (!code) return EMPTY_VALUE;
  const words = code.split(/[_.]/).map((word) => SPELLINGS[word] ?? word);
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

interface Place {
  city?: string | null;
  state?: string | null;
  zip?: string | null;
  country?: string | null;
}

/** Formats `Chicago, IL 60601`; outside the US with the code of the country. */
export function formatPlace({ city, state, zip, country }: Place): string {
  const place = [[city, state].filter(Boolean).join(', '), zip].filter(Boolean).join(' ');
  if (!place) return EMPTY_VALUE;
  return country && country !== 'US' ? `${place}, ${country}` : place;
}
