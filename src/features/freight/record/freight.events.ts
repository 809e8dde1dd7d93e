import { ApiSchema } from '@nestjs/swagger';
import { defineEvent, type EventDefinition, type EventSubjects } from '../../events/define-event.js';
import { Int, OneOf } from '../../../platform/http/contract/response-fields.js';
import type { Freight } from './freight.entity.js';
import { SAMPLE_FREIGHT } from './freight.sample.js';

const STATUSES = [
  'BOOKED',
  'PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'EXCEPTION',
  'VOIDED',
] as const;
export type ShipmentEventStatus = (typeof STATUSES)[number];

@ApiSchema({ description: 'The shipment as events tell of it.' })
export class EventShipment {
  /** The shipment's id; of a number that is only tracked, its own. */
  @Int()
  id: number;
  /** The shipment's id; null for a number that is only tracked. */
  @Int()
  freight_id: number | null;
  /** The PRO number, empty until it is assigned. */
  proNumber: string;
  /** Where the shipment stands. */
  @OneOf(STATUSES)
  status: ShipmentEventStatus;
  /** Where the freight is, empty when unknown. */
  location: string;
  /** The carrier's name. */
  carrier: string;
}

@ApiSchema({ description: 'What happened to a shipment.' })
export class ShipmentEventData {
  /** The shipment. */
  shipment: EventShipment;
}

/** A shipment in an event. @param location where the freight is, if it is known */
export function toEventShipment(freight: Freight, status: ShipmentEventStatus, location = ''): EventShipment {
  return {
    id: freight.id,
    freight_id: freight.id,
    proNumber: freight.proNumber ?? '',
    status,
    location,
    carrier: freight.carrierName,
  };
}

/** What an event of a shipment is about beside it. */
export function toFreightEventSubjects({ quoteId, customerId }: Freight): EventSubjects {
  return { quoteIds: [quoteId], customerId };
}

export const shipmentBooked = defineShipmentEvent(
  'booked',
  'BOOKED',
  'A shipment was booked with its carrier.',
);
export const shipmentPickedUp = defineShipmentEvent(
  'picked_up',
  'PICKED_UP',
  'The carrier picked the freight up.',
);
export const shipmentInTransit = defineShipmentEvent(
  'in_transit',
  'IN_TRANSIT',
  'The freight moves through the carrier’s network.',
);
export const shipmentOutForDelivery = defineShipmentEvent(
  'out_for_delivery',
  'OUT_FOR_DELIVERY',
  'The freight is on the delivery truck.',
);
export const shipmentDelivered = defineShipmentEvent('delivered', 'DELIVERED', 'The freight was delivered.');
export const shipmentException = defineShipmentEvent(
  'exception',
  'EXCEPTION',
  'Something went wrong on the way: a delay, a failed attempt, a decline.',
);
export const shipmentCancelled = defineShipmentEvent(
  'cancelled',
  'VOIDED',
  'A shipment was cancelled or voided.',
);

/** For those who hear of everything that happens to shipments. */
export const SHIPMENT_EVENTS = [
  shipmentBooked,
  shipmentPickedUp,
  shipmentInTransit,
  shipmentOutForDelivery,
  shipmentDelivered,
  shipmentException,
  shipmentCancelled,
];

function defineShipmentEvent(
  word: string,
  status: ShipmentEventStatus,
  meaning: string,
): EventDefinition<ShipmentEventData> {
  return defineEvent(`shipment.${word}`, {
    meaning,
    data: ShipmentEventData,
    sample: { shipment: toEventShipment(SAMPLE_FREIGHT, status) },
    scope: 'freight.read',
    about: ({ shipment }) => ({ freightId: shipment.freight_id }),
  });
}
