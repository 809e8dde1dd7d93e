import Handlebars from 'handlebars';
import { barcodeSvg } from './barcodes.js';
import type { BolLine } from './bol-document.js';

/** Rows and characters of a description that the first page of a bill of lading has room for. */
const FIRST_PAGE_ROWS = 9;
const ROW_CHARACTERS = 44;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** The functions that the templates call. What they return is escaped unless it is a SafeString. */
export const HELPERS: Record<string, Handlebars.HelperDelegate> = {
  /** `123456` cents as `$1,234.56`; nothing as nothing. */
  money: (cents: number | null) => (cents === null ? '' : dollars.format(cents / 100)),
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
  /** City, state and ZIP on one line. */
  place: ({ city, state, zip }: Record<'city' | 'state' | 'zip', string>) =>
    [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  barcode,
  fit,
  /** The two barcodes that all labels of a shipment share. */
  codes: ({ bolNumber, proNumber }: { bolNumber: string; proNumber: string | null }) => ({
    bol: barcode(bolNumber),
    pro: barcode(proNumber),
  }),
  cssString: (text: string) => new Handlebars.SafeString(cssString(text)),
  eq: (a: unknown, b: unknown) => a === b,
  inc: (index: number) => index + 1,
  /** Whether the commodities need supplement pages. */
  overflows: (lines: BolLine[]) => rowsOf(lines) > FIRST_PAGE_ROWS,
  anyHazmat: (lines: BolLine[]) => lines.some((line) => line.hazmat),
};

/** Marks a text that is too long for its usual size: `{{fit company}}`, or with limits `{{fit note 60 120}}`. */
function fit(text: string, ...limits: unknown[]): string {
  const [long, longer] = limits.map(Number);
  if (text.length > (longer || 100)) return 'longer';
  return text.length > (limits.length > 1 && long ? long : 45) ? 'long' : '';
}

function barcode(text: string | null): Handlebars.SafeString {
  return new Handlebars.SafeString(barcodeSvg(text ?? ''));
}

function rowsOf(lines: BolLine[]): number {
  return lines.reduce(
    (sum, { description }) => sum + Math.max(1, Math.ceil(description.length / ROW_CHARACTERS)),
    0,
  );
}

function quantity(line: { quantity: number | null; unit: string }): string {
  if (line.quantity === null) return '';
  if (line.unit === 'percent') return `${decimal.format(line.quantity)}%`;
  return [decimal.format(line.quantity), line.unit === 'flat' ? '' : line.unit].join(' ').trim();
}

/** A CSS string that can end neither itself nor the style element around it. */
function cssString(text: string): string {
  const escaped = text.replace(/[^A-Za-z0-9 ._-]/gu, (char) => `\\${char.codePointAt(0)?.toString(16)} `);
  return `"${escaped}"`;
}
