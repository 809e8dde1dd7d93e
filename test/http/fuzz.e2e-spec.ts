import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type TestAgent from 'supertest/lib/agent.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { newFreight } from '../support/factories.js';
import { operations, resolveRef, type DocumentedOperation, type Json } from '../support/openapi-document.js';

const REQUESTS = 1_000;

/** Values that have broken services before. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x'.repeat(300),
    'x'.repeat(5_000),
    '__proto__',
    '%s%n',
    "'; --",
  ),
  fc.constantFrom<unknown>(
    0,
    -0,
    -1,
    1.5,
    1e308,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { a: { b: 1 } },
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.double(),
  fc.array(fc.integer(), { maxLength: 5 }),
);

/** Generates a value that mostly fits a schema, and sometimes does not. */
function arbitraryValue(node: unknown, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: arbitraryValidValue(node, depth) },
    { weight: 1, arbitrary: hostile },
  );
}

function arbitraryValidValue(node: unknown, depth: number): fc.Arbitrary<unknown> {
  const schema = resolveRef(node);
  const one = (schema.allOf ?? schema.anyOf ?? schema.oneOf) as unknown[] | undefined;
  if (one) return fc.oneof(...one.map((child) => arbitraryValidValue(child, depth)));
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.example !== undefined)
    return fc.oneof(fc.constant(schema.example), arbitraryTyped(schema, depth));
  return arbitraryTyped(schema, depth);
}

function arbitraryTyped(schema: Json, depth: number): fc.Arbitrary<unknown> {
  const types = ([] as unknown[]).concat(schema.type ?? 'object');
  return fc.oneof(...types.map((type) => arbitraryOfType(String(type), schema, depth)));
}

function arbitraryOfType(type: string, schema: Json, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: 0, max: 1_000 });
    case 'number':
      return fc.double({ min: 0.1, max: 1_000, noNaN: true });
    case 'string':
      return fc.oneof(
        fc.string({ maxLength: 30 }),
        fc.constantFrom('CA', '90001', 'a@example.com', '2026-12-01', 'https://example.com/x'),
      );
    case 'array':
      return fc.array(arbitraryValue(schema.items, depth + 1), { maxLength: 3 });
    default:
      return arbitraryObject(schema, depth);
  }
}

function arbitraryObject(schema: Json, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, unknown>;
  const required = (schema.required ?? []) as string[];
  if (depth > 4) return fc.constant({});
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, child]) => [name, arbitraryValue(child, depth + 1)]),
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(fields, { requiredKeys: required }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  );
}

interface Call {
  operation: DocumentedOperation;
  id: unknown;
  query: Record<string, unknown>;
  body: unknown;
}

function arbitraryCall(operation: DocumentedOperation): fc.Arbitrary<Call> {
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query');
  const body = operation.requestBody?.content['application/json']?.schema;
  return fc.record({
    operation: fc.constant(operation),
    id: fc.oneof(
      fc.integer({ min: 1, max: 5 }),
      fc.string({ minLength: 1, maxLength: 12 }),
      fc.constantFrom('0', '%00', '..', 'SIM1'),
    ),
    query: fc.record(Object.fromEntries(queries.map(({ name, schema }) => [name, arbitraryValue(schema)])), {
      requiredKeys: [],
    }),
    body: body ? arbitraryValue(body) : fc.constant(undefined),
  });
}

/** Excludes PDFs, which need a browser, and limits, which other tests cover. */
const called = operations.filter(({ path }) => !path.endsWith('/pdf') && !path.endsWith('/sandbox/reset'));

describe('any generated request', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ QUOTE_DEADLINE: '1s' });
    org = await app.organization();
    for (let count = 0; count < 2; count++) await newFreight(org.test);
  });
  afterAll(() => app.close());

  it('gets a documented response and never a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...called).chain(arbitraryCall), async (call) => {
        const { status } = await send(org.test, call);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: REQUESTS, endOnFailure: true },
    );
  }, 120_000);
});

async function send(client: TestAgent, { operation, id, query, body }: Call): Promise<{ status: number }> {
  const path = operation.path.replaceAll(/\{\w+\}/g, encodeURIComponent(String(id).toWellFormed()));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
  const request = client[operation.method](`${path}?${search}`);
  if (body === undefined) return request;
  return request.set('Content-Type', 'application/json').send(JSON.stringify(body));
}
