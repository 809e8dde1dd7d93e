import { ref, type JsonObject } from './document-types.js';

/** Moves inline objects of schemas into schemas of their own, because generators invent names for inline objects. */
export function extractObjects(schemas: Record<string, JsonObject>): void {
  for (const [owner, schema] of Object.entries(schemas)) {
    for (const [property, value] of Object.entries((schema.properties ?? {}) as Record<string, JsonObject>)) {
      if (!isInlineObject(value)) continue;
      const { nullable, ...object } = value;
      const name = buildSchemaName(owner, property, object, schemas);
      schemas[name] = object;
      (schema.properties as JsonObject)[property] = {
        ...ref('schemas', name),
        ...(nullable === true && { nullable }),
      };
    }
  }
}

function isInlineObject({ type, properties, additionalProperties }: JsonObject): boolean {
  return type === 'object' && (properties !== undefined || additionalProperties !== undefined);
}

/** Returns `Metadata` for a property `metadata`, prefixed with its owner if another object has that name. */
function buildSchemaName(
  owner: string,
  property: string,
  object: JsonObject,
  schemas: Record<string, JsonObject>,
): string {
  const short = property.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
  const existing = schemas[short];
  return existing === undefined || JSON.stringify(existing) === JSON.stringify(object)
    ? short
    : owner + short;
}
