import { listStrictDtoNames } from '../../platform/http/contract/reject-unknown-fields.js';
import { MAX_ID } from '../../platform/http/contract/fields.js';
import type { JsonObject, Route } from './document-types.js';

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
const ARRAY_LIMIT = 1_000;
const MAX_INT32 = 2 ** 31 - 1;

/** Adds limits to every property of the schemas: integer ranges and text lengths. */
export function addConstraints(schemas: Record<string, JsonObject>): void {
  for (const [name, schema] of Object.entries(schemas)) if (!name.endsWith('Error')) constrainObject(schema);
  for (const name of listStrictDtoNames())
    Object.assign(schemas[name.replace(/Dto$/, '')] ?? {}, REJECTS_UNKNOWN_FIELDS);
}

/**
 * Marks schemas that reject unknown fields. Not `additionalProperties: false`, because responses use these schemas too
 * and a generated client would reject fields that are added later.
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

/** Only amounts of money may be negative. `int64`, because generators take a bare integer for 32 bits. */
function constrainInteger(name: string, property: JsonObject): void {
  const minimum = name.endsWith('_cents') ? -MAX_ID : 0;
  Object.assign(property, { format: 'int64', minimum, maximum: MAX_ID, ...property });
}

/** Gives ids in queries the same range as ids in bodies. */
export function addQueryConstraints({ operation }: Route): void {
  for (const { in: location, schema } of operation.parameters) {
    const { type, maximum = Infinity } = schema as { type?: unknown; maximum?: number };
    if (location !== 'query') continue;
    if (type === 'integer' && maximum > MAX_INT32) (schema as JsonObject).format ??= 'int64';
    // The Swagger plugin sees the array that comma-separated values become.
    if (type === 'string') delete (schema as JsonObject).items;
  }
}

function constrainText(name: string, property: JsonObject): void {
  if (property.enum || property.format || property.pattern || property.maxLength) return;
  Object.assign(property, TEXT_CONSTRAINTS[name] ?? { maxLength: STRING_LIMIT });
}
