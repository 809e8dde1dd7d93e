import type { RateItem } from '../../carriers/carrier-requests.js';
import { getCountry, type Country } from '../../../domain/countries.js';
import { toDto } from '../../../platform/http/contract/case-mapper.js';
import { toRateItems } from '../../quotes/rate-request.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { formatTransitEstimate } from '../../quotes/quote.mapper.js';
import { describeStatus, toBookingProgressDto } from './booking-progress.js';
import { FullEmergencyContactDto, FullOrderDto, TenderDto } from './freight-details.dto.js';
import { AdjustmentDto, FreightDto } from './freight.dto.js';
import type { BillTo, FreightEmergencyContact, Freight, FreightParty, Order } from './freight.entity.js';
import { toFullCustomsDto } from './customs.dto.js';
import type { FreightTender } from './freight-subqueries.js';
import type { PartyDto } from './parties.dto.js';
import type { PickupDto } from './pickup.dto.js';

/** Returns the fields of both shapes (docs/adr/0008). Events pass no URL of the tracking page. */
export function toFreightDto(freight: Freight, trackingPageUrl: string | null = null): FreightDto {
  return toDto(FreightDto, freight, {
    object: 'freight',
    tracking_number: freight.proNumber,
    carrier: { name: freight.carrierName, scac: freight.scac },
    quote: { id: freight.quoteId, net_charge_cents: freight.quotedCents },
    ship_from: withCountry(freight.shipFrom),
    ship_to: withCountry(freight.shipTo),
    bill_to: freight.billTo && toBillToDto(freight.billTo),
    origin: toPartyDto(freight.shipFrom),
    destination: toPartyDto(freight.shipTo),
    freight: freight.commodity as FreightDto['freight'],
    references: freight.referenceList,
    orders: freight.orderList.map(toFullOrderDto),
    emergency_contact: toFullEmergencyContactDto(freight.emergencyContact),
    customs: toFullCustomsDto(freight.customs),
    pickup: toPickupDto(freight),
    status_reason: describeStatus(freight),
    booking: toBookingProgressDto(freight),
    tender: freight.tender && toTenderDto(freight.tender),
    tracking_page_url: trackingPageUrl,
    delivery_estimate: formatTransitEstimate(freight.transitDays),
    adjustments: freight.adjustments.map((adjustment) => toDto(AdjustmentDto, adjustment, {})),
  });
}

/** Older parties have no country. */
function withCountry<T extends { country?: Country }>(party: T): T & { country: Country } {
  return { ...party, country: getCountry(party) };
}

/** Adds the country only to a payer with an address. */
function toBillToDto(billTo: BillTo): BillTo {
  return billTo.state || billTo.zip ? withCountry(billTo) : billTo;
}

/** Unknown fields are empty strings. */
export function toPartyDto(party: FreightParty): PartyDto {
  const { company = '', contact = '', address = '', city, state, zip, phone = '', email = '' } = party;
  return { company, contact, address, city, state, zip, country: getCountry(party), phone, email };
}

export function toPickupDto(freight: Freight): PickupDto {
  const { ready_time, close_time, contact, phone, instructions } = freight.pickupTimes ?? {};
  return {
    date: freight.pickupDate,
    ready_time: ready_time ?? null,
    close_time: close_time ?? null,
    status: freight.pickupStatus,
    confirmation: freight.pickupConfirmation,
    contact: contact ?? null,
    phone: phone ?? null,
    instructions: instructions ?? null,
  };
}

export function toFullOrderDto({ number, packages, weight, palletized, info }: Order): FullOrderDto {
  return {
    number,
    packages: packages ?? null,
    weight: weight ?? null,
    palletized: palletized ?? null,
    info: info ?? null,
  };
}

export function toFullEmergencyContactDto(
  contact: FreightEmergencyContact | null,
): FullEmergencyContactDto | null {
  return contact && { contract_number: null, ...contact };
}

/** Adds the hazmat details of the draft to the rated items. */
export function toShippedItems({ commodity }: Freight, quote: Quote): RateItem[] {
  const hazmatByItem = new Map(commodity?.hazmat?.map(({ item, ...hazmat }) => [item, hazmat]));
  return toRateItems(quote).map((line, index) => {
    const hazmat = hazmatByItem.get(index);
    return hazmat ? { ...line, hazmat } : line;
  });
}

function toTenderDto(tender: FreightTender): TenderDto {
  return toDto(TenderDto, tender, {
    sent_at: toIsoString(tender.sentAt),
    expires_at: toIsoString(tender.expiresAt)!,
    answered_at: toIsoString(tender.answeredAt),
    by: tender.answeredBy,
  });
}

function toIsoString(timestamp: string | null): string | null {
  return timestamp && new Date(timestamp).toISOString();
}
