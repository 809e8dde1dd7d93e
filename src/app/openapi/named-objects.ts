import { ref, type Json } from './json.js';

/** Makes a schema of every object that is written out inside another one: generators give those names of their own making. */
export function nameObjects(schemas: Record<string, Json>): void {
  for (const [owner, schema] of Object.entries(schemas)) {
    for (const [property, value] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
      if (!isWrittenOut(value)) continue;
      const { nullable, ...object } = value;
      const name = nameFor(owner, property, object, schemas);
      schemas[name] = object;
      (schema.properties as Json)[property] = {
        ...ref('schemas', name),
        ...(nullable === true && { nullable }),
      };
    }
  }
}

function isWrittenOut({ type, properties, additionalProperties }: Json): boolean {
  return type === 'object' && (properties !== undefined || additionalProperties !== undefined);
}

/** `Metadata` for a property `metadata`; with its owner before it where that name is another object's. */
function nameFor(owner: string, property: string, object: Json, schemas: Record<string, Json>): string {
  const short = property.replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
  const known = schemas[short];
  return known === undefined || JSON.stringify(known) === JSON.stringify(object) ? short : owner + short;
}
