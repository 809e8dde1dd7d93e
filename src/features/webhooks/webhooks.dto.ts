import { ApiSchema } from '@nestjs/swagger';
import { EventTypes, EventTypesField } from '../events/event-type.js';
import { Int, Kind, OneOf, Time } from '../../platform/http/contract/response-fields.js';
import { Choice, Flag, Text, Whole } from '../../platform/http/contract/fields.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';
import { ShownOnce } from '../../platform/http/contract/handler-options.js';
import { FAILURE_POLICIES, type FailurePolicy } from './endpoint-states.js';
import { MAX_URL_LENGTH } from '../../platform/http-client/url-policy.js';

const MAX_OVERLAP_SECONDS = 86_400;
const HTTP_URL = { pattern: '^https?://' };

@ApiSchema({ description: 'A new receiver of events.' })
export class CreateWebhookDto {
  /** The HTTPS URL of the receiver. Its host must have a public address. */
  @Text({ max: MAX_URL_LENGTH, says: HTTP_URL, example: 'https://example.com/webhooks' }) url: string;
  /** The event types to send: names, `shipment.*` for all types of a resource, or `*` for all types, including later ones. */
  @EventTypesField() events: string[];
  /**
   * `consecutive` (default): ten failed attempts in a row disable the endpoint. `outage`: failures in one outage count as one until the next retry is due,
   * so a burst of events does not disable an endpoint while its receiver restarts.
   */
  @Choice(FAILURE_POLICIES, { optional: true }) failure_policy?: FailurePolicy;
  /** Free text for your own use. */
  @Text({ optional: true, nullable: true }) description?: string | null;
}

@ApiSchema({ description: 'Fields to update. Omitted fields keep their values.' })
export class UpdateWebhookDto {
  /** The URL of the receiver. Pending deliveries go there too, with an unchanged body. */
  @Text({
    max: MAX_URL_LENGTH,
    says: HTTP_URL,
    min: 1,
    optional: true,
    example: 'https://example.com/webhooks',
  })
  url?: string;

  /** The event types to send in the future. */
  @EventTypesField({ optional: true }) events?: string[];
  /** Which failed attempts count toward disabling the endpoint. */
  @Choice(FAILURE_POLICIES, { optional: true }) failure_policy?: FailurePolicy;
  /** `false` holds deliveries. `true` sends the held deliveries and clears `disabled_reason`. */
  @Flag({ optional: true }) active?: boolean;
  /** Free text for your own use. */
  @Text({ optional: true, nullable: true }) description?: string | null;
}

export class WebhookListQuery extends ForwardPageQuery {}

@ApiSchema({ description: 'A receiver of events.' })
export class WebhookEndpointDto {
  /** Always `webhook_endpoint`. */
  @Kind('webhook_endpoint') object: 'webhook_endpoint';
  /** The endpoint's id. */
  @Int() id: number;
  /** The URL of the receiver. Without the scope `webhooks.write` only its scheme and host. */
  url: string;
  /** The subscribed event types and wildcards. */
  @EventTypes() events: string[];
  /** Free text for your own use. */
  description: string | null;
  /** False if deliveries are held. */
  active: boolean;
  /** The first characters of the signing secret. */
  secret_prefix: string;
  /** Which failed attempts count toward disabling the endpoint. */
  @OneOf(FAILURE_POLICIES) failure_policy: FailurePolicy;
  /** Failures since the last success, across deliveries, as `failure_policy` counts them. Ten disable the endpoint. */
  @Int() consecutive_failures: number;
  /** When the service disabled the endpoint, ISO 8601 in UTC. */
  @Time() disabled_at: string | null;
  /** Why the service disabled the endpoint or holds its deliveries. */
  disabled_reason: string | null;
  /** When the endpoint was created, ISO 8601 in UTC. */
  @Time() created_at: string;
  /** When the endpoint last changed, ISO 8601 in UTC. */
  @Time() updated_at: string;
}

@ApiSchema({
  description: 'A receiver of events, with its signing secret. Later responses do not contain the secret.',
})
export class CreatedWebhookEndpointDto extends WebhookEndpointDto {
  /** The key for verifying signatures: `whsec_` and 44 base64 characters. Shown only once. */
  @ShownOnce() secret: string;
}

@ApiSchema({ description: 'Options for the rotation of a signing secret.' })
export class RotateWebhookSecretDto {
  /** For this many seconds, at most one day, deliveries are signed with both the old and the new secret. */
  @Whole(0, MAX_OVERLAP_SECONDS, { optional: true, example: 3_600 }) overlap_seconds?: number;
}

@ApiSchema({ description: 'A new signing secret. Shown only once.' })
export class WebhookSecretDto {
  /** Always `webhook_secret`. */
  @Kind('webhook_secret') object: 'webhook_secret';
  /** The endpoint's id. */
  @Int() endpoint_id: number;
  /** The key for verifying signatures. Shown only once. */
  @ShownOnce() secret: string;
  /** The first characters of the secret. */
  secret_prefix: string;
  /** End of the overlap with the old secret, ISO 8601 in UTC; null without an overlap. */
  @Time() previous_expires_at: string | null;
}

@ApiSchema({ description: 'A deleted webhook endpoint.' })
export class DeletedWebhookEndpointDto {
  /** Always `webhook_endpoint`. */
  @Kind('webhook_endpoint') object: 'webhook_endpoint';
  /** The endpoint's id. */
  @Int() id: number;
  /** Always true. */
  deleted: boolean;
}
