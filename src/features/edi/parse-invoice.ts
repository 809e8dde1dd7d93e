import { parseCurrency, type Currency } from '../../domain/currencies.js';
import type { SegmentError, TransactionSet } from '../../platform/x12/interchange.js';
import type { Segment } from '../../platform/x12/x12-segment.js';
import { isPlausibleDate, keepFirst, read, toDate } from './read-elements.js';

export interface EdiInvoiceLine {
  /** L108, such as `FUE`. Null for freight charges. */
  code: string | null;
  /** L502 of the same line. */
  description: string | null;
  /** May be negative, for a discount. */
  amountCents: number;
}

/** A motor carrier's invoice (set 210). */
export interface EdiInvoice {
  /** B302 */
  invoiceNumber: string;
  /** B303, the shipment id that the tender named. */
  shipmentId: string | null;
  /** From `N9*CN`. */
  proNumber: string | null;
  /** From `N9*BM`. */
  bolNumber: string | null;
  /** B304, such as `PP`. */
  paymentTerms: string | null;
  /** YYYY-MM-DD, from B306. */
  invoiceDate: string;
  /** B307 */
  totalCents: number;
  /** B308. Null for an original invoice. */
  correction: string | null;
  /** From C301, or CUR02. Null if the invoice names none. */
  currency: Currency | null;
  /** B311 */
  scac: string | null;
  lines: EdiInvoiceLine[];
}

/** The elements with the currency of an invoice. */
const CURRENCY_ELEMENTS: Partial<Record<string, number>> = { C3: 1, CUR: 2 };
const MAX_CENTS = 1_000_000_000_00;

/**
 * Maps a set 210, or returns the errors for its 997. Amounts have two implied decimals (format N2 of X12), so they are
 * cents.
 */
export function parseInvoice(
  { segments }: Pick<TransactionSet, 'segments'>,
  receivedAt: Date,
): EdiInvoice | SegmentError[] {
  const position = segments.findIndex(({ id }) => id === 'B3');
  if (position < 0) return [{ segment: 'B3', position: 1, code: '3', elements: [] }];
  const header = segments[position]!;
  const errors: SegmentError[] = [];
  const elements: SegmentError['elements'] = [];

  const invoiceNumber = read(header, 2);
  if (invoiceNumber === null) elements.push({ element: 2, code: '1' });
  const invoiceDate = toDate(read(header, 6));
  if (!invoiceDate || !isPlausibleDate(invoiceDate, receivedAt))
    elements.push({ element: 6, code: read(header, 6) === null ? '1' : '8' });
  const totalCents = toCents(read(header, 7));
  if (totalCents === undefined) elements.push({ element: 7, code: read(header, 7) === null ? '1' : '6' });
  if (elements.length > 0) errors.push({ segment: 'B3', position: position + 1, code: '8', elements });

  const references = new Map<string, string>();
  const lines: EdiInvoiceLine[] = [];
  let description: string | null = null;
  let currency: Currency | null = null;
  for (const [index, segment] of segments.entries()) {
    if (segment.id === 'LX') description = null;
    else if (segment.id === 'L5') description = read(segment, 2);
    else if (CURRENCY_ELEMENTS[segment.id] !== undefined) {
      const element = CURRENCY_ELEMENTS[segment.id]!;
      const code = readCurrency(segment, element);
      if (code === undefined)
        errors.push({
          segment: segment.id,
          position: index + 1,
          code: '8',
          elements: [{ element, code: '7' }],
        });
      else if (segment.id === 'C3' || currency === null) currency = code ?? currency;
    } else if (segment.id === 'N9') keepFirst(references, segment);
    else if (segment.id === 'L1' && read(segment, 4) !== null) {
      const amountCents = toCents(read(segment, 4));
      if (amountCents === undefined) {
        errors.push({ segment: 'L1', position: index + 1, code: '8', elements: [{ element: 4, code: '6' }] });
      } else lines.push({ code: read(segment, 8), description, amountCents });
    }
  }
  if (errors.length > 0 || invoiceNumber === null || !invoiceDate || totalCents === undefined) return errors;
  return {
    invoiceNumber,
    shipmentId: read(header, 3),
    proNumber: references.get('CN') ?? null,
    bolNumber: references.get('BM') ?? null,
    paymentTerms: read(header, 4),
    invoiceDate,
    totalCents,
    correction: read(header, 8),
    currency,
    scac: read(header, 11),
    lines,
  };
}

/** Returns null without a currency, and undefined for one that bills cannot have. */
function readCurrency(segment: Segment, element: number): Currency | null | undefined {
  const code = read(segment, element);
  return code === null ? null : (parseCurrency(code) ?? undefined);
}

/** Reads a number with two implied decimals. A decimal point makes it invalid. */
function toCents(text: string | null): number | undefined {
  if (text === null || !/^-?\d{1,14}$/.test(text)) return undefined;
  const cents = Number(text);
  return Math.abs(cents) <= MAX_CENTS ? cents : undefined;
}
