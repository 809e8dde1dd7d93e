import Handlebars from 'handlebars';
import { formatForeignCountry, type Country } from '../../domain/countries.js';
import { CURRENCY_NAMES, DEFAULT_CURRENCY, formatMoney, type Currency } from '../../domain/currencies.js';
import { buildBarcodeSvg } from './barcodes.js';
import type { BolLine, DocumentParty } from './bol-document.js';
import type { LabelFormat, LabelUnit } from './labels-document.js';

type HelperOptions = Handlebars.HelperOptions;

/** Rates in fractions of a cent need more digits. */
const RATE_DIGITS = [2, 3, 4, 5, 6, 8];
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Handlebars escapes the results, except SafeString. */
export const TEMPLATE_HELPERS: Record<string, Handlebars.HelperDelegate> = {
  /** `123456` cents as `$1,234.56`, or `CA$1,234.56` in a document in Canadian dollars. */
  money: (cents: number | null, options: HelperOptions) =>
    cents === null ? '' : formatMoney(cents, getCurrency(options)),
  /** Credits are stored as negative amounts. */
  credit: (cents: number, options: HelperOptions) => formatMoney(0 - cents, getCurrency(options)),
  currencyName: (options: HelperOptions) => CURRENCY_NAMES[getCurrency(options)],
  below: (value: number, limit: number) => value < limit,
  /** `1234.5` as `1,234.5`. */
  number: (value: number | null) => (value === null ? '' : decimal.format(value)),
  /** The date part of an ISO 8601 time. */
  date: (iso: string | null) => iso?.slice(0, 10) ?? '',
  /** `48 × 40 × 60`; empty unless all three are known. */
  dimensions: (unit: Pick<BolLine, 'length' | 'width' | 'height'>) => {
    const sides = [unit.length, unit.width, unit.height];
    return sides.some((side) => side === null) ? '' : sides.join(' × ');
  },
  quantity,
  rate,
  place,
  /** The contact of a party, unless it repeats the company. */
  person: ({ company = '', contact = '' }: Partial<DocumentParty>) =>
    contact.trim().toLowerCase() === company.trim().toLowerCase() ? '' : contact,
  barcode,
  fit,
  /** The two barcodes are the same on all labels of a shipment. */
  codes: ({ bolNumber, proNumber }: { bolNumber: string; proNumber: string | null }) => ({
    bol: barcode(bolNumber),
    pro: barcode(proNumber),
  }),
  cssString: (text: string) => new Handlebars.SafeString(cssString(text)),
  eq: (a: unknown, b: unknown) => a === b,
  sheets,
  and: (a: unknown, b: unknown) => Boolean(a && b),
  or: (a: unknown, b: unknown) => Boolean(a || b),
  longer: (list: unknown[], count: number) => list.length > count,
  paragraphs,
};

/** The currency of the printed document; US dollars for a document without one. */
function getCurrency({ data }: HelperOptions): Currency {
  const { currency = DEFAULT_CURRENCY } = (data as { root: { currency?: Currency } }).root;
  return currency;
}

/** Isolates the text direction of each line. Collapses empty lines. */
function paragraphs(text: string): Handlebars.SafeString {
  const lines = text
    .trim()
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .split('\n');
  const blocks = lines.map((line) => `<bdi class="instruction">${Handlebars.escapeExpression(line)}</bdi>`);
  return new Handlebars.SafeString(blocks.join(''));
}

/** Returns a CSS class for long text: `{{fit company}}`, or with limits `{{fit note 60 120}}`. */
function fit(text: string, ...limits: unknown[]): string {
  const [long, longer] = limits.map(Number);
  if (text.length > (longer || 100)) return 'longer';
  return text.length > (limits.length > 1 && long ? long : 45) ? 'long' : '';
}

function barcode(text: string | null): Handlebars.SafeString {
  return new Handlebars.SafeString(buildBarcodeSvg(text ?? ''));
}

function sheets(units: LabelUnit[], format: LabelFormat): LabelUnit[][] {
  const size = format === 'letter' ? 2 : 1;
  return units.flatMap((_, index) => (index % size === 0 ? [units.slice(index, index + size)] : []));
}

/** Isolates the city, so that a city in Hebrew letters does not reverse the ZIP. */
function place(
  party: Record<'city' | 'state' | 'zip', string> & { country?: Country },
): Handlebars.SafeString {
  const { city, state, zip } = party;
  const isolated = city && `<bdi>${Handlebars.escapeExpression(city)}</bdi>`;
  const rest = Handlebars.escapeExpression([state, zip].filter(Boolean).join(' '));
  const printed = [isolated, rest].filter(Boolean).join(', ');
  return new Handlebars.SafeString(printed && printed + formatForeignCountry(party));
}

interface PricedLine {
  quantity: number | null;
  unit: string;
  rateCents: number | null;
  amountCents: number;
}

/**
 * Formats a unit price such that quantity × rate equals the amount to the cent. Uses the stored rate if it does, else the
 * amount divided by the quantity, with more digits. Returns '' for percentages.
 */
function rate({ quantity: count, unit, rateCents, amountCents }: PricedLine, options: HelperOptions): string {
  if (rateCents === null || count === null || count === 0 || unit === 'percent') return '';
  const cents = Math.round(count * rateCents) === amountCents ? rateCents : amountCents / count;
  const digits =
    RATE_DIGITS.find((digits) => {
      const rounded = Number((cents / 100).toFixed(digits));
      return Math.round(rounded * count * 100) === amountCents;
    }) ?? RATE_DIGITS.at(-1)!;
  return formatMoney(cents, getCurrency(options), digits);
}

function quantity(line: { quantity: number | null; unit: string }): string {
  if (line.quantity === null) return '';
  if (line.unit === 'percent') return `${exact.format(line.quantity)}%`;
  return [exact.format(line.quantity), line.unit === 'flat' ? '' : line.unit].join(' ').trim();
}

/** Escapes text so that it can end neither the CSS string nor the style element. */
function cssString(text: string): string {
  const escaped = text.replace(/[^A-Za-z0-9 ._-]/gu, (char) => `\\${char.codePointAt(0)?.toString(16)} `);
  return `"${escaped}"`;
}

const RTL_LETTERS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const TEXTS = />[^<]+</g;
/** A number in groups, e.g. a phone number, but not after a letter or in a character reference. */
const NUMBER = /(?<![\w#+(-])[+(]*\d[\d ().+/-]*/g;
const LEFT_TO_RIGHT_MARK = '\u200e';

/** Keeps the order of digit groups: UAX #9 (rules W2, W4) shows `555-222-6666` after an Arabic letter as `6666-222-555`. */
export function markNumbersLeftToRight(html: string): string {
  if (!RTL_LETTERS.test(html)) return html;
  return html.replace(TEXTS, (text) =>
    RTL_LETTERS.test(text) ? text.replace(NUMBER, `${LEFT_TO_RIGHT_MARK}$&`) : text,
  );
}
