import { formatTransitEstimate } from '../../quotes/quote.mapper.js';
import type { FullEmergencyContactDto, FullOrderDto } from './freight-details.dto.js';
import type { AdjustmentDto, FreightDto } from './freight.dto.js';
import type { Adjustment, FreightEmergencyContact, Freight, FreightParty, Order } from './freight.entity.js';
import type { PartyDto } from './parties.dto.js';
import { toTenderDto } from './freight-tender.js';
import { toPickupDto } from './pickup-values.js';

/** A shipment as the API shows it: the fields of both shapes (docs/adr/0008). Events don't say where its page is. */
export function toFreightDto(freight: Freight, trackingPageUrl: string | null = null): FreightDto {
  return {
    object: 'freight',
    id: freight.id,
    customer_id: freight.customerId,
    status: freight.status,
    pro_number: freight.proNumber,
    tracking_number: freight.proNumber,
    tracking_status: freight.trackingStatus,
    bol_number: freight.bolNumber,
    carrier: { name: freight.carrierName, scac: freight.scac },
    carrier_name: freight.carrierName,
    service_level: freight.serviceLevel,
    quote: { id: freight.quoteId, net_charge_cents: freight.quotedCents },
    ship_from: freight.shipFrom,
    ship_to: freight.shipTo,
    origin: toPartyDto(freight.shipFrom),
    destination: toPartyDto(freight.shipTo),
    bill_to: freight.billTo,
    freight: freight.commodity as FreightDto['freight'],
    references: freight.referenceList,
    orders: freight.orderList.map(toFullOrderDto),
    emergency_contact: toFullEmergencyContactDto(freight.emergencyContact),
    special_instructions: freight.specialInstructions,
    ship_date: freight.shipDate,
    pickup_date: freight.pickupDate,
    pickup: toPickupDto(freight),
    estimated_delivery_date: freight.estimatedDeliveryDate,
    pickup_confirmation: freight.pickupConfirmation,
    status_reason: freight.statusReason,
    tender: toTenderDto(freight.tender),
    tracking_page_url: trackingPageUrl,
    delivery_estimate: formatTransitEstimate(freight.transitDays),
    warnings: freight.warnings,
    total_charge_cents: freight.totalChargeCents,
    adjustments: freight.adjustments.map(toAdjustmentDto),
    created_at: freight.createdAt.toISOString(),
    updated_at: freight.updatedAt.toISOString(),
  };
}

function toAdjustmentDto({ billId, amountCents, createdAt, ...adjustment }: Adjustment): AdjustmentDto {
  return { bill_id: billId, amount_cents: amountCents, ...adjustment, created_at: createdAt };
}

/** The eight strings of a party, empty where unknown. */
export function toPartyDto(party: FreightParty): PartyDto {
  const { company = '', contact = '', address = '', city, state, zip, phone = '', email = '' } = party;
  return { company, contact, address, city, state, zip, phone, email };
}

/** An order with every field. */
export function toFullOrderDto({ number, packages, weight, palletized, info }: Order): FullOrderDto {
  return {
    number,
    packages: packages ?? null,
    weight: weight ?? null,
    palletized: palletized ?? null,
    info: info ?? null,
  };
}

/** Whom to call, with every field. */
export function toFullEmergencyContactDto(
  contact: FreightEmergencyContact | null,
): FullEmergencyContactDto | null {
  return contact && { contract_number: null, ...contact };
}
