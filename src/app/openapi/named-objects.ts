import { ref, type JsonObject } from './document-types.js';

/** Makes a schema of every object that is written out inside another one: generators give those names of their own making. */
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

/** `Metadata` for a property `metadata`; with its owner before it where that name is another object's. */
function buildSchemaName(
  owner: string,
  property: string,
  object: JsonObject,
  schemas: Record<string, JsonObject>,
): string {
  const short = property.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
  const known = schemas[short];
  return known === undefined || JSON.stringify(known) === JSON.stringify(object) ? short : owner + short;
}
