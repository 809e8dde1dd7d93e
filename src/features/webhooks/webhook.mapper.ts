import { toDto } from '../../platform/http/contract/case-mapper.js';
import { WebhookDeliveryDto } from './deliveries.dto.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointDto } from './webhooks.dto.js';

export function toEndpointDto(endpoint: WebhookEndpoint): WebhookEndpointDto {
  return toDto(WebhookEndpointDto, endpoint, { object: 'webhook_endpoint' });
}

/** Repeats the result of the last attempt in the delivery itself. */
export function toDeliveryDto(delivery: WebhookDelivery, maxAttempts: number): WebhookDeliveryDto {
  const last = delivery.attempts.at(-1);
  return toDto(WebhookDeliveryDto, delivery, {
    object: 'webhook_delivery',
    max_attempts: maxAttempts,
    response_status: last?.response_status ?? null,
    response_body: last?.response_body ?? null,
    error: last?.error ?? null,
    duration_ms: last?.duration_ms ?? null,
  });
}
