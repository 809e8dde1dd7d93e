import { MAX_ID } from '../../platform/http/contract/fields.js';
import { EXAMPLES } from './examples.js';
import type { JsonObject, Route } from './document-types.js';

const RESOURCE_NOUNS: Record<string, string> = {
  quotes: 'quote',
  freight: 'shipment',
  shipments: 'shipment',
  addresses: 'address',
  products: 'product',
  tariffs: 'tariff',
  customers: 'customer',
  invoices: 'invoice',
  bills: 'bill',
  webhooks: 'webhook endpoint',
  keys: 'API key',
  members: 'member',
  invitations: 'invitation',
  'carrier-connections': 'carrier connection',
};

const ID_SCHEMA: JsonObject = { type: 'integer', format: 'int64', minimum: 0, maximum: MAX_ID };

const NAMED_PARAMETERS: Record<string, JsonObject> = {
  groupId: {
    description: 'The `quote_group_id` that the quotes share.',
    example: 'qg_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99',
    schema: { type: 'string', maxLength: 64 },
  },
  tracking_number: {
    description: 'The PRO or tracking number. Spaces and dashes are ignored.',
    example: '104857629',
    schema: { type: 'string', minLength: 1, maxLength: 50 },
  },
  document_id: { description: 'The id of the document.', example: 1, schema: ID_SCHEMA },
  delivery_id: { description: 'The id of the delivery record.', example: 1, schema: ID_SCHEMA },
};

const EVENT_ID_PARAMETER: JsonObject = {
  description: 'The id of the event.',
  example: 'evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99',
  schema: { type: 'string', maxLength: 64 },
};

/** Describes path parameters. Ids are integers, except those of carriers, which may be a SCAC, and of events. */
export function describePathParameters({ path, operation }: Route): void {
  const [, , , collection] = path.split('/');
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'path' || parameter.description) continue;
    const name = parameter.name as string;
    if (collection === 'carriers') {
      const description = 'The integer id or the SCAC of the carrier.';
      Object.assign(parameter, { description, example: 'SIM2', schema: { type: 'string', maxLength: 16 } });
    } else if (collection === 'events') Object.assign(parameter, EVENT_ID_PARAMETER);
    else if (name in NAMED_PARAMETERS) Object.assign(parameter, NAMED_PARAMETERS[name]);
    else if ((parameter.schema as JsonObject | undefined)?.type === 'string') {
      Object.assign(parameter, { description: `The ${name} of the ${toResourceNoun(name, path)}.` });
    } else {
      const description = `The id of the ${RESOURCE_NOUNS[collection!] ?? toResourceNoun(name, path)}.`;
      Object.assign(parameter, { description, example: 1, schema: ID_SCHEMA });
    }
  }
}

/** Returns the singular of the path segment before a parameter, e.g. "acme thing" for `/acme-things/{id}`. */
function toResourceNoun(name: string, path: string): string {
  const segments = path.split('/');
  const plural = segments[segments.indexOf(`{${name}}`) - 1]!.replaceAll('-', ' ');
  return plural
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/(?<!s)s$/, '');
}

/**
 * Adds the examples that Swagger UI fills in: the recorded values, which exist in the demo organization. Query
 * parameters without a recorded value get schema examples instead, which Swagger UI does not fill in.
 */
export function addParameterExamples({ path, operation }: Route): void {
  const [recorded = '', query] = (EXAMPLES[operation.operationId]?.path ?? '').split('?');
  const values = new Map(new URLSearchParams(query));
  const segments = recorded.split('/');
  for (const [index, word] of path.split('/').entries()) {
    if (/^{\w+}$/.test(word) && segments[index]) values.set(word.slice(1, -1), segments[index]);
  }
  for (const parameter of operation.parameters) {
    const value = values.get(parameter.name as string);
    const schema = parameter.schema as JsonObject | undefined;
    if (value !== undefined) parameter.example = schema?.type === 'integer' ? Number(value) : value;
    else if (parameter.in === 'query' && schema?.example !== undefined) {
      if (!schema.enum) schema.examples = [schema.example];
      delete schema.example;
    }
  }
}
