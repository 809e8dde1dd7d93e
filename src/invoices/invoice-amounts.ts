import { percentOf } from '../vocabulary/money.js';

/** What an invoice stores, in cents. */
export interface StoredAmounts {
  /** Sum of the lines. */
  amountCents: number;
  lateFeeCents: number;
  amountPaidCents: number;
}

/** Lines and late fee together, in cents. */
export function totalOf({ amountCents, lateFeeCents }: StoredAmounts): number {
  return amountCents + lateFeeCents;
}

/** What is still to be paid, in cents. */
export function remainingOf(amounts: StoredAmounts): number {
  return totalOf(amounts) - amounts.amountPaidCents;
}

/** The fee for paying late, in cents: a share in hundredths of a percent, half a cent rounded up; never below 0. */
export function lateFeeOf(amountCents: number, basisPoints: number): number {
  return percentOf(Math.max(0, amountCents), basisPoints);
}
