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
type ShipmentEventStatus = (typeof STATUSES)[number];

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

/** An event with the status that its `data.shipment` has. */
export type ShipmentEvent = EventDefinition<ShipmentEventData> & { readonly status: ShipmentEventStatus };

/** @param location where the freight is; empty if unknown */
export function toShipmentEventData(
  { status }: Pick<ShipmentEvent, 'status'>,
  { id, proNumber, carrierName }: Freight,
  location = '',
): ShipmentEventData {
  return {
    shipment: {
      id,
      freight_id: id,
      proNumber: proNumber ?? '',
      status,
      location,
      carrier: carrierName,
    },
  };
}

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

export const SHIPMENT_EVENTS = [
  shipmentBooked,
  shipmentPickedUp,
  shipmentInTransit,
  shipmentOutForDelivery,
  shipmentDelivered,
  shipmentException,
  shipmentCancelled,
];

function defineShipmentEvent(word: string, status: ShipmentEventStatus, meaning: string): ShipmentEvent {
  const event = defineEvent(`shipment.${word}`, {
    meaning,
    data: ShipmentEventData,
    sample: toShipmentEventData({ status }, SAMPLE_FREIGHT),
    scope: 'freight.read',
    about: ({ shipment }) => ({ freightId: shipment.freight_id }),
  });
  return Object.assign(event, { status });
}
