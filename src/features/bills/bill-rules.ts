import type { Bill } from './bill.entity.js';
import { UNDECIDED_STATUSES, type BillAuditStatus } from './bill-states.js';

/** Nobody has decided on it yet. */
export function isUndecided({ status }: Pick<Bill, 'status'>): boolean {
  return UNDECIDED_STATUSES.some((one) => one === status);
}

/** What is to be paid to the carrier, in cents: nothing of a bill that is none. */
export function computePayable({
  status,
  replaced,
  totalCents,
  creditCents,
}: Pick<Bill, 'status' | 'replaced' | 'totalCents' | 'creditCents'>): number {
  return status === 'duplicate' || replaced ? 0 : totalCents - creditCents;
}

/** Resolved to nothing: it stands for no PRO number any more. */
export function isRejected({ status, totalCents, creditCents }: Bill): boolean {
  return status === 'resolved' && totalCents === creditCents;
}

/** A second bill for what another one bills already. */
export function toDuplicate(
  first: Bill,
): Pick<Bill, 'reason' | 'duplicateOfBillId'> & { status: Extract<BillAuditStatus, 'duplicate'> } {
  const reason = `The bill ${first.billNumber} is for the same PRO number.`;
  return { status: 'duplicate', reason, duplicateOfBillId: first.id };
}
