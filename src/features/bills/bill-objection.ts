import type { Freight } from '../freight/record/freight.entity.js';
import type { FreightStatus } from '../freight/record/freight-states.js';
import { normalizePro } from '../../domain/pro-number.js';
import type { Bill } from './bill.entity.js';

/** What of a bill says whose it is. */
export type BillCarrierRef = Pick<Bill, 'carrier' | 'carrierKey' | 'proKey'>;

/** Why nothing can be billed yet, or any more. */
const UNBILLABLE_REASONS: Partial<Record<FreightStatus, string>> = {
  draft: 'The shipment is not booked.',
  created: 'The carrier has not confirmed the shipment yet.',
  booked: 'The carrier has not accepted the shipment yet.',
  tendered: 'The carrier has not accepted the shipment yet.',
  voided: 'The shipment was cancelled.',
};

/** Why the bill can't be for this shipment, as it stands now; null when it can. */
export function findObjection(bill: BillCarrierRef, freight: Freight): string | null {
  const { status, scac, proNumber, billTo } = freight;
  const unbilled = UNBILLABLE_REASONS[status];
  if (unbilled) return unbilled;
  if (!isFreightCarrier(freight, bill)) return `The shipment went with another carrier, ${scac}.`;
  if (bill.proKey !== null && proNumber !== null && normalizePro(proNumber) !== bill.proKey) {
    return `The shipment has another PRO number, ${proNumber}.`;
  }
  return billTo?.type === 'collect' ? 'The consignee pays the carrier: the freight is collect.' : null;
}

export function isFreightCarrier(freight: Freight, { carrier, carrierKey }: BillCarrierRef): boolean {
  return carrierKey === freight.scac || carrier.toLowerCase() === freight.carrierName.toLowerCase();
}
