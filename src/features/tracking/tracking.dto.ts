import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { Timestamp } from '../../platform/http/contract/dates.js';
import { Choice, Id, Text, Whole } from '../../platform/http/contract/fields.js';
import { State } from '../../platform/http/contract/place-fields.js';
import { AnyOf, IdFilter } from '../../platform/http/contract/filters.js';
import { TwoWayPageQuery } from '../../platform/http/contract/list.js';
import {
  TRACKING_SOURCES,
  TRACKING_STATUSES,
  type TrackingSource,
  type TrackingStatus,
} from '../../domain/tracking-status.js';

const clearable = { optional: true, nullable: true };

@ApiSchema({ description: 'A number to track.' })
export class StartTrackingDto {
  /** PRO number or another tracking number. Spaces, dashes and case are ignored. */
  @Text({ max: 50, says: { pattern: '[A-Za-z0-9]' }, example: '123456785' }) tracking_number: string;
  /** Carrier name or SCAC. Default: `TRACKING_DEFAULT_CARRIER`. */
  @Text({ optional: true, nullable: true, min: 1, example: 'XPO' }) carrier?: string | null;
  /** Customer of the number. */
  @Id({ optional: true, nullable: true }) customer_id?: number | null;
}

@ApiSchema({ description: 'A scan that you record by hand, for example after a call from the driver.' })
export class RecordScanDto {
  /**
   * Status that the scan reports. `delivered` marks the shipment as delivered. `cancelled` voids a shipment that was
   * not picked up.
   */
  @Choice(TRACKING_STATUSES, { example: 'delivered' }) status: TrackingStatus;
  /**
   * Time of the scan with its time zone. It must not be in the future. It must not be before the pickup day or, until a
   * pickup is recorded, before the day the shipment was created.
   */
  @Timestamp() occurred_at: string;
  /** City of the scan. */
  @Text({ ...clearable, max: 100, example: 'Chicago' }) city?: string | null;
  /** State or province of the scan. */
  @State({ ...clearable, countryElsewhere: true, example: 'IL' }) state?: string | null;
  /** Description, for example of an exception. */
  @Text({ ...clearable, example: 'Left at dock 4' }) description?: string | null;
  /** Name of the person who signed. Only with the status `delivered`. */
  @Text({ ...clearable, max: 100, example: 'Bob Ray' }) signed_by?: string | null;
  /** Pieces that the driver or the consignee counted. */
  @Whole(0, 1_000_000, { ...clearable, example: 1 }) pieces?: number | null;
}

export class TrackingListQuery extends TwoWayPageQuery {
  /** Only numbers of this customer. */
  @IdFilter() customer_id?: number;
  /** Only numbers with one of these statuses, separated by commas. */
  @AnyOf(TRACKING_STATUSES) status?: TrackingStatus[];
  /** Only numbers of this carrier, by SCAC or name. */
  @Text({ optional: true, min: 1 }) carrier?: string;
}

@ApiSchema({ description: 'A tracking event.' })
export class TrackingEventDto {
  /** Status reported by the event. */
  @OneOf(TRACKING_STATUSES) status: TrackingStatus;
  /** The carrier’s description; may be empty. */
  description: string;
  /** Location; empty if unknown. */
  location: string;
  /** The carrier’s event or reason code; null if the carrier sends none. */
  code: string | null;
  /** Source of the event: the carrier, a simulated carrier, or a scan that a client recorded. */
  @OneOf(TRACKING_SOURCES) source: TrackingSource;
  /** The person who signed, from a recorded scan; null if unknown. */
  signed_by: string | null;
  /** The pieces counted in a recorded scan; null if unknown. */
  @Int() pieces: number | null;
  /** Time of the event, ISO 8601 in UTC. */
  @Time() occurred_at: string;
}

@ApiSchema({ description: 'The tracking of a shipment.' })
export class TrackingDto {
  /** Always `tracking`. */
  @Kind('tracking') object: 'tracking';
  /** Tracking number; null until the carrier assigns one. */
  tracking_number: string | null;
  /** The carrier's name. */
  carrier_name: string;
  /** Tracking status; `pending` until the pickup. */
  @OneOf(TRACKING_STATUSES) status: TrackingStatus;
  /** Last known location. */
  location: string | null;
  /** Pickup day of a booked shipment, YYYY-MM-DD. */
  pickup_date: string | null;
  /** The carrier’s delivery estimate; defaults to `estimated_delivery_date`. */
  estimated_delivery: string | null;
  /** Pickup day plus transit days, YYYY-MM-DD. */
  estimated_delivery_date: string | null;
  /** The carrier’s public tracking page; null if unknown. */
  tracking_url: string | null;
  /** Name of the person who signed. */
  signed_by: string | null;
  /** Time of delivery, ISO 8601 in UTC. */
  @Time() delivered_at: string | null;
  /** Tracking events, oldest first. */
  events: TrackingEventDto[];
}

@ApiSchema({ description: 'A tracked number.' })
export class TrackedShipmentDto {
  /** `tracked_shipment`; `tracking` in shape B. */
  @Kind('tracked_shipment') object: 'tracked_shipment';
  /** The record's id. */
  @Int() id: number;
  /** The number as the client or the carrier sent it. */
  tracking_number: string;
  /** The carrier's name. */
  carrier: string;
  /** The carrier's name. */
  carrier_name: string;
  /** Shipment with this PRO number; null for a number without a shipment. */
  @Int() freight_id: number | null;
  /** Customer of the number. */
  @Int() customer_id: number | null;
  /** Tracking status. An exception ends when the carrier reports progress. */
  @OneOf(TRACKING_STATUSES) status: TrackingStatus;
  /** Last known location. */
  location: string | null;
  /** Source of the status: the carrier, a simulated carrier, or the client that started tracking or recorded the last scan. */
  @OneOf(TRACKING_SOURCES) source: TrackingSource;
  /** Pickup day of a booked shipment, YYYY-MM-DD. */
  pickup_date: string | null;
  /** The carrier’s delivery estimate; defaults to `estimated_delivery_date`. */
  estimated_delivery: string | null;
  /** Pickup day plus transit days, YYYY-MM-DD. */
  estimated_delivery_date: string | null;
  /** The carrier’s public tracking page; null if unknown. */
  tracking_url: string | null;
  /** Name of the person who signed. */
  signed_by: string | null;
  /** Time of delivery, ISO 8601 in UTC. */
  @Time() delivered_at: string | null;
  /** Tracking events, oldest first. */
  events: TrackingEventDto[];
  /** Time of the last successful check, ISO 8601 in UTC. */
  @Time() last_checked_at: string | null;
  /** True if the last check failed and the state may be outdated. */
  stale: boolean;
  /** Time of creation, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** Time of the latest change, ISO 8601 in UTC. */
  @Time() updated_at: string;
}

@ApiSchema({ description: 'A number that is no longer tracked.' })
export class StoppedTrackingDto {
  /** Always `tracking`. */
  @Kind('tracking') object: 'tracking';
  /** Always true. */
  deleted: boolean;
}
