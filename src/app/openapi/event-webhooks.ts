import { definedEvents, type EventDefinition } from '../../features/events/define-event.js';
import { ref, type Json } from './json.js';

export const RECEIVED_EVENTS = 'Received events';

const ENDPOINT: Json = {
  type: 'object',
  description: 'The endpoint this delivery goes to.',
  required: ['id', 'url'],
  properties: {
    id: { type: 'string', description: '`whk_` and the endpoint id.' },
    url: { type: 'string', description: 'Where the delivery was composed for.' },
  },
};

/** The `webhooks` of the document, and the schemas `Event`, `EventType` and those of each event: all from the definitions. */
export function eventWebhooks(schemas: Record<string, Json>): Json {
  const events = definedEvents();
  for (const event of events) schemas[`${pascal(event.name)}Event`] = envelope(event, schemas);
  schemas.EventEndpoint = ENDPOINT;
  schemas.EventType = {
    type: 'string',
    enum: events.map(({ name }) => name),
    description: 'The type of an event.',
  };
  schemas.Event = {
    description: 'An event as it is delivered: `type` says what `data` holds.',
    oneOf: events.map(schemaOf),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(events.map((event) => [event.name, schemaOf(event).$ref])),
    },
  };
  return Object.fromEntries(events.map((event) => [event.name, { post: webhook(event) }])) as Json;
}

/** What an endpoint is sent once it exists: any event. */
export function eventCallback(): Json {
  const events = definedEvents();
  const { description, ...request } = received('receiveEvent', ref('schemas', 'Event'), events);
  const post = { ...request, summary: 'Receive an event', description };
  return { event: { '{$request.body#/url}': { post } } };
}

/** `x-internal`: a client has nothing to call here, and OpenAPI Generator's for Python can't be loaded with such calls. */
function webhook(event: EventDefinition): Json {
  const { name, meaning } = event;
  const request = received(`receive${pascal(name)}`, schemaOf(event), [event]);
  const description = `${meaning} ${String(request.description)}`;
  return { ...request, summary: name, description, 'x-internal': true };
}

function received(operationId: string, schema: Json, events: EventDefinition[]): Json {
  return {
    operationId,
    description: 'Answer 2xx within 10 seconds; anything else is retried.',
    tags: [RECEIVED_EVENTS],
    security: [],
    parameters: [
      header(
        'X-Service-Signature',
        't=<Unix seconds>,v1=<hex HMAC-SHA256 of `t.body`, keyed with the whole secret>; a second v1= while two secrets sign',
      ),
      header('webhook-id', 'Standard Webhooks: the event id.'),
      header('webhook-timestamp', 'Standard Webhooks: Unix seconds of this attempt.'),
      header(
        'webhook-signature',
        'Standard Webhooks: `v1,` and the base64 signature; two, parted by a space, while two secrets sign.',
      ),
    ],
    requestBody: {
      required: true,
      description: 'The event. Verify the signature over the raw bytes before parsing it.',
      content: {
        'application/json': {
          schema,
          examples: Object.fromEntries(events.map((event) => [event.name, exampleOf(event)])),
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'Not accepted: the delivery is retried. 410 disables the endpoint.' },
    },
  };
}

function header(name: string, description: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

function envelope({ name, meaning, data }: EventDefinition, schemas: Record<string, Json>): Json {
  const simulated = {
    type: 'boolean',
    description: 'True in simulated events, which also carry the fields of the request; else missing.',
  };
  const dataSchema = schemas[data.name]!;
  dataSchema.properties = { ...(dataSchema.properties as Json), simulated };
  return {
    type: 'object',
    description: meaning,
    required: ['id', 'type', 'created', 'livemode', 'data', 'webhook'],
    properties: {
      id: { type: 'string', description: 'The event id; the same in every attempt and every resend.' },
      type: { type: 'string', enum: [name], description: 'The event type.' },
      created: { type: 'string', format: 'date-time', description: 'When it happened.' },
      livemode: { type: 'boolean', description: 'False for test-mode events.' },
      data: ref('schemas', data.name),
      webhook: ref('schemas', 'EventEndpoint'),
    },
  };
}

function exampleOf({ name, meaning, sample }: EventDefinition): Json {
  const value = {
    id: 'evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99',
    type: name,
    created: '2026-12-04T17:20:00.000Z',
    livemode: false,
    data: sample,
    webhook: { id: 'whk_1', url: 'https://example.com/webhooks/freight' },
  };
  return { summary: meaning, value };
}

function schemaOf({ name }: EventDefinition): { $ref: string } {
  return ref('schemas', `${pascal(name)}Event`);
}

/** `quote.expired` → `QuoteExpired`. */
function pascal(name: string): string {
  return name.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
