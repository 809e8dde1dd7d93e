import type { Freight } from './freight.entity.js';

/** A shipment as every event about one carries it. Unknown strings are empty. */
export interface ShipmentInEvent {
  /** The freight's id; a standalone tracked number's own. */
  id: number;
  freight_id: number | null;
  proNumber: string;
  /** Upper case. */
  status: string;
  location: string;
  carrier: string;
}

/** `data.shipment` of an event about a booked or drafted shipment. */
export function shipmentInEvent(freight: Freight, status: string, location = ''): ShipmentInEvent {
  return {
    id: freight.id,
    freight_id: freight.id,
    proNumber: freight.proNumber ?? '',
    status: status.toUpperCase(),
    location,
    carrier: freight.carrierName,
  };
}
