import type { Freight } from '../freight/record/freight.entity.js';
import type { FreightPayer } from '../freight/record/freight-payer.service.js';
import type { FreightStatus } from '../freight/record/freight-states.js';
import { divideRounded } from '../../domain/money.js';
import { normalizePro } from '../../domain/pro-number.js';
import type { Bill } from './bill.entity.js';
import { UNDECIDED_STATUSES, type BillAuditStatus, type BillKind } from './bill-states.js';

type BillCarrierRef = Pick<Bill, 'kind' | 'carrier' | 'carrierKey' | 'proKey' | 'currency'>;

export type BillRef = Pick<Bill, 'id' | 'billNumber'>;

/** The columns of a bill that decide what its shipment costs. */
export type BillCost = BillCarrierRef &
  Pick<
    Bill,
    | 'id'
    | 'status'
    | 'replaced'
    | 'objected'
    | 'replacesBillId'
    | 'totalCents'
    | 'taxCents'
    | 'taxDisputedCents'
    | 'disputedCents'
    | 'creditCents'
    | 'quotedCents'
  >;

/** The statuses in which a carrier cannot bill a shipment. */
const UNBILLABLE_REASONS: Partial<Record<FreightStatus, string>> = {
  draft: 'The shipment is not booked.',
  created: 'The carrier has not confirmed the shipment yet.',
  booked: 'The carrier has not accepted the shipment yet.',
  tendered: 'The carrier has not accepted the shipment yet.',
  voided: 'The shipment was canceled.',
};

export function isUndecided({ status }: Pick<Bill, 'status'>): boolean {
  return UNDECIDED_STATUSES.some((undecided) => undecided === status);
}

/** Returns true for a bill that was resolved to nothing. Another bill may then take its PRO number. */
function isRejected({ status, totalCents, creditCents }: BillCost): boolean {
  return status === 'resolved' && totalCents === creditCents;
}

/** Returns the undisputed amount, in cents; 0 for a duplicate, a replaced bill, and a bill that cannot be for the shipment. */
export function computePayable({
  status,
  replaced,
  objected,
  totalCents,
  disputedCents,
  taxDisputedCents,
  creditCents,
}: Pick<
  Bill,
  'status' | 'replaced' | 'objected' | 'totalCents' | 'disputedCents' | 'taxDisputedCents' | 'creditCents'
>): number {
  if (status === 'duplicate' || replaced) return 0;
  if (status === 'disputed') return objected ? 0 : totalCents - (disputedCents ?? taxDisputedCents);
  return totalCents - creditCents;
}

/**
 * Returns what the audit expects a bill to total, in cents: the quoted price and the lawful Canadian sales taxes. Null if the
 * bill was not compared.
 */
export function computeExpected({
  quotedCents,
  comparison,
}: Pick<Bill, 'quotedCents' | 'comparison'>): number | null {
  if (quotedCents === null) return null;
  const taxes = comparison.map(
    ({ expectedCents, quotedCents: quoted }) => (expectedCents ?? quoted) - quoted,
  );
  return quotedCents + sum(taxes);
}

/**
 * Returns the cost of the freight in a decided bill, in cents. Sales taxes are not a cost, because the organization deducts
 * them from the taxes that it collects. A credit first takes back the taxes above the lawful amount, then the rest in proportion.
 */
function computeUntaxed(bill: BillCost): number {
  const { totalCents, taxCents, taxDisputedCents } = bill;
  const payable = computePayable({ ...bill, replaced: false });
  const lawful = totalCents - taxDisputedCents;
  if (lawful <= 0 || payable > lawful) return payable - taxCents;
  return payable - divideRounded(payable * taxCents, lawful);
}

/** Returns why a bill of this kind cannot have this total, or null. */
export function findTotalConflict(kind: BillKind, totalCents: number): string | null {
  if (kind === 'credit' && totalCents >= 0)
    return `The total of a credit must be negative, but it is ${totalCents}. Send a negative total or a different kind.`;
  if (kind !== 'credit' && totalCents < 0)
    return `The total of ${kind === 'original' ? 'an original' : 'a supplement'} cannot be negative, but it is ${totalCents}. Use the kind credit.`;
  return null;
}

/** Returns the audit result of a second bill for the PRO number of `first`. */
export function toDuplicate(
  first: BillRef,
): Pick<Bill, 'reason' | 'duplicateOfBillId'> & { status: Extract<BillAuditStatus, 'duplicate'> } {
  const reason = `Bill ${first.billNumber} has the same PRO number.`;
  return { status: 'duplicate', reason, duplicateOfBillId: first.id };
}

/** Returns why the bill cannot be for this shipment in its current state, or null. */
export function findObjection(bill: BillCarrierRef, freight: Freight, payer: FreightPayer): string | null {
  const { status, currency, scac, proNumber, billTo } = freight;
  const unbillable = UNBILLABLE_REASONS[status];
  if (unbillable) return unbillable;
  if (!isFreightCarrier(freight, bill)) return `The shipment moved with a different carrier, ${scac}.`;
  if (bill.proKey !== null && proNumber !== null && !hasPro(bill, normalizePro(proNumber))) {
    return `The shipment has a different PRO number, ${proNumber}.`;
  }
  if (bill.currency !== currency)
    return `The bill is in ${bill.currency}, but the shipment's quote is in ${currency}. Request a bill in ${currency}.`;
  if (payer === 'consignee') return 'The freight terms are collect, so the consignee pays the carrier.';
  return payer === 'third_party'
    ? `The freight terms are third party, so ${billTo!.company} pays the carrier.`
    : null;
}

/** Carriers append a suffix to the PRO number of a supplement, such as `-R1`. */
function hasPro({ kind, proKey }: BillCarrierRef, proNumber: string): boolean {
  return kind === 'original' ? proKey === proNumber : proKey!.startsWith(proNumber);
}

function isFreightCarrier(
  freight: Freight,
  { carrier, carrierKey }: Pick<Bill, 'carrier' | 'carrierKey'>,
): boolean {
  return carrierKey === freight.scac || carrier.toLowerCase() === freight.carrierName.toLowerCase();
}

/**
 * Returns the cost of a shipment in cents: the sum of its bills, or the quote if no bill counts.
 * - A bill that matches counts as the price that it was compared with.
 * - Another undecided bill counts as the quote, or as the bill that it corrects.
 * - A bill that cannot be for the shipment counts after approval, or with its rest after a resolution.
 * - A bill in another currency never counts, because the service converts no amounts.
 * - A supplement or a credit adds its payable amount after approval or a resolution.
 * - Lawful Canadian sales taxes never count.
 */
export function computeFreightCost(
  bills: BillCost[],
  freight: Freight,
  payer: FreightPayer,
  quotedCents: number,
): number {
  const comparable = bills.filter(({ currency }) => currency === freight.currency);
  const byId = new Map(comparable.map((bill) => [bill.id, bill]));
  const computeShare = (bill: BillCost): number | null => {
    const objected = findObjection(bill, freight, payer) !== null;
    if (!isUndecided(bill)) return objected && isRejected(bill) ? null : computeUntaxed(bill);
    if (bill.status === 'matched') return bill.quotedCents ?? quotedCents;
    const corrected = bill.replacesBillId === null ? undefined : byId.get(bill.replacesBillId);
    if (corrected) return computeShare(corrected);
    return objected ? null : quotedCents;
  };
  const effective = comparable.filter(({ replaced, status }) => !replaced && status !== 'duplicate');
  const shares = effective
    .filter(({ kind }) => kind === 'original')
    .flatMap((bill) => computeShare(bill) ?? []);
  const extras = effective.filter((bill) => bill.kind !== 'original').map((bill) => computeExtra(bill, byId));
  return (shares.length === 0 ? quotedCents : sum(shares)) + sum(extras);
}

/** Returns the cost of a supplement or a credit: 0 until it is decided, or that of the bill that it corrects. */
function computeExtra(bill: BillCost, byId: ReadonlyMap<number, BillCost>): number {
  if (!isUndecided(bill)) return computeUntaxed(bill);
  const corrected = bill.replacesBillId === null ? undefined : byId.get(bill.replacesBillId);
  return corrected ? computeExtra(corrected, byId) : 0;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
