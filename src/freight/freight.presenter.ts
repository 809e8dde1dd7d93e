import { deliveryEstimate } from '../quotes/quote.presenter.js';
import type { FreightDto, PartyDto } from './freight.dto.js';
import type { Freight, FreightParty } from './freight.entity.js';

/** A shipment as the API shows it: the fields of both shapes of the spec. */
export function presentFreight(freight: Freight): FreightDto {
  return {
    object: 'freight',
    id: freight.id,
    customer_id: freight.customerId,
    status: freight.status,
    pro_number: freight.proNumber,
    tracking_number: freight.proNumber,
    bol_number: freight.bolNumber,
    carrier: { name: freight.carrierName, scac: freight.scac },
    carrier_name: freight.carrierName,
    service_level: freight.serviceLevel,
    quote: { id: freight.quoteId, net_charge_cents: freight.quotedCents },
    ship_from: freight.shipFrom,
    ship_to: freight.shipTo,
    origin: fullParty(freight.shipFrom),
    destination: fullParty(freight.shipTo),
    bill_to: freight.billTo,
    freight: freight.commodity as FreightDto['freight'],
    references: freight.referenceList,
    special_instructions: freight.specialInstructions,
    ship_date: freight.shipDate,
    pickup_date: freight.pickupDate,
    pickup_confirmation: freight.pickupConfirmation,
    status_reason: freight.statusReason,
    delivery_estimate: deliveryEstimate(freight.transitDays),
    total_charge_cents: freight.totalChargeCents,
    created_at: freight.createdAt.toISOString(),
    updated_at: freight.updatedAt.toISOString(),
  };
}

/** The eight strings of a party, empty where unknown. */
export function fullParty(party: FreightParty): PartyDto {
  const { company = '', contact = '', address = '', city, state, zip, phone = '', email = '' } = party;
  return { company, contact, address, city, state, zip, phone, email };
}
