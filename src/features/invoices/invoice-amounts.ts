import { percentOf } from '../../domain/money.js';
import type { InvoiceStatus } from './invoice-states.js';

/** What an invoice stores, in cents. */
export interface InvoiceAmounts {
  /** Sum of the lines. */
  amountCents: number;
  lateFeeCents: number;
  amountPaidCents: number;
  status: InvoiceStatus;
}

/** Lines and late fee together, in cents. */
export function computeTotal({
  amountCents,
  lateFeeCents,
}: Pick<InvoiceAmounts, 'amountCents' | 'lateFeeCents'>): number {
  return amountCents + lateFeeCents;
}

/** What the invoice asks for, in cents: nothing once it is void, whatever it was. */
export function computeAmountDue(amounts: InvoiceAmounts): number {
  return amounts.status === 'void' ? 0 : computeTotal(amounts);
}

/** What is still to be paid, in cents; what was paid on an invoice that is void now is to be given back elsewhere. */
export function computeRemaining(amounts: InvoiceAmounts): number {
  return amounts.status === 'void' ? 0 : computeTotal(amounts) - amounts.amountPaidCents;
}

/** The fee for paying late, in cents: a share in hundredths of a percent, half a cent rounded up; never below 0. */
export function computeLateFee(amountCents: number, basisPoints: number): number {
  return percentOf(Math.max(0, amountCents), basisPoints);
}
