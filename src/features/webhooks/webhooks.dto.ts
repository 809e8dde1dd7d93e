import { ApiSchema } from '@nestjs/swagger';
import { EventTypes, EventTypesField } from '../events/event-type.js';
import { Int, Kind, Time } from '../../platform/http/contract/response-fields.js';
import { Flag, Text, Whole } from '../../platform/http/contract/fields.js';
import { ForwardPageQuery } from '../../platform/http/contract/list.js';
import { ShownOnce } from '../../platform/http/contract/handler-options.js';
import { MAX_URL_LENGTH } from '../../platform/http-client/url-policy.js';

/** A day. */
const MAX_OVERLAP_SECONDS = 86_400;
const HTTP_URL = { pattern: '^https?://' };

@ApiSchema({ description: 'A receiver to be told of events.' })
export class CreateWebhookDto {
  /** The receiver: an HTTPS URL that leads to a public address. */
  @Text({ max: MAX_URL_LENGTH, says: HTTP_URL, example: 'https://example.com/webhooks' })
  url: string;

  /** The event types to send. */
  @EventTypesField()
  events: string[];

  /** For its owner's own use. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
}

@ApiSchema({ description: 'What to change; what is left out stays.' })
export class UpdateWebhookDto {
  /** The receiver: pending deliveries go there too, with the body they have. */
  @Text({
    max: MAX_URL_LENGTH,
    says: HTTP_URL,
    min: 1,
    optional: true,
    example: 'https://example.com/webhooks',
  })
  url?: string;

  /** The event types to send from now on. */
  @EventTypesField({ optional: true })
  events?: string[];

  /** False holds deliveries; true sends those that are due and clears why the endpoint was disabled. */
  @Flag({ optional: true })
  active?: boolean;

  /** For its owner's own use. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
}

export class WebhookListQuery extends ForwardPageQuery {}

@ApiSchema({ description: 'A receiver of events.' })
export class WebhookEndpointDto {
  /** Always `webhook_endpoint`. */
  @Kind('webhook_endpoint')
  object: 'webhook_endpoint';
  /** The endpoint's id. */
  @Int()
  id: number;
  /** The receiver. */
  url: string;
  /** The event types it is sent. */
  @EventTypes()
  events: string[];
  /** For its owner's own use. */
  description: string | null;
  /** Whether events are sent. */
  active: boolean;
  /** The first characters of the signing secret. */
  secret_prefix: string;
  /** Failed attempts since the last success, across deliveries; ten disable the endpoint. */
  @Int()
  consecutive_failures: number;
  /** When the service disabled it, ISO 8601 in UTC. */
  @Time()
  disabled_at: string | null;
  /** Why the service disabled it, or holds its deliveries. */
  disabled_reason: string | null;
  /** When it was created, ISO 8601 in UTC. */
  @Time()
  created_at: string;
  /** When it last changed, ISO 8601 in UTC. */
  @Time()
  updated_at: string;
}

@ApiSchema({ description: 'A receiver of events, with its signing secret: shown this once.' })
export class CreatedWebhookEndpointDto extends WebhookEndpointDto {
  /** What signatures are verified with: `whsec_` and 44 base64 characters. Shown this once. */
  @ShownOnce()
  secret: string;
}

@ApiSchema({ description: 'How a signing secret is replaced.' })
export class RotateWebhookSecretDto {
  /** How many seconds deliveries are signed with the old secret too, beside the new one, at most a day. */
  @Whole(0, MAX_OVERLAP_SECONDS, { optional: true, example: 3_600 })
  overlap_seconds?: number;
}

@ApiSchema({ description: 'A new signing secret: shown this once.' })
export class WebhookSecretDto {
  /** Always `webhook_secret`. */
  @Kind('webhook_secret')
  object: 'webhook_secret';
  /** The endpoint that signs with it from now on. */
  @Int()
  endpoint_id: number;
  /** What signatures are verified with. Shown this once. */
  @ShownOnce()
  secret: string;
  /** The first characters of the secret. */
  secret_prefix: string;
  /** Until when deliveries are signed with the old secret too, ISO 8601 in UTC; null: it stopped at once. */
  @Time()
  previous_expires_at: string | null;
}

@ApiSchema({ description: 'What remains of a deleted endpoint.' })
export class DeletedWebhookEndpointDto {
  /** Always `webhook_endpoint`. */
  @Kind('webhook_endpoint')
  object: 'webhook_endpoint';
  /** The endpoint's id. */
  @Int()
  id: number;
  /** Always true. */
  deleted: boolean;
}
