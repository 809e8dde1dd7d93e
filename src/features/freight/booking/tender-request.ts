import type {
  EmergencyContact,
  Party,
  PickupWindow,
  TenderRequest,
} from '../../carriers/carrier-requests.js';
import type { Quote } from '../../quotes/quote.entity.js';
import type { Freight, FreightParty, PickupTimes } from '../record/freight.entity.js';
import { buildShippedItems } from '../record/shipped-items.js';

/** What a carrier is asked to carry. The reference is the bill of lading number. @param freight with the day of its pickup */
export function buildTenderRequest(freight: Freight, quote: Quote, pickupDate: string): TenderRequest {
  const { type = 'prepaid', ...payer } = freight.billTo ?? {};
  return {
    reference: freight.bolNumber,
    carrierQuoteNumber: quote.bookedBy === 'carrier' ? quote.quoteNumber : '',
    serviceCode: quote.serviceCode,
    shipper: toParty(freight.shipFrom),
    consignee: toParty(freight.shipTo),
    items: buildShippedItems(freight, quote),
    accessorials: quote.accessorials,
    limitedAccess: quote.limitedAccess,
    declaredValueCents: quote.declaredValueCents,
    terms: type,
    billTo: Object.keys(payer).length > 0 ? payer : null,
    references: freight.referenceList,
    orders: freight.orderList,
    description: freight.commodity?.description ?? '',
    specialInstructions: freight.specialInstructions,
    pickupDate,
    pickup: toPickupWindow(freight.pickupTimes),
    emergencyContact: toEmergencyContact(freight),
  };
}

/** Null when nobody said from when to when. */
export function toPickupWindow(times: PickupTimes | null): PickupWindow | null {
  const { ready_time: readyTime, close_time: closeTime, ...told } = times ?? {};
  return readyTime === undefined || closeTime === undefined ? null : { readyTime, closeTime, ...told };
}

function toEmergencyContact({ emergencyContact: contact }: Freight): EmergencyContact | null {
  if (contact === null) return null;
  const { name, phone, contract_number: contractNumber = null } = contact;
  return { name, phone, contractNumber };
}

function toParty({ company = '', address = '', phone = '', ...party }: FreightParty): Party {
  return { ...party, company, address, phone };
}
