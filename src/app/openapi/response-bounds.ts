import type { JsonObject, OperationObject, Route } from './document-types.js';

/** How much a request may bring of what an answer says nothing of. */
const BOUND_KEYWORDS = ['maxLength', 'maxItems'] as const;

/** What a request may bring comes back: an answer's field is as wide as the widest request's that has its name and place. */
export function widenResponseBounds(routes: Route[], schemas: Record<string, JsonObject>): void {
  const own = new Set(
    Object.values(schemas).flatMap((schema) => Object.values(getFields(schema)).filter(hasBounds)),
  );
  const resolve = (node: JsonObject): JsonObject => {
    const { $ref } = ([node.allOf ?? node.anyOf].flat()[0] ?? node) as { $ref?: string };
    return $ref ? resolve(schemas[$ref.split('/').pop()!]!) : node;
  };
  const share = (asked: JsonObject, answered: JsonObject, above: JsonObject[] = []): void => {
    if (above.includes(asked)) return;
    const fields = getFields(asked);
    for (const [name, field] of Object.entries(getFields(answered))) {
      if (!fields[name]) continue;
      const [wide, narrow] = [resolve(fields[name]), resolve(field)];
      if (!own.has(field)) widen(narrow, wide);
      const items = [wide, narrow].map((list) => resolve((list.items ?? list) as JsonObject));
      share(items[0]!, items[1]!, [...above, asked]);
    }
  };
  for (const { operation } of routes) {
    const asked = operation.requestBody?.content['application/json']?.schema as JsonObject | undefined;
    if (asked)
      for (const answered of listResponseSchemas(operation)) share(resolve(asked), resolve(answered));
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
