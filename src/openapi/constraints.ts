import type { Json } from './json.js';

/** What is known of a text by its name alone, wherever it stands in the interface. */
const BY_NAME: Record<string, Json> = {
  scac: { pattern: '^[A-Z][A-Z0-9]{1,3}$' },
  bol_number: { pattern: '^\\d{17}$' },
  url: { maxLength: 2_048 },
  logo_url: { format: 'uri' },
  response_body: { maxLength: 2_048 },
  special_instructions: { maxLength: 1_000 },
};

const STRING_LIMIT = 255;

/** Says of every property of the resources what limits it has: the size of integers, the length of texts. */
export function constrain(schemas: Record<string, Json>): void {
  for (const [name, schema] of Object.entries(schemas)) if (!name.endsWith('Error')) constrainObject(schema);
}

function constrainObject(schema: Json): void {
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    if (property.type === 'integer') property.format ??= 'int64';
    if (property.type === 'number') property.format ??= 'double';
    if (property.type === 'string') constrainText(name, property);
    if (property.type === 'object') constrainObject(property);
  }
}

function constrainText(name: string, property: Json): void {
  if (property.enum || property.format || property.pattern || property.maxLength) return;
  Object.assign(property, BY_NAME[name] ?? { maxLength: STRING_LIMIT });
}
