import Handlebars from 'handlebars';
import { buildBarcodeSvg } from './barcodes.js';
import type { BolLine } from './bol-document.js';
import type { LabelFormat, LabelUnit } from './labels-document.js';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
/** Rates of a fraction of a cent show as many digits as it takes. */
const rateDigits = [2, 3, 4, 5, 6, 8].map(
  (maximumFractionDigits) =>
    [
      maximumFractionDigits,
      new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits }),
    ] as const,
);
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** The functions that the templates call. What they return is escaped unless it is a SafeString. */
export const TEMPLATE_HELPERS: Record<string, Handlebars.HelperDelegate> = {
  /** `123456` cents as `$1,234.56`; nothing as nothing. */
  money: (cents: number | null) => (cents === null ? '' : dollars.format(cents / 100)),
  /** The amount of a credit, which is stored below zero. */
  credit: (cents: number) => dollars.format(-cents / 100),
  below: (value: number, limit: number) => value < limit,
  /** `1234.5` as `1,234.5`; nothing as nothing. */
  number: (value: number | null) => (value === null ? '' : decimal.format(value)),
  /** The date part of an ISO 8601 time. */
  date: (iso: string | null) => iso?.slice(0, 10) ?? '',
  /** `48 × 40 × 60`, or nothing unless all three are known. */
  dimensions: (unit: Pick<BolLine, 'length' | 'width' | 'height'>) => {
    const sides = [unit.length, unit.width, unit.height];
    return sides.some((side) => side === null) ? '' : sides.join(' × ');
  },
  quantity,
  rate,
  place,
  barcode,
  fit,
  /** The two barcodes that all labels of a shipment share. */
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

/** A text line by line, each in its own direction; more than one empty line is one. */
function paragraphs(text: string): Handlebars.SafeString {
  const lines = text
    .trim()
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .split('\n');
  const blocks = lines.map((line) => `<bdi class="instruction">${Handlebars.escapeExpression(line)}</bdi>`);
  return new Handlebars.SafeString(blocks.join(''));
}

/** Marks a text that is too long for its usual size: `{{fit company}}`, or with limits `{{fit note 60 120}}`. */
function fit(text: string, ...limits: unknown[]): string {
  const [long, longer] = limits.map(Number);
  if (text.length > (longer || 100)) return 'longer';
  return text.length > (limits.length > 1 && long ? long : 45) ? 'long' : '';
}

function barcode(text: string | null): Handlebars.SafeString {
  return new Handlebars.SafeString(buildBarcodeSvg(text ?? ''));
}

/** What stands together on a sheet of labels. */
function sheets(units: LabelUnit[], format: LabelFormat): LabelUnit[][] {
  const of = format === 'letter' ? 2 : 1;
  return units.flatMap((_, index) => (index % of === 0 ? [units.slice(index, index + of)] : []));
}

/** City, state and ZIP on one line; a city in Hebrew letters doesn't turn the ZIP around. */
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
 * The price of a unit such that quantity × rate is the amount to the cent: the stored rate where that holds, else the
 * amount by the quantity, with more digits. Nothing for a share in percent, which isn't priced by the unit.
 */
function rate({ quantity: count, unit, rateCents, amountCents }: PricedLine): string {
  if (rateCents === null || count === null || count === 0 || unit === 'percent') return '';
  const cents = Math.round(count * rateCents) === amountCents ? rateCents : amountCents / count;
  const [, format] =
    rateDigits.find(([digits]) => {
      const shown = Number((cents / 100).toFixed(digits));
      return Math.round(shown * count * 100) === amountCents;
    }) ?? rateDigits.at(-1)!;
  return format.format(cents / 100);
}

function quantity(line: { quantity: number | null; unit: string }): string {
  if (line.quantity === null) return '';
  if (line.unit === 'percent') return `${exact.format(line.quantity)}%`;
  return [exact.format(line.quantity), line.unit === 'flat' ? '' : line.unit].join(' ').trim();
}

/** A CSS string that can end neither itself nor the style element around it. */
function cssString(text: string): string {
  const escaped = text.replace(/[^A-Za-z0-9 ._-]/gu, (char) => `\\${char.codePointAt(0)?.toString(16)} `);
  return `"${escaped}"`;
}
