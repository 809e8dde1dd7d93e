import { listStrictDtoNames } from '../../platform/http/contract/reject-unknown-fields.js';
import { MAX_ID } from '../../platform/http/contract/fields.js';
import type { JsonObject, Route } from './document-types.js';

/** What is known of a text by its name alone, wherever it stands in the interface. */
const TEXT_CONSTRAINTS: Record<string, JsonObject> = {
  scac: { pattern: '^[A-Z][A-Z0-9]{1,3}$' },
  bol_number: { pattern: '^\\d{17}$' },
  url: { maxLength: 2_048 },
  logo_url: { format: 'uri', maxLength: 2_048 },
  tracking_url: { maxLength: 2_048 },
  response_body: { maxLength: 2_048 },
  message: { maxLength: 1_000 },
  special_instructions: { maxLength: 1_000 },
  status_reason: { maxLength: 270 },
  error_message: { maxLength: 1_000 },
};

const STRING_LIMIT = 255;
/** No answer holds more of anything that isn't a page of a list. */
const ARRAY_LIMIT = 1_000;
const MAX_INT32 = 2 ** 31 - 1;

/** Says of every property of the resources what limits it has: the size of integers, the length of texts. */
export function addConstraints(schemas: Record<string, JsonObject>): void {
  for (const [name, schema] of Object.entries(schemas)) if (!name.endsWith('Error')) constrainObject(schema);
  for (const name of listStrictDtoNames())
    Object.assign(schemas[name.replace(/Dto$/, '')] ?? {}, REJECTS_UNKNOWN_FIELDS);
}

/**
 * Where unknown fields are refused, in words of our own: these schemas stand in answers too, and a client made from closed
 * ones would refuse the fields that come later.
 */
const REJECTS_UNKNOWN_FIELDS: JsonObject = { 'x-unknown-fields': 'refused' };

function constrainObject(schema: JsonObject): void {
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)) {
    const types = [property.type].flat();
    if (types.includes('integer')) constrainInteger(name, property);
    if (types.includes('number')) Object.assign(property, { format: 'double', minimum: 0, ...property });
    if (types.includes('string')) constrainText(name, property);
    if (property.type === 'array') property.maxItems ??= ARRAY_LIMIT;
    if (property.type === 'object') constrainObject(property);
  }
}

/** What JavaScript counts exactly; only amounts of money can be below nothing. Generators take a bare integer for 32 bits. */
function constrainInteger(name: string, property: JsonObject): void {
  const least = name.endsWith('_cents') ? -MAX_ID : 0;
  Object.assign(property, { format: 'int64', minimum: least, maximum: MAX_ID, ...property });
}

/** Ids in queries are as wide as in bodies. */
export function addQueryConstraints({ operation }: Route): void {
  for (const { in: place, schema } of operation.parameters) {
    const { type, maximum = Infinity } = schema as { type?: unknown; maximum?: number };
    if (place !== 'query') continue;
    if (type === 'integer' && maximum > MAX_INT32) (schema as JsonObject).format ??= 'int64';
    // The build's plugin sees the list that words parted by commas become.
    if (type === 'string') delete (schema as JsonObject).items;
  }
}

function constrainText(name: string, property: JsonObject): void {
  if (property.enum || property.format || property.pattern || property.maxLength) return;
  Object.assign(property, TEXT_CONSTRAINTS[name] ?? { maxLength: STRING_LIMIT });
}
