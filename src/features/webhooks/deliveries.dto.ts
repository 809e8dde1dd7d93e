import { ApiSchema } from '@nestjs/swagger';
import { EventType } from '../events/event-type.js';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { AnyOf, TextFilter } from '../../platform/http/contract/filters.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';
import {
  ATTEMPT_ERRORS,
  DELIVERY_STATUSES,
  type AttemptError,
  type DeliveryStatus,
} from './delivery-states.js';

export class DeliveryListQuery extends ForwardPageQuery {
  /** Only deliveries with this status, or with one of several, parted by commas. */
  @AnyOf(DELIVERY_STATUSES)
  status?: DeliveryStatus[];
  /** Only deliveries of this event. */
  @TextFilter()
  event_id?: string;
}

@ApiSchema({ description: 'One attempt to deliver, as it ended.' })
export class DeliveryAttemptDto {
  /** 1 for the first. */
  @Int()
  number: number;
  /** When it began, ISO 8601 in UTC. */
  @Time()
  at: string;
  /** Milliseconds until its outcome was known. */
  @Int()
  duration_ms: number;
  /** The receiver's HTTP status; null when none came. */
  @Int()
  response_status: number | null;
  /** The first 2 KiB of what the receiver answered. */
  response_body: string | null;
  /** Why it failed; null when it didn't. */
  @OneOf(ATTEMPT_ERRORS)
  error: AttemptError | null;
  /** The failure in words. */
  error_message: string | null;
}

@ApiSchema({ description: 'One event on its way to one endpoint, with every attempt.' })
export class WebhookDeliveryDto {
  /** Always `webhook_delivery`. */
  @Kind('webhook_delivery')
  object: 'webhook_delivery';
  /** The delivery's id. */
  @Int()
  id: number;
  /** The endpoint it goes to. */
  @Int()
  endpoint_id: number;
  /** The event's id, `evt_…`; a resend has the same. */
  event_id: string;
  /** The event's type. */
  @EventType()
  event_type: string;
  /** `pending` before the first attempt has ended, `retrying` after a failed one. */
  @OneOf(DELIVERY_STATUSES)
  status: DeliveryStatus;
  /** Attempts that have ended. */
  @Int()
  attempt_count: number;
  /** Attempts after which a delivery is failed. */
  @Int()
  max_attempts: number;
  /** The last attempt's HTTP status. */
  @Int()
  response_status: number | null;
  /** The first 2 KiB of the last answer. */
  response_body: string | null;
  /** Why the last attempt failed; null when it didn't. */
  @OneOf(ATTEMPT_ERRORS)
  error: AttemptError | null;
  /** Milliseconds the last attempt took. */
  @Int()
  duration_ms: number | null;
  /** When the next attempt is due, ISO 8601 in UTC; held while the endpoint is inactive. */
  @Time()
  next_attempt_at: string | null;
  /** When the receiver accepted it, ISO 8601 in UTC. */
  @Time()
  delivered_at: string | null;
  /** When the event happened or the resend was asked for, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When it last changed, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
  /** Every attempt, oldest first. */
  attempts: DeliveryAttemptDto[];
}
