import { CarrierDeclined } from '../carrier-adapter.js';
import type { BillingParty, Party, TenderRequest } from '../carrier-requests.js';

/** Whom the carrier bills: the side the terms say, or the third party. @throws CarrierDeclined when its address isn't known */
export function resolvePayer({ terms, billTo, shipper, consignee }: TenderRequest): Party {
  if (terms === 'collect') return consignee;
  return terms === 'third_party' ? requireFullAddress(billTo) : shipper;
}

function requireFullAddress(party: BillingParty | null): Party {
  const { company, address, city, state, zip, phone } = party ?? {};
  if (!company || !address || !city || !state || !zip || !phone) {
    throw new CarrierDeclined(
      'The carrier needs the company, address and phone of the third party that pays.',
    );
  }
  return { ...party, company, address, city, state, zip, phone };
}
