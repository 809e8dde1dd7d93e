import { EVENT_TYPES, type EventType } from '../events/event-types.js';
import { EXAMPLES } from './examples.js';
import { ref, type Json } from './json.js';

const SIMULATED: Json = {
  simulated: { type: 'boolean', description: 'True in simulated events, which also carry the fields of the request; else missing.' },
};

const SHIPMENT: Json = {
  type: 'object',
  description: 'The shipment as events tell of it.',
  required: ['id', 'freight_id', 'proNumber', 'status', 'location', 'carrier'],
  properties: {
    id: { type: 'integer', description: "The shipment's id; of a number that is only tracked, its own." },
    freight_id: { type: ['integer', 'null'], description: "The shipment's id; null for a number that is only tracked." },
    proNumber: { type: 'string', description: 'The PRO number, empty until it is assigned.' },
    status: {
      type: 'string',
      enum: ['BOOKED', 'PICKED_UP', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED', 'EXCEPTION', 'VOIDED'],
      description: 'Where the shipment stands.',
    },
    location: { type: 'string', description: 'Where the freight is, empty when unknown.' },
    carrier: { type: 'string', description: "The carrier's name." },
  },
};

const TEST_DATA: Json = {
  type: 'object',
  description: 'What a test delivery says.',
  required: ['message', 'endpoint_id'],
  properties: {
    message: { type: 'string', description: 'A greeting.' },
    endpoint_id: { type: 'integer', description: 'The endpoint under test.' },
    ...SIMULATED,
  },
};

/** What `data` holds, by event type or its group: the resource as the API shows it. */
const DATA: Record<string, Record<string, string>> = {
  shipment: { shipment: 'EventShipment' },
  'quote.expired': { quote: 'Quote' },
  invoice: { invoice: 'InvoiceWithLines' },
  customer: { customer: 'Customer' },
  bill: { bill: 'Bill' },
  'bol.generated': { bol: 'Bol', shipment: 'Freight' },
};

/** The `webhooks` of the document: every event type with its payload, and what signs it. */
export function eventWebhooks(schemas: Record<string, Json>): Json {
  schemas.EventShipment = SHIPMENT;
  const webhooks = Object.entries(EVENT_TYPES).map(([type, description]) => [
    type,
    { post: webhook(type as EventType, description, schemas) },
  ]);
  return Object.fromEntries(webhooks) as Json;
}

function webhook(type: EventType, description: string, schemas: Record<string, Json>): Json {
  const verb = type.replace(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase());
  return {
    operationId: `receive${verb[0]!.toUpperCase()}${verb.slice(1)}`,
    summary: type,
    description: `${description} Answer 2xx within 10 seconds; anything else is retried.`,
    tags: ['Webhooks'],
    security: [],
    parameters: [
      header('X-Service-Signature', 't=<Unix seconds>,v1=<hex HMAC-SHA256 of `t.body`, keyed with the whole secret>'),
      header('webhook-id', 'Standard Webhooks: the event id.'),
      header('webhook-timestamp', 'Standard Webhooks: Unix seconds of this attempt.'),
      header('webhook-signature', 'Standard Webhooks: `v1,` and the base64 signature.'),
    ],
    requestBody: {
      required: true,
      description: 'The event. Verify the signature over the raw bytes before parsing it.',
      content: {
        'application/json': {
          schema: payload(type, schemas),
          examples: { [type]: { summary: description, value: exampleOf(type) } },
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

function payload(type: EventType, schemas: Record<string, Json>): Json {
  return {
    type: 'object',
    description: 'An event as it is delivered.',
    required: ['id', 'type', 'created', 'livemode', 'data', 'webhook'],
    properties: {
      id: { type: 'string', description: 'The event id; the same in every attempt and every resend.' },
      type: { type: 'string', enum: [type], description: 'The event type.' },
      created: { type: 'string', format: 'date-time', description: 'When it happened.' },
      livemode: { type: 'boolean', description: 'False for test-mode events.' },
      data: dataSchema(type, schemas),
      webhook: {
        type: 'object',
        description: 'The endpoint this delivery goes to.',
        required: ['id', 'url'],
        properties: {
          id: { type: 'string', description: '`whk_` and the endpoint id.' },
          url: { type: 'string', description: 'Where the delivery was composed for.' },
        },
      },
    },
  };
}

function dataSchema(type: EventType, schemas: Record<string, Json>): Json {
  if (type === 'webhook.test') return TEST_DATA;
  if (type === 'quote.created') {
    return object({
      quote_group_id: { type: 'string', description: 'Shared by the quotes.' },
      quotes: { type: 'array', items: ref('schemas', 'Quote'), description: 'Every quote of the group.' },
    });
  }
  const fields = Object.entries(fieldsOf(type)).filter(([, schema]) => schema in schemas);
  return object(Object.fromEntries(fields.map(([name, schema]) => [name, ref('schemas', schema)])));
}

function fieldsOf(type: EventType): Record<string, string> {
  return DATA[type] ?? DATA[type.split('.')[0]!] ?? {};
}

function object(properties: Json): Json {
  const required = Object.keys(properties);
  return { type: 'object', description: 'What it happened to.', required, properties: { ...properties, ...SIMULATED } };
}

function exampleOf(type: EventType): Json {
  return {
    id: 'evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99',
    type,
    created: '2026-12-04T17:20:00.000Z',
    livemode: false,
    data: dataExample(type),
    webhook: { id: 'whk_1', url: 'https://example.com/webhooks/freight' },
  };
}

function dataExample(type: EventType): Json {
  if (type === 'webhook.test') return { message: 'This is a test delivery.', endpoint_id: 1 };
  if (type.startsWith('shipment.')) return { shipment: shipmentExample(type) };
  if (type === 'quote.created') {
    const { quote_group_id, data } = (EXAMPLES.createQuotes?.answers['201'] ?? {}) as Json;
    return { quote_group_id, quotes: data };
  }
  const answers: Record<string, string> = {
    quote: 'getQuote',
    invoice: 'getInvoice',
    customer: 'getCustomer',
    bill: 'getBill',
    bol: 'getBol',
    shipment: 'getFreight',
  };
  return Object.fromEntries(
    Object.keys(fieldsOf(type)).map((name) => [name, EXAMPLES[answers[name]!]?.answers['200'] ?? {}]),
  );
}

function shipmentExample(type: EventType): Json {
  const word = type.split('.')[1]!.toUpperCase();
  const status = word === 'CANCELLED' ? 'VOIDED' : word;
  return { id: 42, freight_id: 42, proNumber: '104857623', status, location: 'Chicago, IL', carrier: 'Prairie Star LTL' };
}
