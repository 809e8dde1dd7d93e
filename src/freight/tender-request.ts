import type { Party, TenderRequest } from '../carriers/carrier-adapter.js';
import type { Quote } from '../quotes/quote.entity.js';
import type { Freight, FreightParty } from './freight.entity.js';

/** What a carrier is asked to carry. The reference is the bill of lading number. @param pickupDate YYYY-MM-DD */
export function tenderRequest(freight: Freight, quote: Quote, pickupDate: string): TenderRequest {
  return {
    reference: freight.bolNumber,
    carrierQuoteNumber: quote.quoteNumber,
    serviceCode: quote.serviceCode,
    shipper: toParty(freight.shipFrom),
    consignee: toParty(freight.shipTo),
    items: quote.items,
    accessorials: quote.accessorials,
    description: freight.commodity?.description ?? '',
    specialInstructions: freight.specialInstructions,
    pickupDate,
  };
}

function toParty({ company = '', address = '', phone = '', ...party }: FreightParty): Party {
  return { ...party, company, address, phone };
}
