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

@ApiSchema({ description: 'A number to track.' })
export class StartTrackingDto {
  /** PRO number or another tracking number. Spaces, dashes and case are ignored. */
  @Text({ max: 50, says: { pattern: '[A-Za-z0-9]' }, example: '123456785' })
  tracking_number: string;
  /** Carrier name or SCAC; defaults to the default carrier of the installation. */
  @Text({ optional: true, nullable: true, min: 1, example: 'XPO' })
  carrier?: string | null;
  /** Customer of the number. */
  @Id({ optional: true, nullable: true })
  customer_id?: number | null;
}

export class TrackingListQuery extends TwoWayPageQuery {
  /** Only numbers of this customer. */
  @IdFilter()
  customer_id?: number;
  /** Only numbers with one of these statuses, separated by commas. */
  @AnyOf(TRACKING_STATUSES)
  status?: TrackingStatus[];
  /** Only numbers of this carrier, by SCAC or name. */
  @Text({ optional: true, min: 1 })
  carrier?: string;
}

@ApiSchema({ description: 'A tracking event.' })
export class TrackingEventDto {
  /** Status reported by the event. */
  @OneOf(TRACKING_STATUSES)
  status: TrackingStatus;
  /** Description by the carrier; may be empty. */
  description: string;
  /** Location; empty if unknown. */
  location: string;
  /** The carrier’s code of the event or of its reason; null if it sends none. */
  code: string | null;
  /** Time of the event, ISO 8601 in UTC. */
  @Time()
  occurred_at: string;
}

@ApiSchema({ description: 'The tracking of a shipment.' })
export class TrackingDto {
  /** Always `tracking`. */
  @Kind('tracking')
  object: 'tracking';
  /** Tracking number; null until the carrier assigns one. */
  tracking_number: string | null;
  /** The carrier's name. */
  carrier_name: string;
  /** Tracking status; `pending` until the pickup. */
  @OneOf(TRACKING_STATUSES)
  status: TrackingStatus;
  /** Last known location. */
  location: string | null;
  /** Pickup day of a booked shipment, YYYY-MM-DD. */
  pickup_date: string | null;
  /** Estimated delivery by the carrier; defaults to `estimated_delivery_date`. */
  estimated_delivery: string | null;
  /** Pickup day plus transit days, YYYY-MM-DD. */
  estimated_delivery_date: string | null;
  /** The carrier’s public tracking page; null if unknown. */
  tracking_url: string | null;
  /** Name of the person who signed. */
  signed_by: string | null;
  /** Time of delivery, ISO 8601 in UTC. */
  @Time()
  delivered_at: string | null;
  /** Tracking events, oldest first. */
  events: TrackingEventDto[];
}

@ApiSchema({ description: 'A tracked number.' })
export class TrackedShipmentDto {
  /** `tracked_shipment`; `tracking` in shape B. */
  @Kind('tracked_shipment')
  object: 'tracked_shipment';
  /** The record's id. */
  @Int()
  id: number;
  /** The number as the client or the carrier wrote it. */
  tracking_number: string;
  /** The carrier's name. */
  carrier: string;
  /** The carrier's name. */
  carrier_name: string;
  /** Shipment with this PRO number; null for a number without a shipment. */
  @Int()
  freight_id: number | null;
  /** Customer of the number. */
  @Int()
  customer_id: number | null;
  /** Tracking status. An exception ends when the carrier reports progress. */
  @OneOf(TRACKING_STATUSES)
  status: TrackingStatus;
  /** Last known location. */
  location: string | null;
  /** Source of the status: the carrier, a simulated carrier, or the client that started tracking. */
  @OneOf(TRACKING_SOURCES)
  source: TrackingSource;
  /** Pickup day of a booked shipment, YYYY-MM-DD. */
  pickup_date: string | null;
  /** Estimated delivery by the carrier; defaults to `estimated_delivery_date`. */
  estimated_delivery: string | null;
  /** Pickup day plus transit days, YYYY-MM-DD. */
  estimated_delivery_date: string | null;
  /** The carrier’s public tracking page; null if unknown. */
  tracking_url: string | null;
  /** Name of the person who signed. */
  signed_by: string | null;
  /** Time of delivery, ISO 8601 in UTC. */
  @Time()
  delivered_at: string | null;
  /** Tracking events, oldest first. */
  events: TrackingEventDto[];
  /** Time of the last successful check, ISO 8601 in UTC. */
  @Time()
  last_checked_at: string | null;
  /** True if the last check failed and the state may be outdated. */
  stale: boolean;
  /** Time of creation, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** Time of the latest change, ISO 8601 in UTC. */
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
