import Handlebars from 'handlebars';
import { buildBarcodeSvg } from './barcodes.js';
import type { BolLine } from './bol-document.js';
import type { LabelFormat, LabelUnit } from './labels-document.js';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
/** Rates in fractions of a cent need more digits. */
const rateDigits = [2, 3, 4, 5, 6, 8].map(
  (maximumFractionDigits) =>
    [
      maximumFractionDigits,
      new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits }),
    ] as const,
);
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Handlebars escapes the results, except SafeString. */
export const TEMPLATE_HELPERS: Record<string, Handlebars.HelperDelegate> = {
  /** `123456` cents as `$1,234.56`. */
  money: (cents: number | null) => (cents === null ? '' : dollars.format(cents / 100)),
  /** Credits are stored as negative amounts. */
  credit: (cents: number) => dollars.format(-cents / 100),
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
function place({ city, state, zip }: Record<'city' | 'state' | 'zip', string>): Handlebars.SafeString {
  const isolated = city && `<bdi>${Handlebars.escapeExpression(city)}</bdi>`;
  const rest = Handlebars.escapeExpression([state, zip].filter(Boolean).join(' '));
  return new Handlebars.SafeString([isolated, rest].filter(Boolean).join(', '));
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
function rate({ quantity: count, unit, rateCents, amountCents }: PricedLine): string {
  if (rateCents === null || count === null || count === 0 || unit === 'percent') return '';
  const cents = Math.round(count * rateCents) === amountCents ? rateCents : amountCents / count;
  const [, format] =
    rateDigits.find(([digits]) => {
      const rounded = Number((cents / 100).toFixed(digits));
      return Math.round(rounded * count * 100) === amountCents;
    }) ?? rateDigits.at(-1)!;
  return format.format(cents / 100);
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
