import { CHARGE_TYPES, type Charge, type ChargeType } from '../vocabulary/charges.js';

export const BILL_STATUSES = ['matched', 'variance', 'disputed'] as const;
export type BillStatus = (typeof BILL_STATUSES)[number];

/** What is compared: a type of charge, or the total where the carrier didn't itemize. */
export const COMPARED_TYPES = [...CHARGE_TYPES, 'total'] as const;
export type ComparedType = ChargeType | 'total';

/** One line of a carrier's bill. */
export interface BillLine {
  type: ChargeType;
  code: string | null;
  description: string | null;
  /** Negative for a discount. */
  amountCents: number;
}

/** What was quoted and what is billed for one type, in cents. */
export interface Comparison {
  type: ComparedType;
  quotedCents: number;
  billedCents: number;
  withinTolerance: boolean;
}

/**
 * Holds a carrier's bill against the quote, type by type; by the total alone when the bill has no lines.
 * @param toleranceCents how far each type may be off, up or down
 */
export function audit(
  billed: { lines: BillLine[]; totalCents: number },
  quoted: Charge[],
  toleranceCents: number,
): Comparison[] {
  const compare = (type: ComparedType, quotedCents: number, billedCents: number): Comparison => ({
    type,
    quotedCents,
    billedCents,
    withinTolerance: Math.abs(billedCents - quotedCents) <= toleranceCents,
  });
  if (billed.lines.length === 0) return [compare('total', sumOf(quoted), billed.totalCents)];
  return CHARGE_TYPES.filter((type) => [...quoted, ...billed.lines].some((line) => line.type === type)).map(
    (type) => compare(type, sumOf(quoted, type), sumOf(billed.lines, type)),
  );
}

/** Cents of the lines, or of those of one type. */
export function sumOf(
  lines: readonly { type: ChargeType; amountCents: number }[],
  only?: ChargeType,
): number {
  return lines.reduce(
    (sum, { type, amountCents }) => (only === undefined || type === only ? sum + amountCents : sum),
    0,
  );
}
