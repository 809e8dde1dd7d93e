import type { Json } from './json.js';

/**
 * What OpenAPI 3.0 says in a roundabout way, as 3.1 says it: `nullable` becomes a union with `null`, a reference with
 * a description needs no `allOf`. A nullable reference is written out, so that no union of schemas is needed.
 */
export function toNullUnions(value: unknown, schemas: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => toNullUnions(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, toNullUnions(child, schemas)]),
  ) as Json;
  const schema = withoutAllOf(rest);
  if (!nullable && !isUnionWithNull(schema)) return schema;
  const { anyOf, ...plain } = schema;
  return orNull({ ...(anyOf as Json[] | undefined)?.[0], ...plain }, schemas);
}

function isUnionWithNull({ anyOf }: Json): boolean {
  return Array.isArray(anyOf) && anyOf.length === 2 && (anyOf[1] as Json).type === 'null';
}

function withoutAllOf(schema: Json): Json {
  const { allOf, ...rest } = schema;
  return Array.isArray(allOf) && allOf.length === 1 ? { ...(allOf[0] as Json), ...rest } : schema;
}

function orNull(schema: Json, schemas: Record<string, Json>): Json {
  const { $ref, enum: values, ...rest } = schema;
  if (typeof $ref === 'string') {
    const target = toNullUnions(schemas[$ref.split('/').pop()!], schemas) as Json;
    return orNull({ ...target, ...rest }, schemas);
  }
  const types = [...new Set([rest.type, 'null'])];
  return { ...rest, type: types, ...(Array.isArray(values) && { enum: [...values, null] }) };
}
