import type { Freight } from '../freight/record/freight.entity.js';
import type { Bill } from './bill.entity.js';
import { findObjection } from './bill-objection.js';
import { isRejected, isUndecided, computePayable } from './bill-rules.js';

/**
 * What a shipment costs by its bills, in cents: the sum of what is payable of each. One that nobody has decided on counts as
 * quoted, or as the bill that it corrects; one that can't be for the shipment counts once it is approved, or what is left
 * of it when it is resolved. Without a bill that counts it is what was quoted.
 */
export function computeFreightCost(bills: Bill[], freight: Freight, quotedCents: number): number {
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const shareOf = (bill: Bill): number | null => {
    const objected = findObjection(bill, freight) !== null;
    if (!isUndecided(bill))
      return objected && isRejected(bill) ? null : computePayable({ ...bill, replaced: false });
    if (bill.status === 'matched') return quotedCents;
    const corrected = bill.replacesBillId === null ? undefined : byId.get(bill.replacesBillId);
    if (corrected) return shareOf(corrected);
    return objected ? null : quotedCents;
  };
  const shares = bills
    .filter(({ replaced, status }) => !replaced && status !== 'duplicate')
    .flatMap((bill) => shareOf(bill) ?? []);
  return shares.length === 0 ? quotedCents : shares.reduce((sum, share) => sum + share, 0);
}
