import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { operations, resolveRef, type DocumentedOperation, type Json } from '../support/openapi-document.js';
import { seedResources, type SeededResources } from '../support/seeded-resources.js';

const PAYLOADS = [
  `'; DROP TABLE quotes; --`,
  `" OR 1=1 --`,
  `$1); DELETE FROM freight; --`,
  `x\r\nX-Injected: yes`,
  `x\n\nHTTP/1.1 200 OK\nX-Injected: yes`,
  `%0d%0aX-Injected: yes`,
  '{{constructor.constructor("return process")()}}<%= 7*7 %>${7*7}',
  '__proto__',
  '<script>alert(1)</script>',
];

type Path = (string | number)[];

/** Returns the paths of all strings in a request body. */
function stringPaths(node: unknown, at: Path = [], depth = 0): Path[] {
  const schema = resolveRef(node);
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap(
    (list) => (list as unknown[] | undefined) ?? [],
  );
  if (parts.length > 0) return parts.flatMap((part) => stringPaths(part, at, depth));
  if (depth > 5) return [];
  if ([schema.type].flat().includes('string')) return [at];
  if (schema.items) return stringPaths(schema.items, [...at, 0], depth + 1);
  const properties = Object.entries((schema.properties ?? {}) as Json);
  return properties.flatMap(([name, child]) => stringPaths(child, [...at, name], depth + 1));
}

/** Returns a copy of the body with the value at the path, and creates missing parents. */
function withValue(body: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  const copy: Record<string | number, unknown> | unknown[] =
    typeof step === 'number' ? [...((body as unknown[] | undefined) ?? [])] : { ...(body as object) };
  const inner = (copy as Record<string | number, unknown>)[step];
  (copy as Record<string | number, unknown>)[step] = withValue(inner, rest, value);
  return copy;
}

describe('injection payloads', () => {
  let app: TestApp;
  let org: TestOrganization;
  let world: SeededResources;
  let before: unknown;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
    world = await seedResources(app, org);
    before = await survivors();
  });
  afterAll(() => app.close());

  /** Returns rows of an organization that sends no payload. No payload may change them. */
  const survivors = async (): Promise<unknown> => {
    const tables = ['organizations', 'carriers', 'carrier_connections'];
    const counts = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
    const [row] = await app.sql.query(`SELECT ${counts.join(', ')}, to_regclass('quotes')::text AS quotes,
      (SELECT count(*) FROM api_keys WHERE name IS NULL AND scopes IS NULL) AS keys`);
    return row;
  };

  const send = async (operation: DocumentedOperation, path: string, body: unknown): Promise<Response> => {
    const url = path
      .replace('{id}', String(idFor(operation.path)))
      .replaceAll(/\{\w+\}/g, encodeURIComponent('1'));
    const response = await org.test[operation.method](url).send(body as object);
    const what = `${operation.method} ${url} ${JSON.stringify(body)}`;
    expect(response.status < 500 ? '' : `${what} → ${response.status}`).toBe('');
    expect(response.headers).not.toHaveProperty('x-injected');
    return response;
  };

  const idFor = (path: string): number => {
    const [, , , resource] = path.split('/');
    const ids: Record<string, number> = {
      quotes: world.quote,
      freight: world.draft,
      shipments: world.draft,
      addresses: world.address,
      products: world.product,
      tariffs: world.tariff,
      customers: world.customer,
      invoices: world.invoice,
      bills: world.bill,
      webhooks: world.webhook,
    };
    return ids[resource!] ?? 1;
  };

  // Uploads contain no strings. test/auth/organization tests their bytes.
  const bodies = operations.filter(({ requestBody }) => requestBody?.content['application/json']);
  it.each(bodies.map((operation) => [operation.operationId, operation] as const))(
    'have no effect in any string of %s',
    async (_name, operation) => {
      const { schema, examples = {} } = operation.requestBody!.content['application/json']!;
      const [example] = Object.values(examples) as { value?: unknown }[];
      for (const path of stringPaths(schema)) {
        for (const payload of PAYLOADS) {
          await send(operation, operation.path, withValue(example?.value ?? {}, path, payload));
        }
      }
    },
    120_000,
  );

  it('have no effect in any query parameter, path or header', async () => {
    for (const operation of operations.filter(({ method }) => method === 'get')) {
      for (const payload of PAYLOADS) {
        for (const { name, in: place } of operation.parameters) {
          const value = encodeURIComponent(payload);
          if (place === 'query') await send(operation, `${operation.path}?${name}=${value}`, undefined);
          else if (place === 'path')
            await send(operation, operation.path.replace(`{${name}}`, value), undefined);
        }
      }
    }
    for (const payload of PAYLOADS.filter((text) => !/[\r\n]/.test(text))) {
      const response = await org.test
        .post('/api/v1/customers')
        .set({ 'Idempotency-Key': payload, Prefer: payload, Accept: payload, 'X-Forwarded-For': payload })
        .send({ name: payload });
      expect([201, 400]).toContain(response.status);
      if (response.status === 201) expect(response.body.name).toBe(payload);
    }
  }, 120_000);

  it('leave all tables, rows and prototypes unchanged', async () => {
    expect(await survivors()).toEqual(before);
    expect(Object.keys(Object.prototype)).toEqual([]);
    await org.test.get(`/api/v1/quotes/${world.quote}`).expect(200);
  });
});
