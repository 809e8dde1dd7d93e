import { listDefinedEvents, type EventDefinition } from '../../features/events/define-event.js';
import { API_VERSION } from '../../features/events/event.mapper.js';
import { listEventPatterns } from '../../features/events/event-patterns.js';
import { ref, type JsonObject } from './document-types.js';

export const RECEIVED_EVENTS_TAG = 'Received events';

const ENDPOINT_SCHEMA: JsonObject = {
  type: 'object',
  description: 'The endpoint of this delivery.',
  required: ['id', 'url'],
  properties: {
    id: { type: 'string', description: '`whk_` and the endpoint id.' },
    url: { type: 'string', description: 'The endpoint’s URL when the event occurred.' },
  },
};

/** Builds the `webhooks` of the document, and adds the schemas `Event`, `EventType` and one per event. */
export function buildEventWebhooks(schemas: Record<string, JsonObject>): JsonObject {
  const events = listDefinedEvents();
  for (const event of events) schemas[`${toPascalCase(event.name)}Event`] = buildEventSchema(event, schemas);
  schemas.EventEndpoint = ENDPOINT_SCHEMA;
  schemas.EventType = {
    type: 'string',
    enum: listEventPatterns(),
    description:
      'The type of an event. Only endpoint subscriptions accept the wildcards `*` and `shipment.*`.',
  };
  schemas.Event = {
    description: 'An event as delivered. `type` selects the schema of `data`.',
    oneOf: events.map(buildEventRef),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(events.map((event) => [event.name, buildEventRef(event).$ref])),
    },
  };
  return Object.fromEntries(events.map((event) => [event.name, { post: buildWebhook(event) }])) as JsonObject;
}

/** Returns the JSON Schema of an event's `data` with all schemas that it refers to in `$defs`. */
export function buildEventDataSchema(schemas: Record<string, JsonObject>, type: string): JsonObject {
  const $defs: Record<string, JsonObject> = {};
  const rewrite = (text: string): string =>
    text.replace(/"#\/components\/schemas\/(\w+)"/g, (_match, name: string) => {
      if (!(name in $defs)) {
        $defs[name] = {};
        $defs[name] = JSON.parse(rewrite(JSON.stringify(schemas[name]))) as JsonObject;
      }
      return `"#/$defs/${name}"`;
    });
  const { data } = schemas[`${toPascalCase(type)}Event`]!.properties as { data: JsonObject };
  return { ...(JSON.parse(rewrite(JSON.stringify(data))) as JsonObject), $defs };
}

export function buildEventCallback(): JsonObject {
  const events = listDefinedEvents();
  const { description, ...request } = buildReceiveOperation('receiveEvent', ref('schemas', 'Event'), events);
  const post = { ...request, summary: 'Receive an event', description };
  return { event: { '{$request.body#/url}': { post } } };
}

/**
 * Sets `x-internal`, because clients do not call these operations, and because the Python client that OpenAPI Generator
 * makes of them cannot be imported.
 */
function buildWebhook(event: EventDefinition): JsonObject {
  const { name, meaning } = event;
  const request = buildReceiveOperation(`receive${toPascalCase(name)}`, buildEventRef(event), [event]);
  const description = `${meaning} ${String(request.description)}`;
  return { ...request, summary: name, description, 'x-internal': true };
}

function buildReceiveOperation(
  operationId: string,
  schema: JsonObject,
  events: EventDefinition[],
): JsonObject {
  return {
    operationId,
    description: 'Respond with 2xx within 10 seconds. The service retries after any other result.',
    tags: [RECEIVED_EVENTS_TAG],
    security: [],
    parameters: [
      buildHeaderParameter(
        'X-Service-Signature',
        '`t=<Unix seconds>,v1=<hex HMAC-SHA256 of t.body, keyed with the whole secret>`. While two secrets are valid, a second `v1=` follows.',
      ),
      buildHeaderParameter('webhook-id', 'Standard Webhooks: the event id.'),
      buildHeaderParameter('webhook-timestamp', 'Standard Webhooks: time of this attempt in Unix seconds.'),
      buildHeaderParameter(
        'webhook-signature',
        'Standard Webhooks: `v1,` and the base64 signature. While two secrets are valid, a second one follows after a space.',
      ),
    ],
    requestBody: {
      required: true,
      description: 'The event. Verify the signature over the raw bytes before parsing it.',
      content: {
        'application/json': {
          schema,
          examples: Object.fromEntries(events.map((event) => [event.name, buildEventExample(event)])),
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'Not accepted. The service retries. 410 disables the endpoint.' },
    },
  };
}

function buildHeaderParameter(name: string, description: string): JsonObject {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}

function buildEventSchema(
  { name, meaning, data }: EventDefinition,
  schemas: Record<string, JsonObject>,
): JsonObject {
  const simulated = {
    type: 'boolean',
    description:
      'True in simulated events, which also contain the fields of the simulation request. Absent otherwise.',
  };
  const dataSchema = schemas[data.name]!;
  dataSchema.properties = { ...(dataSchema.properties as JsonObject), simulated };
  return {
    type: 'object',
    description: meaning,
    required: ['id', 'type', 'created', 'livemode', 'data', 'webhook'],
    properties: {
      id: { type: 'string', description: 'The event id. Attempts and resends share it.' },
      type: { type: 'string', enum: [name], description: 'The event type.' },
      created: { type: 'string', format: 'date-time', description: 'When the event occurred.' },
      // Not required: deliveries that were pending during an upgrade from 1.0.0-rc.1 lack these three.
      object: { type: 'string', enum: ['event'], description: 'Always `event`.' },
      created_at: { type: 'string', format: 'date-time', description: 'The same as `created`.' },
      api_version: { type: 'string', enum: [API_VERSION], description: 'The API version of `data`.' },
      livemode: { type: 'boolean', description: 'False for test-mode events.' },
      data: ref('schemas', data.name),
      webhook: ref('schemas', 'EventEndpoint'),
    },
  };
}

export function buildEventExample({ name, meaning, sample }: EventDefinition): JsonObject {
  const value = {
    object: 'event',
    id: 'evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99',
    type: name,
    created: '2026-12-04T17:20:00.000Z',
    created_at: '2026-12-04T17:20:00.000Z',
    livemode: false,
    api_version: API_VERSION,
    data: sample,
    webhook: { id: 'whk_1', url: 'https://example.com/webhooks/freight' },
  };
  return { summary: meaning, value };
}

function buildEventRef({ name }: EventDefinition): { $ref: string } {
  return ref('schemas', `${toPascalCase(name)}Event`);
}

function toPascalCase(name: string): string {
  return name.replace(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
