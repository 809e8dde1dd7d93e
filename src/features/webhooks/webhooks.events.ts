import { ApiSchema } from '@nestjs/swagger';
import { defineEvent } from '../events/define-event.js';
import { Int } from '../../platform/http/contract/response-fields.js';

@ApiSchema({ description: 'What a test delivery says.' })
export class WebhookTestData {
  /** A greeting. */
  message: string;
  /** The endpoint under test. */
  @Int()
  endpoint_id: number;
}

/** It goes to the endpoint that it names, whatever that one subscribes to. */
export const webhookTest = defineEvent('webhook.test', {
  meaning: 'A test delivery that the owner of an endpoint asked for.',
  data: WebhookTestData,
  sample: buildTestData(0),
  scope: 'webhooks.read',
});

export function buildTestData(endpointId: number): WebhookTestData {
  return { message: 'This is a test event: your endpoint is set up.', endpoint_id: endpointId };
}
