import { ApiSchema } from '@nestjs/swagger';
import { EventType } from '../events/event-type.js';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { IsoDate } from '../../platform/http/contract/dates.js';
import { Choice, Id } from '../../platform/http/contract/fields.js';
import { AnyOf, TextFilter } from '../../platform/http/contract/filters.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';
import {
  ATTEMPT_ERRORS,
  DELIVERY_STATUSES,
  type AttemptError,
  type DeliveryStatus,
} from './delivery-states.js';

export class DeliveryListQuery extends ForwardPageQuery {
  /** Only deliveries with one of these statuses, separated by commas. */
  @AnyOf(DELIVERY_STATUSES) status?: DeliveryStatus[];
  /** Only deliveries of this event. */
  @TextFilter() event_id?: string;
}

@ApiSchema({ description: 'One finished attempt of a delivery.' })
export class DeliveryAttemptDto {
  /** The number of the attempt, starting at 1. */
  @Int() number: number;
  /** Start time, ISO 8601 in UTC. */
  @Time() at: string;
  /** Duration in milliseconds. */
  @Int() duration_ms: number;
  /** The HTTP status of the response; null without a response. */
  @Int() response_status: number | null;
  /** The first 2 KiB of the response body. */
  response_body: string | null;
  /** The reason for the failure; null after a success. */
  @OneOf(ATTEMPT_ERRORS) error: AttemptError | null;
  /** Describes the failure. */
  error_message: string | null;
}

@ApiSchema({ description: 'The delivery of one event to one endpoint, with all attempts.' })
export class WebhookDeliveryDto {
  /** Always `webhook_delivery`. */
  @Kind('webhook_delivery') object: 'webhook_delivery';
  /** The delivery's id. */
  @Int() id: number;
  /** The endpoint's id. */
  @Int() endpoint_id: number;
  /** The event's id, `evt_…`. A resent delivery has the same event id. */
  event_id: string;
  /** The event's type. */
  @EventType() event_type: string;
  /** `pending` until the first attempt ends, `retrying` after a failed attempt that will be retried, `failed` after the last failed attempt. */
  @OneOf(DELIVERY_STATUSES) status: DeliveryStatus;
  /** Number of finished attempts. */
  @Int() attempt_count: number;
  /** The delivery fails after this many attempts. */
  @Int() max_attempts: number;
  /** The HTTP status of the last attempt. */
  @Int() response_status: number | null;
  /** The first 2 KiB of the last response body. */
  response_body: string | null;
  /** The reason why the last attempt failed; null if it succeeded. */
  @OneOf(ATTEMPT_ERRORS) error: AttemptError | null;
  /** Duration of the last attempt in milliseconds. */
  @Int() duration_ms: number | null;
  /** Due time of the next attempt, ISO 8601 in UTC. No attempt is made while the endpoint is inactive. */
  @Time() next_attempt_at: string | null;
  /** When the receiver accepted the delivery, ISO 8601 in UTC. */
  @Time() delivered_at: string | null;
  /** When the delivery was created, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** When the delivery last changed, ISO 8601 in UTC. */
  @Time() updated_at: string;
  /** All finished attempts, oldest first. */
  attempts: DeliveryAttemptDto[];
}

export const RECOVERY_SCOPES = ['failed', 'all', 'missed'] as const;
export type RecoveryScope = (typeof RECOVERY_SCOPES)[number];

@ApiSchema({ description: 'Selects the events to resend.' })
export class RecoverWebhookDto {
  /** Recovers deliveries created, and with `missed` events published, at this time or later: a timestamp, or a date from 00:00 UTC. */
  @IsoDate() since: string;
  /**
   * `failed` (default) resends failed deliveries. `all` also resends delivered ones, for a receiver that lost its data.
   * `missed` resends failed deliveries and delivers events that were published while the endpoint was inactive.
   */
  @Choice(RECOVERY_SCOPES, { optional: true }) include?: RecoveryScope;
  /** The `last_delivery_id` of an earlier response with `has_more`. */
  @Id({ optional: true }) starting_after?: number;
}

@ApiSchema({ description: 'The result of a recovery request.' })
export class WebhookRecoveryDto {
  /** Always `webhook_recovery`. */
  @Kind('webhook_recovery') object: 'webhook_recovery';
  /** The endpoint's id. */
  @Int() endpoint_id: number;
  /** `since` of the request. */
  since: string;
  /** `include` of the request, or its default. */
  @OneOf(RECOVERY_SCOPES) include: RecoveryScope;
  /** Number of new deliveries. */
  @Int() count: number;
  /** The last delivery that was checked; null if there was none. */
  @Int() last_delivery_id: number | null;
  /** True if more deliveries remain. Send the request again with `starting_after` set to `last_delivery_id`. If `last_delivery_id` is null, omit `starting_after`. */
  has_more: boolean;
}
