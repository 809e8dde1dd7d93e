import { CarrierDeclined, type RawTender } from '../carrier-adapter.js';
import type { BillingParty, Party, RateItem, RateRequest, TenderRequest } from '../carrier-requests.js';
import { ACCESSORIALS, type Accessorial } from '../../../domain/accessorials.js';
import { formatHazardClasses } from '../../../domain/hazmat.js';

/** Returns the party that pays the carrier. @throws CarrierDeclined if a third party's address is incomplete */
export function resolvePayer({ terms, billTo, shipper, consignee }: TenderRequest): Party {
  if (terms === 'collect') return consignee;
  return terms === 'third_party' ? requireFullAddress(billTo) : shipper;
}

function requireFullAddress(party: BillingParty | null): Party {
  const { company, address, city, state, zip, phone } = party ?? {};
  if (!company || !address || !city || !state || !zip || !phone) {
    throw new CarrierDeclined('Billing a third party needs its company, address and phone.');
  }
  return { ...party, company, address, city, state, zip, phone };
}

/** @throws CarrierDeclined if the account number of a third party is unknown */
export function requireThirdPartyAccount({ billTo }: Pick<RateRequest, 'billTo'>): string {
  if (billTo?.account) return billTo.account;
  throw new CarrierDeclined('Billing a third party needs its account number with the carrier.');
}

/** Describes a line; for dangerous goods in the order of 49 CFR 172.202: number, name, classes, packing group. */
export function formatDescription(
  { hazmat, description }: RateItem,
  { description: whole }: TenderRequest,
): string {
  const words = description ?? whole;
  if (!hazmat) return words;
  const { un_number: number, proper_shipping_name: name, technical_name: technical, packing_group } = hazmat;
  const proper = technical ? `${name} (${technical})` : name;
  return `${[number, proper, formatHazardClasses(hazmat), packing_group].filter(Boolean).join(', ')} ${words}`;
}

/** Returns an empty text without dangerous goods. */
export function formatEmergencyContact({ emergencyContact: contact }: TenderRequest): string {
  if (!contact) return '';
  const contract = contact.contractNumber ? `, contract ${contact.contractNumber}` : '';
  return `Emergency contact: ${contact.name} ${contact.phone}${contract}.`;
}

/** Lists services that have no code at booking: `Sort and segregate.` */
export function formatServices(accessorials: readonly Accessorial[]): string {
  return accessorials.map((name) => `${ACCESSORIALS[name].label}.`).join(' ');
}

export function joinSentences(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' ');
}

export interface StandingPickupSettings {
  standing_pickup?: boolean;
}

/** Adds a warning if the booking has no pickup: no pickup hours, no daily pickup and no confirmation of the carrier. */
export function addPickupWarning(
  carrier: string,
  { pickup }: TenderRequest,
  tender: RawTender,
  { standing_pickup: standing }: StandingPickupSettings,
): RawTender {
  if (pickup || standing || tender.pickupConfirmation) return tender;
  const warning = `${carrier} has the booking, but no pickup was requested because its hours are missing. Call the carrier.`;
  return { ...tender, warning };
}
