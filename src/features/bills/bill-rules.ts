import type { Freight } from '../freight/record/freight.entity.js';
import type { FreightStatus } from '../freight/record/freight-states.js';
import { normalizePro } from '../../domain/pro-number.js';
import type { Bill } from './bill.entity.js';
import { UNDECIDED_STATUSES, type BillAuditStatus } from './bill-states.js';

type BillCarrierRef = Pick<Bill, 'carrier' | 'carrierKey' | 'proKey'>;

/** The statuses in which a carrier cannot bill a shipment. */
const UNBILLABLE_REASONS: Partial<Record<FreightStatus, string>> = {
  draft: 'The shipment is not booked.',
  created: 'The carrier has not confirmed the shipment yet.',
  booked: 'The carrier has not accepted the shipment yet.',
  tendered: 'The carrier has not accepted the shipment yet.',
  voided: 'The shipment was cancelled.',
};

export function isUndecided({ status }: Pick<Bill, 'status'>): boolean {
  return UNDECIDED_STATUSES.some((undecided) => undecided === status);
}

/** Returns true for a bill that was resolved to nothing. Another bill may then take its PRO number. */
export function isRejected({ status, totalCents, creditCents }: Bill): boolean {
  return status === 'resolved' && totalCents === creditCents;
}

/** Returns the amount payable to the carrier, in cents; 0 for a duplicate or a replaced bill. */
export function computePayable({
  status,
  replaced,
  totalCents,
  creditCents,
}: Pick<Bill, 'status' | 'replaced' | 'totalCents' | 'creditCents'>): number {
  return status === 'duplicate' || replaced ? 0 : totalCents - creditCents;
}

/** Returns the audit result of a second bill for the PRO number of `first`. */
export function toDuplicate(
  first: Bill,
): Pick<Bill, 'reason' | 'duplicateOfBillId'> & { status: Extract<BillAuditStatus, 'duplicate'> } {
  const reason = `The bill ${first.billNumber} is for the same PRO number.`;
  return { status: 'duplicate', reason, duplicateOfBillId: first.id };
}

/** Returns why the bill cannot be for this shipment in its current state, or null. */
export function findObjection(bill: BillCarrierRef, freight: Freight): string | null {
  const { status, scac, proNumber, billTo } = freight;
  const unbillable = UNBILLABLE_REASONS[status];
  if (unbillable) return unbillable;
  if (!isFreightCarrier(freight, bill)) return `The shipment went with another carrier, ${scac}.`;
  if (bill.proKey !== null && proNumber !== null && normalizePro(proNumber) !== bill.proKey) {
    return `The shipment has another PRO number, ${proNumber}.`;
  }
  return billTo?.type === 'collect' ? 'The consignee pays the carrier: the freight is collect.' : null;
}

export function isFreightCarrier(freight: Freight, { carrier, carrierKey }: BillCarrierRef): boolean {
  return carrierKey === freight.scac || carrier.toLowerCase() === freight.carrierName.toLowerCase();
}

/**
 * Returns the cost of a shipment in cents: the sum of its bills, or the quote if no bill counts.
 * - An undecided bill counts as the quote, or as the bill that it corrects.
 * - A bill that cannot be for the shipment counts after approval, or with its rest after a resolution.
 */
export function computeFreightCost(bills: Bill[], freight: Freight, quotedCents: number): number {
  const byId = new Map(bills.map((bill) => [bill.id, bill]));
  const computeShare = (bill: Bill): number | null => {
    const objected = findObjection(bill, freight) !== null;
    if (!isUndecided(bill))
      return objected && isRejected(bill) ? null : computePayable({ ...bill, replaced: false });
    if (bill.status === 'matched') return quotedCents;
    const corrected = bill.replacesBillId === null ? undefined : byId.get(bill.replacesBillId);
    if (corrected) return computeShare(corrected);
    return objected ? null : quotedCents;
  };
  const shares = bills
    .filter(({ replaced, status }) => !replaced && status !== 'duplicate')
    .flatMap((bill) => computeShare(bill) ?? []);
  return shares.length === 0 ? quotedCents : shares.reduce((sum, share) => sum + share, 0);
}
