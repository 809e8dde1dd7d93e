import { CarrierDeclined, CarrierFault, CarrierUnsure, type RawTender } from '../carrier-adapter.js';
import type { BillingParty, Party, RateItem, RateRequest, TenderRequest } from '../carrier-requests.js';
import { ACCESSORIALS, type Accessorial } from '../../../domain/accessorials.js';
import { sanitizeText } from '../../../domain/sanitize-text.js';
import { formatHazardClasses, type Hazmat } from '../../../domain/hazmat.js';

/** Returns the party that pays the carrier. @throws CarrierDeclined if a third party's address is incomplete */
export function resolvePayer({ terms, billTo, shipper, consignee }: TenderRequest): Party {
  if (terms === 'collect') return consignee;
  return terms === 'third_party' ? requireFullAddress(billTo) : shipper;
}

function requireFullAddress(party: BillingParty | null): Party {
  const { company, address, city, state, zip, phone } = party ?? {};
  if (!company || !address || !city || !state || !zip || !phone) {
    throw new CarrierDeclined('Third-party billing requires the company, address and phone of the payer.');
  }
  return { ...party, company, address, city, state, zip, phone };
}

/** @throws CarrierDeclined if the account number of a third party is unknown */
export function requireThirdPartyAccount({ billTo }: Pick<RateRequest, 'billTo'>): string {
  if (billTo?.account) return billTo.account;
  throw new CarrierDeclined('Third-party billing requires the account number of the payer with the carrier.');
}

/** Describes a line; for dangerous goods in the order of 49 CFR 172.202: number, name, classes, packing group. */
export function formatDescription(
  { hazmat, description }: RateItem,
  { description: whole }: TenderRequest,
): string {
  const words = description ?? whole;
  return hazmat ? `${formatHazmat(hazmat)} ${words}` : words;
}

/** Returns number, name, classes and packing group: `UN1090, Acetone, 3, II`. */
export function formatHazmat(hazmat: Hazmat): string {
  const { un_number: number, proper_shipping_name: name, technical_name: technical, packing_group } = hazmat;
  const proper = technical ? `${name} (${technical})` : name;
  return [number, proper, formatHazardClasses(hazmat), packing_group].filter(Boolean).join(', ');
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

/** Formats the message for a booking whose answer was lost and whose state the carrier's API cannot tell. */
export function formatUnsureMessage(
  carrier: string,
  { reference }: Pick<TenderRequest, 'reference'>,
): string {
  return (
    `${carrier} may have booked bill of lading ${reference}. Call the carrier, ` +
    'then confirm with its PRO number or cancel.'
  );
}

/** Leaves room for the rest of a warning, which has at most 255 characters. */
const MAX_REASON = 160;

/** Formats the warning for a booking whose pickup the carrier refused. */
export function formatNoPickupMessage(carrier: string, reason: string): string {
  const words = shortenReason(reason) || 'no reason';
  return `${carrier} accepted the booking but not the pickup: ${words}. Call the carrier to request the pickup.`;
}

/** Formats the warning for a booking whose pickup request may have failed. */
function formatUnsurePickupMessage(carrier: string, reason: string): string {
  const words = shortenReason(reason);
  return `${carrier} accepted the booking, but the pickup is not confirmed${words && `: ${words}`}. Call the carrier to request the pickup.`;
}

function shortenReason(reason: string): string {
  return sanitizeText(reason, MAX_REASON).replace(/\.$/, '');
}

/** Requests the pickup of a booking. Returns a warning instead of throwing, because the booking is valid without the pickup. */
export async function requestPickup(
  carrier: string,
  request: () => Promise<string | null>,
): Promise<Pick<RawTender, 'pickupConfirmation' | 'warning'>> {
  try {
    return { pickupConfirmation: await request() };
  } catch (error) {
    if (error instanceof CarrierDeclined) return { warning: formatNoPickupMessage(carrier, error.message) };
    const reason = error instanceof CarrierFault ? error.message : 'no response';
    return { warning: formatUnsurePickupMessage(carrier, reason) };
  }
}

/**
 * Looks up the PRO number of a booking whose answer was lost, and warns that its pickup may not have been requested. A refused
 * lookup says nothing about the booking.
 * @param lookup returns an empty text or null for an unknown reference
 * @throws CarrierUnsure if the carrier does not know the booking, or not yet; CarrierFault
 */
export async function findBooking(
  carrier: string,
  request: TenderRequest,
  settings: StandingPickupSettings,
  lookup: () => Promise<string | null>,
): Promise<RawTender> {
  const proNumber = await lookUpPro(carrier, request, lookup);
  if (request.pickup) return { proNumber, warning: formatUnsurePickupMessage(carrier, '') };
  return addPickupWarning(carrier, request, { proNumber }, settings);
}

/** As `findBooking`, for a carrier whose bookings include the pickup. @throws CarrierUnsure, CarrierFault */
export async function lookUpPro(
  carrier: string,
  request: TenderRequest,
  lookup: () => Promise<string | null>,
): Promise<string> {
  const proNumber = await lookup().catch((error: unknown) => {
    if (error instanceof CarrierDeclined) return null;
    throw error;
  });
  if (proNumber) return proNumber;
  throw new CarrierUnsure(formatUnsureMessage(carrier, request));
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
  if (pickup || standing || tender.pickupConfirmation || tender.warning) return tender;
  const warning = `${carrier} accepted the booking, but the pickup hours are missing, so no pickup was requested. Call the carrier.`;
  return { ...tender, warning };
}
