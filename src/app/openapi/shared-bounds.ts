import type { Json, Operation, Route } from './json.js';

/** How much a request may bring of what an answer says nothing of. */
const BOUNDS = ['maxLength', 'maxItems'] as const;

/** What a request may bring comes back: an answer's field is as wide as the widest request's that has its name and place. */
export function shareBounds(routes: Route[], schemas: Record<string, Json>): void {
  const own = new Set(
    Object.values(schemas).flatMap((schema) => Object.values(fieldsOf(schema)).filter(isBound)),
  );
  const resolve = (node: Json): Json => {
    const { $ref } = ([node.allOf ?? node.anyOf].flat()[0] ?? node) as { $ref?: string };
    return $ref ? resolve(schemas[$ref.split('/').pop()!]!) : node;
  };
  const share = (asked: Json, answered: Json, above: Json[] = []): void => {
    if (above.includes(asked)) return;
    const fields = fieldsOf(asked);
    for (const [name, field] of Object.entries(fieldsOf(answered))) {
      if (!fields[name]) continue;
      const [wide, narrow] = [resolve(fields[name]), resolve(field)];
      if (!own.has(field)) widen(narrow, wide);
      const items = [wide, narrow].map((list) => resolve((list.items ?? list) as Json));
      share(items[0]!, items[1]!, [...above, asked]);
    }
  };
  for (const { operation } of routes) {
    const asked = operation.requestBody?.content['application/json']?.schema as Json | undefined;
    if (asked) for (const answered of answersOf(operation)) share(resolve(asked), resolve(answered));
  }
}

function widen(field: Json, by: Json): void {
  for (const bound of BOUNDS) {
    const limit = by[bound] as number | undefined;
    if (limit !== undefined) field[bound] = Math.max(limit, (field[bound] as number | undefined) ?? 0);
  }
}

function isBound(field: Json): boolean {
  return BOUNDS.some((bound) => field[bound] !== undefined);
}

function fieldsOf(schema: Json): Record<string, Json> {
  return (schema.properties ?? {}) as Record<string, Json>;
}

function answersOf({ responses }: Operation): Json[] {
  return Object.entries(responses).flatMap(([status, { content }]) => {
    const schema = content?.['application/json']?.schema as Json | undefined;
    return status.startsWith('2') && schema ? [schema] : [];
  });
}
