import { percentOf } from '../../domain/money.js';
import type { InvoiceStatus } from './invoice-states.js';

export interface InvoiceAmounts {
  /** Sum of the lines. */
  amountCents: number;
  lateFeeCents: number;
  amountPaidCents: number;
  status: InvoiceStatus;
}

/** Returns the sum of the lines and the late fee, in cents. */
export function computeTotal({
  amountCents,
  lateFeeCents,
}: Pick<InvoiceAmounts, 'amountCents' | 'lateFeeCents'>): number {
  return amountCents + lateFeeCents;
}

/** Returns the total in cents, or 0 for a void invoice. */
export function computeAmountDue(amounts: InvoiceAmounts): number {
  return amounts.status === 'void' ? 0 : computeTotal(amounts);
}

/** Returns the unpaid amount in cents, or 0 for a void invoice. */
export function computeRemaining(amounts: InvoiceAmounts): number {
  return amounts.status === 'void' ? 0 : computeTotal(amounts) - amounts.amountPaidCents;
}

/** Returns the late fee in cents, rounded half up; 0 for a credit. 100 basis points are one percent. */
export function computeLateFee(amountCents: number, basisPoints: number): number {
  return percentOf(Math.max(0, amountCents), basisPoints);
}
