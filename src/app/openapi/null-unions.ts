import type { JsonObject } from './document-types.js';

/**
 * Converts OpenAPI 3.0 idioms to 3.1: `nullable` becomes a union with `null`, and a single `allOf` around a reference
 * is unwrapped. A nullable reference stays a reference, so that clients have one type for it.
 */
export function toNullUnions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toNullUnions);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, toNullUnions(child)]),
  ) as JsonObject;
  const schema = dropNullableFromRequired(unwrapAllOf(rest));
  if (!nullable && !isUnionWithNull(schema)) return schema;
  const { anyOf, ...plain } = schema;
  return addNullType({ ...(anyOf as JsonObject[] | undefined)?.[0], ...plain });
}

function isUnionWithNull({ anyOf }: JsonObject): boolean {
  return Array.isArray(anyOf) && anyOf.length === 2 && (anyOf[1] as JsonObject).type === 'null';
}

/**
 * Makes nullable references and enums optional, although responses always contain them: OpenAPI Generator's Java client
 * does not check required fields for null.
 */
function dropNullableFromRequired(schema: JsonObject): JsonObject {
  const { required, properties } = schema as { required?: string[]; properties?: Record<string, JsonObject> };
  if (!Array.isArray(required) || !properties) return schema;
  return { ...schema, required: required.filter((name) => !isNullableRefOrEnum(properties[name] ?? {})) };
}

function isNullableRefOrEnum(schema: JsonObject): boolean {
  return isUnionWithNull(schema) || (Array.isArray(schema.enum) && schema.enum.includes(null));
}

function unwrapAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...rest } = schema;
  return Array.isArray(allOf) && allOf.length === 1 ? { ...(allOf[0] as JsonObject), ...rest } : schema;
}

function addNullType({ $ref, enum: values, ...rest }: JsonObject): JsonObject {
  if (typeof $ref === 'string') return { anyOf: [{ $ref }, { type: 'null' }], ...rest };
  const types = [...new Set([rest.type, 'null'])];
  return { ...rest, type: types, ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) };
}
