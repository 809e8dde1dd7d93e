import { describe, expect, it } from '@jest/globals';
import { operations, resolveRef, type Json } from '../support/openapi-document.js';

const UPPER = ['maxLength', 'maxItems', 'maximum'];
const LOWER = ['minLength', 'minItems', 'minimum'];

/** Resolves a reference and drops null. */
function unwrapSchema(node: Json): Json {
  const [first] = (node.anyOf ?? []) as Json[];
  return first && !node.$ref ? { ...node, ...unwrapSchema(first) } : resolveRef(node);
}

/** Returns the places where the response schema rejects a value that the request schema accepts. */
function findNarrowerBounds(asked: Json, answered: Json, path: string, above: Json[] = []): string[] {
  if (above.includes(asked)) return [];
  const fields = (asked.properties ?? {}) as Record<string, Json>;
  return Object.entries((answered.properties ?? {}) as Record<string, Json>).flatMap(([name, field]) => {
    if (!fields[name]) return [];
    const [request, answer] = [unwrapSchema(fields[name]), unwrapSchema(field)] as [Json, Json];
    const at = `${path}.${name}`;
    const wrong = [...UPPER, ...LOWER].filter((bound) => {
      const [mine, theirs] = [answer[bound], request[bound]] as (number | undefined)[];
      const isSpelled = request.enum ?? request.pattern ?? request.format;
      if (mine === undefined || (theirs === undefined && isSpelled)) return false;
      const sign = UPPER.includes(bound) ? 1 : -1;
      return sign * mine < sign * (theirs ?? sign * Infinity);
    });
    const items = [request, answer].map((schema) => unwrapSchema((schema.items ?? schema) as Json));
    return [
      ...wrong.map((bound) => `${at}: ${bound} ${String(answer[bound])}, asked ${String(request[bound])}`),
      ...findNarrowerBounds(items[0]!, items[1]!, at, [...above, asked]),
    ];
  });
}

describe('bounds in the OpenAPI document', () => {
  const pairs = operations.flatMap(({ operationId, requestBody, responses }) => {
    const asked = requestBody?.content['application/json']?.schema;
    return Object.entries(responses).flatMap(([status, response]) => {
      const { content } = resolveRef<{ content?: Record<string, { schema: Json }> }>(response);
      const answered = content?.['application/json']?.schema;
      if (!asked || !answered || !status.startsWith('2')) return [];
      return [{ operationId, asked: unwrapSchema(asked), answered: unwrapSchema(answered) }];
    });
  });

  it('are never narrower in a response than in its request', () => {
    expect(pairs.length).toBeGreaterThan(20);
    const wrong = pairs.flatMap(({ operationId, asked, answered }) =>
      findNarrowerBounds(asked, answered, operationId),
    );
    expect(wrong).toEqual([]);
  });
});
