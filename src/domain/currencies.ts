/** ISO 4217. The service converts no amount between currencies. */
export const CURRENCIES = ['USD', 'CAD', 'MXN'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** The currency of an amount without one. */
export const DEFAULT_CURRENCY: Currency = 'USD';

export const CURRENCY_NAMES: Readonly<Record<Currency, string>> = {
  USD: 'US dollars',
  CAD: 'Canadian dollars',
  MXN: 'Mexican pesos',
};

/** Returns null for other text. Reads an empty text as US dollars. */
export function parseCurrency(code: string): Currency | null {
  return CURRENCIES.find((currency) => currency === (code.toUpperCase() || DEFAULT_CURRENCY)) ?? null;
}

/** Formats integer cents with the currency's sign: `$1,234.56`, `CA$1,234.56`, `MX$1,234.56`. */
export function formatMoney(cents: number, currency: Currency, maximumFractionDigits = 2): string {
  return getFormatter(currency, maximumFractionDigits).format(cents / 100);
}

const formatters = new Map<string, Intl.NumberFormat>();

function getFormatter(currency: Currency, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${currency} ${maximumFractionDigits}`;
  const known = formatters.get(key);
  if (known) return known;
  const created = new Intl.NumberFormat('en-US', { style: 'currency', currency, maximumFractionDigits });
  formatters.set(key, created);
  return created;
}

/**
 * Returns the currency of most amounts. At equal numbers the first of USD, CAD and MXN wins. USD without amounts.
 */
export function findMainCurrency(amounts: readonly { currency: Currency }[]): Currency {
  return rankCurrencies(amounts)[0] ?? DEFAULT_CURRENCY;
}

/** Returns the currencies of the amounts, those of most amounts first, then in the order USD, CAD, MXN. */
export function rankCurrencies(amounts: readonly { currency: Currency }[]): Currency[] {
  const count = (currency: Currency): number =>
    amounts.filter((amount) => amount.currency === currency).length;
  return CURRENCIES.filter((currency) => count(currency) > 0).sort((a, b) => count(b) - count(a));
}
