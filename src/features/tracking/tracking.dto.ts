import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { Id, Text } from '../../platform/http/contract/fields.js';
import { AnyOf, IdFilter } from '../../platform/http/contract/filters.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import {
  TRACKING_SOURCES,
  TRACKING_STATUSES,
  type TrackingSource,
  type TrackingStatus,
} from '../../domain/tracking-status.js';

@ApiSchema({ description: 'A number to be tracked.' })
export class StartTrackingDto {
  /** The PRO number or another number the carrier tracks by. Spaces, dashes and case don't matter. */
  @Text({ max: 50, says: { pattern: '[A-Za-z0-9]' }, example: '123456785' })
  tracking_number: string;
  /** The carrier's name or SCAC; the installation's default carrier when absent. */
  @Text({ optional: true, nullable: true, min: 1, example: 'XPO' })
  carrier?: string | null;
  /** Customer to associate. */
  @Id({ optional: true, nullable: true })
  customer_id?: number | null;
}

export class TrackingListQuery extends TwoWayPageQuery {
  /** Only numbers of this customer. */
  @IdFilter()
  customer_id?: number;
  /** Only numbers with this status, or with one of several, parted by commas. */
  @AnyOf(TRACKING_STATUSES)
  status?: TrackingStatus[];
  /** Only numbers of this carrier, by SCAC or name. */
  @Text({ optional: true, min: 1 })
  carrier?: string;
}

@ApiSchema({ description: 'One thing that happened on the way.' })
export class TrackingEventDto {
  /** What it was. */
  @OneOf(TRACKING_STATUSES)
  status: TrackingStatus;
  /** It in words; empty when the carrier says nothing more. */
  description: string;
  /** Where it was; empty when unknown. */
  location: string;
  /** The carrier's own code of it, or of its reason; null where it sends none. */
  code: string | null;
  /** When it happened, ISO 8601 in UTC. */
  @Time()
  occurred_at: string;
}

@ApiSchema({ description: 'The way of a shipment.' })
export class TrackingDto {
  /** Always `tracking`. */
  @Kind('tracking')
  object: 'tracking';
  /** The number to track by; null until the carrier assigned one. */
  tracking_number: string | null;
  /** The carrier's name. */
  carrier_name: string;
  /** Where the shipment stands; `pending` until it is picked up. */
  @OneOf(TRACKING_STATUSES)
  status: TrackingStatus;
  /** Where it was seen last. */
  location: string | null;
  /** The day of pickup, YYYY-MM-DD, of a shipment that is booked. */
  pickup_date: string | null;
  /** When the carrier expects to deliver; without its word `estimated_delivery_date`. */
  estimated_delivery: string | null;
  /** The day of delivery by the transit days after the pickup day, YYYY-MM-DD. */
  estimated_delivery_date: string | null;
  /** The carrier’s public page for the number; null where none is known. */
  tracking_url: string | null;
  /** Who signed for it, as the carrier has it. */
  signed_by: string | null;
  /** When it was delivered, ISO 8601 in UTC. */
  @Time()
  delivered_at: string | null;
  /** What happened, oldest first. */
  events: TrackingEventDto[];
}

@ApiSchema({ description: 'A tracked number.' })
export class TrackedShipmentDto {
  /** `tracked_shipment`; `tracking` under shape B. */
  @Kind('tracked_shipment')
  object: 'tracked_shipment';
  /** The record's id. */
  @Int()
  id: number;
  /** The number, as it was given. */
  tracking_number: string;
  /** The carrier's name. */
  carrier: string;
  /** The carrier's name. */
  carrier_name: string;
  /** The shipment whose number it is; null for a number that was only tracked. */
  @Int()
  freight_id: number | null;
  /** The customer associated with it. */
  @Int()
  customer_id: number | null;
  /** Where it stands. An exception is over when the carrier reports progress again. */
  @OneOf(TRACKING_STATUSES)
  status: TrackingStatus;
  /** Where it was seen last. */
  location: string | null;
  /** Who said so: the carrier, a simulated one, or the client by starting to track. */
  @OneOf(TRACKING_SOURCES)
  source: TrackingSource;
  /** The day of pickup, YYYY-MM-DD, of a shipment that is booked. */
  pickup_date: string | null;
  /** When the carrier expects to deliver; without its word `estimated_delivery_date`. */
  estimated_delivery: string | null;
  /** The day of delivery by the transit days after the pickup day, YYYY-MM-DD. */
  estimated_delivery_date: string | null;
  /** The carrier’s public page for the number; null where none is known. */
  tracking_url: string | null;
  /** Who signed for it, as the carrier has it. */
  signed_by: string | null;
  /** When it was delivered, ISO 8601 in UTC. */
  @Time()
  delivered_at: string | null;
  /** What happened, oldest first. */
  events: TrackingEventDto[];
  /** When the carrier answered last, ISO 8601 in UTC. */
  @Time()
  last_checked_at: string | null;
  /** True while the last attempt to ask the carrier failed: this is what was known before. */
  stale: boolean;
  /** When tracking started, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When the record changed last, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}

@ApiSchema({ description: 'A number that is no longer tracked.' })
export class StoppedTrackingDto {
  /** Always `tracking`. */
  @Kind('tracking')
  object: 'tracking';
  /** Always true. */
  deleted: boolean;
}
