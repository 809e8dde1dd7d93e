import { ApiSchema } from '@nestjs/swagger';
import { defineEvent } from '../events/define-event.js';
import { Int } from '../../platform/http/contract/response-fields.js';
import { DISABLED_REASONS, MAX_CONSECUTIVE_FAILURES } from './endpoint-states.js';
import { WebhookEndpointDto } from './webhooks.dto.js';

@ApiSchema({ description: 'Data of a test event.' })
export class WebhookTestData {
  /** A fixed message. */
  message: string;
  /** The endpoint under test. */
  @Int() endpoint_id: number;
}

/** Goes to the endpoint that its data names, whatever that endpoint subscribes to. */
export const webhookTest = defineEvent('webhook.test', {
  meaning: 'The owner of an endpoint requested a test delivery.',
  data: WebhookTestData,
  sample: buildTestData(0),
  scope: 'webhooks.read',
});

@ApiSchema({ description: 'Data of the event that reports a disabled endpoint.' })
export class WebhookDisabledData {
  /** The disabled endpoint. Its URL is reduced to scheme and host. */
  webhook_endpoint: WebhookEndpointDto;
}

export const webhookDisabled = defineEvent('webhook.disabled', {
  meaning: 'The service disabled a webhook endpoint after repeated failures or a 410 response.',
  data: WebhookDisabledData,
  sample: {
    webhook_endpoint: {
      object: 'webhook_endpoint',
      id: 0,
      url: 'https://example.com',
      events: ['shipment.delivered'],
      description: null,
      active: false,
      secret_prefix: 'whsec_',
      failure_policy: 'consecutive',
      consecutive_failures: MAX_CONSECUTIVE_FAILURES,
      disabled_at: '2026-01-31T12:00:00.000Z',
      disabled_reason: DISABLED_REASONS.exhaust,
      created_at: '2026-01-01T12:00:00.000Z',
      updated_at: '2026-01-31T12:00:00.000Z',
    },
  },
  scope: 'webhooks.read',
});

export function buildTestData(endpointId: number): WebhookTestData {
  return { message: 'This is a test event. Your endpoint receives events.', endpoint_id: endpointId };
}
