import { ApiSchema } from '@nestjs/swagger';
import { defineEvent } from '../events/define-event.js';
import { Int } from '../../platform/http/contract/response-fields.js';

@ApiSchema({ description: 'Data of a test event.' })
export class WebhookTestData {
  /** A fixed text. */
  message: string;
  /** The endpoint under test. */
  @Int()
  endpoint_id: number;
}

/** Goes to the endpoint that its data names, whatever that endpoint subscribes to. */
export const webhookTest = defineEvent('webhook.test', {
  meaning: 'The owner of an endpoint requested a test delivery.',
  data: WebhookTestData,
  sample: buildTestData(0),
  scope: 'webhooks.read',
});

export function buildTestData(endpointId: number): WebhookTestData {
  return { message: 'This is a test event. Your endpoint receives events.', endpoint_id: endpointId };
}
