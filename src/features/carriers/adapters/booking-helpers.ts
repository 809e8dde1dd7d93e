import { CarrierDeclined, type RawTender } from '../carrier-adapter.js';
import type { BillingParty, Party, TenderRequest, RateItem } from '../carrier-requests.js';
import { ACCESSORIALS, type Accessorial } from '../../../domain/accessorials.js';
import { formatHazardClasses } from '../../../domain/hazmat.js';

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

// What a carrier's API has no field for is told in words: nothing that was paid for, and nothing dangerous, is left out.

/** A line's description; of dangerous goods in the order of 49 CFR 172.202: number, name, classes, packing group. */
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

/** Whom to call when dangerous goods leak or burn; empty without dangerous goods. */
export function formatEmergencyContact({ emergencyContact: contact }: TenderRequest): string {
  if (!contact) return '';
  const contract = contact.contractNumber ? `, contract ${contact.contractNumber}` : '';
  return `Emergency contact: ${contact.name} ${contact.phone}${contract}.`;
}

/** Services without a code at booking, e.g. `Sort and segregate.` */
export function formatServices(accessorials: readonly Accessorial[]): string {
  return accessorials.map((name) => `${ACCESSORIALS[name].label}.`).join(' ');
}

/** The parts that say something, as one text. */
export function joinSentences(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(' ');
}

export interface StandingPickupSettings {
  standing_pickup?: boolean;
}

/** A booking of which nobody said from when to when: its carrier was asked for no pickup, unless it comes or confirms one all the same. */
export function addPickupWarning(
  carrier: string,
  { pickup }: TenderRequest,
  tender: RawTender,
  { standing_pickup: comes }: StandingPickupSettings,
): RawTender {
  if (pickup || comes || tender.pickupConfirmation) return tender;
  const warning = `${carrier} has the booking, but was not asked for a pickup, which has no hours: telephone it.`;
  return { ...tender, warning };
}
