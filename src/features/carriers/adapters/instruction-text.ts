import { ACCESSORIALS, type Accessorial } from '../../../domain/accessorials.js';
import { formatHazardClasses } from '../../../domain/hazmat.js';
import type { RateItem, TenderRequest } from '../carrier-requests.js';

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
