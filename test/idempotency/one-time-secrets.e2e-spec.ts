import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DiscoveryService } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getOperationId } from '../../src/platform/http/contract/operation.js';
import { hasSecretResponse } from '../../src/platform/http/contract/handler-options.js';
import { listHandlers } from '../../src/platform/http/pipeline/list-handlers.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

/** The parts of the document that the test reads. */
interface Described {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        responses?: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>;
      }
    >
  >;
  components: { schemas: Record<string, { properties?: object }> };
}

describe('a one-time secret', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  const made = async (path: string, body: object) => (await org.test.post(path).send(body).expect(201)).body;
  const webhook = { url: 'https://hooks.example.com/lading', events: ['quote.created'] };
  const requests: [string, () => Promise<[string, object]>][] = [
    ['a new key', () => Promise.resolve(['/api/v1/keys', {}])],
    ['a rolled key', async () => [`/api/v1/keys/${(await made('/api/v1/keys', {})).id}/roll`, {}]],
    ['a new webhook', () => Promise.resolve(['/api/v1/webhooks', webhook])],
    [
      'a rotated webhook secret',
      async () => [`/api/v1/webhooks/${(await made('/api/v1/webhooks', webhook)).id}/rotate-secret`, {}],
    ],
  ];
  const weaker: [string, object][] = [
    ['with fewer rights', { scopes: ['keys.write', 'webhooks.write'] }],
    ['with an IP allow-list', { allowed_cidrs: ['127.0.0.0/8', '::1/128'] }],
    ['with an expiry date', { expires_at: '2099-01-01' }],
  ];
  const ask = (by: TestOrganization['test'], key: string, path: string, body: object) =>
    by.post(path).set('Idempotency-Key', key).send(body);

  it.each(requests)('from %s is replayed only to the key that requested it', async (_name, request) => {
    const [path, body] = await request();
    const key = randomUUID();
    const first = await ask(org.test, key, path, body);
    expect([200, 201]).toContain(first.status);
    for (const [, rights] of weaker) {
      const other = app.client((await made('/api/v1/keys', rights)).key);
      const refused = await ask(other, key, path, body);
      expect(refused.status).toBe(409);
      expect(refused.body.error).toMatchObject({ type: 'idempotency_error', code: 'idempotency_key_reused' });
      expect(refused.headers['idempotent-replayed']).toBeUndefined();
    }
    const again = await ask(org.test, key, path, body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
  });

  it('is declared by every operation that returns a secret, token or key', () => {
    const { paths, components } = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as Described;
    const told = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ responses }) =>
        ['200', '201'].some((status) => {
          const { $ref = '' } = responses?.[status]?.content?.['application/json']?.schema ?? {};
          const { properties = {} } = components.schemas[$ref.split('/').at(-1)!] ?? {};
          return Object.keys(properties).some((name) => /^(secret|key|token|password)$/.test(name));
        }),
      )
      .map(({ operationId }) => operationId);
    const known = listHandlers(app.app.get(DiscoveryService))
      .filter(({ handler }) => hasSecretResponse(handler))
      .map(({ handler }) => getOperationId(handler));
    expect(told.length).toBeGreaterThan(0);
    expect(known.sort()).toEqual(told.sort());
  });

  it('is the only response bound to the requesting key, while other replays work for any key of the tenant', async () => {
    const key = randomUUID();
    const other = app.client((await made('/api/v1/keys', {})).key);
    const first = await ask(org.test, key, '/api/v1/customers', { name: 'Acme' }).expect(201);
    const again = await ask(other, key, '/api/v1/customers', { name: 'Acme' }).expect(201);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
  });
});
