import { percentOf } from '../../domain/money.js';
import type { InvoiceStatus } from './invoice-states.js';

/** What an invoice stores, in cents. */
export interface StoredAmounts {
  /** Sum of the lines. */
  amountCents: number;
  lateFeeCents: number;
  amountPaidCents: number;
  status: InvoiceStatus;
}

/** Lines and late fee together, in cents. */
export function totalOf({
  amountCents,
  lateFeeCents,
}: Pick<StoredAmounts, 'amountCents' | 'lateFeeCents'>): number {
  return amountCents + lateFeeCents;
}

/** What the invoice asks for, in cents: nothing once it is void, whatever it was. */
export function dueOf(amounts: StoredAmounts): number {
  return amounts.status === 'void' ? 0 : totalOf(amounts);
}

/** What is still to be paid, in cents; what was paid on an invoice that is void now is to be given back elsewhere. */
export function remainingOf(amounts: StoredAmounts): number {
  return amounts.status === 'void' ? 0 : totalOf(amounts) - amounts.amountPaidCents;
}

/** The fee for paying late, in cents: a share in hundredths of a percent, half a cent rounded up; never below 0. */
export function lateFeeOf(amountCents: number, basisPoints: number): number {
  return percentOf(Math.max(0, amountCents), basisPoints);
}
