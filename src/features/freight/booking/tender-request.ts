import type {
  EmergencyContact,
  Party,
  PickupWindow,
  TenderRequest,
} from '../../carriers/carrier-requests.js';
import type { Quote } from '../../quotes/quote.entity.js';
import type { Freight, FreightParty, PickupTimes } from '../record/freight.entity.js';
import { toShippedItems } from '../record/freight.mapper.js';

/** Builds the request with the BOL number as the carrier's reference. @param freight with its pickup schedule */
export function buildTenderRequest(freight: Freight, quote: Quote, pickupDate: string): TenderRequest {
  const { type = 'prepaid', ...payer } = freight.billTo ?? {};
  return {
    reference: freight.bolNumber,
    carrierQuoteNumber: quote.bookedBy === 'carrier' ? quote.quoteNumber : '',
    serviceCode: quote.serviceCode,
    shipper: toParty(freight.shipFrom),
    consignee: toParty(freight.shipTo),
    items: toShippedItems(freight, quote),
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

/** Returns null unless both ends of the window are known. */
export function toPickupWindow(times: PickupTimes | null): PickupWindow | null {
  const { ready_time: readyTime, close_time: closeTime, ...contact } = times ?? {};
  return readyTime === undefined || closeTime === undefined ? null : { readyTime, closeTime, ...contact };
}

function toEmergencyContact({ emergencyContact: contact }: Freight): EmergencyContact | null {
  if (contact === null) return null;
  const { name, phone, contract_number: contractNumber = null } = contact;
  return { name, phone, contractNumber };
}

function toParty({ company = '', address = '', phone = '', ...party }: FreightParty): Party {
  return { ...party, company, address, phone };
}
