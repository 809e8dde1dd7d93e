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

@ApiSchema({ description: 'A shipment, as events contain it.' })
export class EventShipment {
  /** Id of the shipment, or of the tracked number if it belongs to no shipment. */
  @Int() id: number;
  /** Id of the shipment; null for a tracked number without a shipment. */
  @Int() freight_id: number | null;
  /** The PRO number, empty until it is assigned. */
  proNumber: string;
  /** Status of the shipment. */
  @OneOf(STATUSES) status: ShipmentEventStatus;
  /** Location of the freight; empty if unknown. */
  location: string;
  /** The carrier's name. */
  carrier: string;
}

@ApiSchema({ description: 'Data of shipment events.' })
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
  'The carrier picked up the freight.',
);
export const shipmentInTransit = defineShipmentEvent(
  'in_transit',
  'IN_TRANSIT',
  'The freight is moving through the carrier’s network.',
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
  'A delay, a failed delivery or pickup, or a declined booking was reported.',
);
export const shipmentCancelled = defineShipmentEvent(
  'cancelled',
  'VOIDED',
  'A shipment was canceled or voided.',
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
