import type { WebhookDeliveryDto } from './deliveries.dto.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { WebhookEndpointDto } from './webhooks.dto.js';

/** An endpoint as the API shows it: without its secret. */
export function toEndpointDto(endpoint: WebhookEndpoint): WebhookEndpointDto {
  return {
    object: 'webhook_endpoint',
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    description: endpoint.description,
    active: endpoint.active,
    secret_prefix: endpoint.secretPrefix,
    consecutive_failures: endpoint.consecutiveFailures,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    disabled_reason: endpoint.disabledReason,
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

/** A delivery as the API shows it: its own fields, the last attempt's, and every attempt. */
export function toDeliveryDto(delivery: WebhookDelivery, maxAttempts: number): WebhookDeliveryDto {
  const last = delivery.attempts.at(-1);
  return {
    object: 'webhook_delivery',
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    max_attempts: maxAttempts,
    response_status: last?.response_status ?? null,
    response_body: last?.response_body ?? null,
    error: last?.error ?? null,
    duration_ms: last?.duration_ms ?? null,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    delivered_at: delivery.deliveredAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
    updated_at: delivery.updatedAt.toISOString(),
    attempts: delivery.attempts,
  };
}
