import { MAX_ID } from '../../platform/http/contract/fields.js';
import { EXAMPLES } from './examples.js';
import type { JsonObject, Route } from './document-types.js';

/** What a path names, by its first word. */
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
    description: 'The PRO or tracking number; spaces and dashes do not matter.',
    example: '104857629',
    schema: { type: 'string', minLength: 1, maxLength: 50 },
  },
  document_id: { description: 'The id of the document.', example: 1, schema: ID_SCHEMA },
  delivery_id: { description: 'The id of the delivery record.', example: 1, schema: ID_SCHEMA },
};

const EVENT_ID_PARAMETER: JsonObject = {
  description: "The event's id.",
  example: 'evt_0b9c6b0e4f1d4c3a8a7e2f5d6c1b0a99',
  schema: { type: 'string', maxLength: 64 },
};

/** Ids are integers in a path as they are in answers; a carrier is named by its SCAC too, other names are text. */
export function describePathParameters({ path, operation }: Route): void {
  const [, , , collection] = path.split('/');
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'path' || parameter.description) continue;
    const name = parameter.name as string;
    if (collection === 'carriers') {
      const description = "The carrier's integer id or its SCAC.";
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

/** What an extension's path names: one of the words before the id, e.g. "acme thing" in `/acme-things/{id}`. */
function toResourceNoun(name: string, path: string): string {
  const words = path.split('/');
  const plural = words[words.indexOf(`{${name}}`) - 1]!.replaceAll('-', ' ');
  return plural
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/(?<!s)s$/, '');
}

/**
 * What a page that tries operations out fills in: the values of the story, which the demo organization has, and no
 * filters beside them. An `example` is filled in; what else a parameter may look like stands in its schema.
 */
export function addParameterExamples({ path, operation }: Route): void {
  const [recorded = '', query] = (EXAMPLES[operation.operationId]?.path ?? '').split('?');
  const values = new Map(new URLSearchParams(query));
  const written = recorded.split('/');
  for (const [index, word] of path.split('/').entries()) {
    if (/^{\w+}$/.test(word) && written[index]) values.set(word.slice(1, -1), written[index]);
  }
  for (const parameter of operation.parameters) {
    const told = values.get(parameter.name as string);
    const schema = parameter.schema as JsonObject | undefined;
    if (told !== undefined) parameter.example = schema?.type === 'integer' ? Number(told) : told;
    else if (parameter.in === 'query' && schema?.example !== undefined) {
      if (!schema.enum) schema.examples = [schema.example];
      delete schema.example;
    }
  }
}
