import type { JsonObject, OperationObject, Route } from './document-types.js';

const BOUND_KEYWORDS = ['maxLength', 'maxItems'] as const;

/**
 * Makes response fields as wide as the request fields with the same name and position, because responses return what
 * requests sent.
 */
export function widenResponseBounds(routes: Route[], schemas: Record<string, JsonObject>): void {
  const explicit = new Set(
    Object.values(schemas).flatMap((schema) => Object.values(getFields(schema)).filter(hasBounds)),
  );
  const resolve = (node: JsonObject): JsonObject => {
    const { $ref } = ([node.allOf ?? node.anyOf].flat()[0] ?? node) as { $ref?: string };
    return $ref ? resolve(schemas[$ref.split('/').pop()!]!) : node;
  };
  const copyBounds = (request: JsonObject, response: JsonObject, ancestors: JsonObject[] = []): void => {
    if (ancestors.includes(request)) return;
    const fields = getFields(request);
    for (const [name, field] of Object.entries(getFields(response))) {
      if (!fields[name]) continue;
      const [wide, narrow] = [resolve(fields[name]), resolve(field)];
      if (!explicit.has(field)) widen(narrow, wide);
      const items = [wide, narrow].map((list) => resolve((list.items ?? list) as JsonObject));
      copyBounds(items[0]!, items[1]!, [...ancestors, request]);
    }
  };
  for (const { operation } of routes) {
    const request = operation.requestBody?.content['application/json']?.schema as JsonObject | undefined;
    if (request)
      for (const response of listResponseSchemas(operation)) copyBounds(resolve(request), resolve(response));
  }
}

function widen(field: JsonObject, by: JsonObject): void {
  for (const bound of BOUND_KEYWORDS) {
    const limit = by[bound] as number | undefined;
    if (limit !== undefined) field[bound] = Math.max(limit, (field[bound] as number | undefined) ?? 0);
  }
}

function hasBounds(field: JsonObject): boolean {
  return BOUND_KEYWORDS.some((bound) => field[bound] !== undefined);
}

function getFields(schema: JsonObject): Record<string, JsonObject> {
  return (schema.properties ?? {}) as Record<string, JsonObject>;
}

function listResponseSchemas({ responses }: OperationObject): JsonObject[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const schema = content?.['application/json']?.schema as JsonObject | undefined;
    return status.startsWith('2') && schema ? [schema] : [];
  });
}
