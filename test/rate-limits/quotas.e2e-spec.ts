import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { RowCounts1797000002500 } from '../../src/platform/database/migrations/1797000002500-row-counts.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { freightRequest, newQuote } from '../support/factories.js';

describe('quotas', () => {
  let app: TestApp;
  afterEach(() => app.close());

  const endpoint = (n: number): object => ({
    url: `https://hooks${n}.example.com/`,
    events: ['quote.created'],
  });

  it('apply to an organization across both modes and report their usage', async () => {
    app = await startApp({ QUOTA_ENDPOINTS: '2', QUOTA_TRACKED: '1' });
    const org = await app.organization();
    const other = await app.organization();
    await org.test.post('/api/v1/webhooks').send(endpoint(1)).expect(201);
    const second = await org.live.post('/api/v1/webhooks').send(endpoint(2)).expect(201);
    const { body } = await org.test.post('/api/v1/webhooks').send(endpoint(3)).expect(422);
    expect(body.error).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('at most 2 webhook endpoints per organization'),
    });
    await other.test.post('/api/v1/webhooks').send(endpoint(1)).expect(201);
    await org.live.delete(`/api/v1/webhooks/${second.body.id}`).expect(200);
    await org.test.post('/api/v1/webhooks').send(endpoint(3)).expect(201);

    const number = (text: string) =>
      org.test.post('/api/v1/tracking').send({ tracking_number: text, carrier: 'ACME' });
    await number('111222333').expect(201);
    await number('111222333').expect(200);
    expect((await number('444555666').expect(422)).body.error.code).toBe('quota_exceeded');

    const limits = await org.test.get('/api/v1/limits').expect(200);
    expect(limits.body).toEqual({
      object: 'limits',
      rates: [],
      quotas: [
        { name: 'api_keys', limit: 100, used: 2 },
        { name: 'members', limit: 500, used: 0 },
        { name: 'carrier_connections', limit: 100, used: 5 },
        { name: 'webhook_endpoints', limit: 2, used: 2 },
        { name: 'tracked_shipments', limit: 1, used: 1 },
        { name: 'tariffs', limit: 400, used: 0 },
        { name: 'addresses', limit: 1_000_000, used: 0 },
        { name: 'customers', limit: 1_000_000, used: 0 },
        { name: 'products', limit: 100_000, used: 0 },
        { name: 'test_shipments', limit: 100_000, used: 0 },
        { name: 'document_bytes', limit: 10_000_000_000, used: 0 },
      ],
    });
  });

  it('hold for concurrent requests', async () => {
    app = await startApp({ QUOTA_ENDPOINTS: '3' });
    const { test } = await app.organization();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => test.post('/api/v1/webhooks').send(endpoint(n))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
  });

  it('of concurrent requests do not affect other organizations', async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_TEST: '1000', QUOTA_IN_FLIGHT: '2' });
    const loud = await app.organization();
    const quiet = await app.organization();
    const { rates } = (await loud.test.get('/api/v1/limits').expect(200)).body as { rates: object[] };
    expect(rates).toContainEqual({ policy: 'in-flight', limit: 2, window_seconds: null });
    const locks = app.sql.createQueryRunner();
    await locks.startTransaction();
    await locks.query('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
    const waiting = [1, 2].map(() => loud.test.get('/api/v1/customers').then((answer) => answer));
    const blocked = () =>
      app.sql.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    await eventually(async () => (await blocked()).length === 2);
    const refused = await loud.test.get('/api/v1/quotes').expect(429);
    expect(refused.headers).toMatchObject({ ratelimit: '"in-flight";r=0', 'retry-after': '1' });
    await quiet.test.get('/api/v1/quotes').expect(200);
    await locks.rollbackTransaction();
    await locks.release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    await loud.test.get('/api/v1/quotes').expect(200);
  });

  it('of concurrent requests release the slot of a client that disconnects while its key is counted', async () => {
    app = await startApp({
      RATE_LIMIT_ENABLED: 'true',
      RATE_LIMIT_TEST: '1000',
      RATE_LIMIT_STORE: 'postgres',
      QUOTA_IN_FLIGHT: '2',
    });
    const org = await app.organization();
    await org.test.get('/api/v1/quotes').expect(200);
    const locks = app.sql.createQueryRunner();
    await locks.startTransaction();
    await locks.query('LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE');
    const gone = [1, 2].map(() =>
      org.test
        .get('/api/v1/quotes')
        .timeout(200)
        .catch(() => 'gone'),
    );
    expect(await Promise.all(gone)).toEqual(['gone', 'gone']);
    await locks.rollbackTransaction();
    await locks.release();
    await eventually(async () => {
      const answers = await Promise.all([org.test.get('/api/v1/quotes'), org.test.get('/api/v1/quotes')]);
      return answers.every(({ status }) => status === 200);
    });
  });
});

describe('quotas of rows', () => {
  let app: TestApp;
  let org: TestOrganization;
  beforeAll(async () => {
    app = await startApp({
      QUOTA_ADDRESSES: '3',
      QUOTA_CUSTOMERS: '2',
      QUOTA_PRODUCTS: '2',
      QUOTA_TEST_SHIPMENTS: '1',
    });
  });
  beforeEach(async () => {
    org = await app.organization();
  });
  afterAll(() => app.close());

  const address = { address: '1 Main St', city: 'Los Angeles', state: 'CA', zip: '90001' };
  const importRows = (client: TestAgent, resource: string, rows: string[]) =>
    client.post(`/api/v1/${resource}/import`).set('Content-Type', 'text/csv').send(rows.join('\n'));
  const addressRows = (...refs: string[]): string[] => [
    'external_ref,address,city,state,zip',
    ...refs.map((ref) => `${ref},1 Main St,Los Angeles,CA,90001`),
  ];
  const readUsage = async (client = org.test): Promise<Record<string, number>> => {
    const { quotas } = (await client.get('/api/v1/limits').expect(200)).body as {
      quotas: { name: string; used: number }[];
    };
    return Object.fromEntries(quotas.map(({ name, used }) => [name, used]));
  };
  const expectRefused = async (request: Test, text: string): Promise<void> => {
    const { error } = (await request.expect(422)).body as { error: object };
    expect(error).toMatchObject({ code: 'quota_exceeded', message: expect.stringContaining(text) });
  };

  it('limit created and imported addresses of both modes, and a deleted one makes room', async () => {
    const { id } = (await org.test.post('/api/v1/addresses').send(address).expect(201)).body as {
      id: number;
    };
    await importRows(org.live, 'addresses', addressRows('A', 'B')).expect(200);
    await expectRefused(org.test.post('/api/v1/addresses').send(address), 'at most 3 saved addresses');
    await org.test.delete(`/api/v1/addresses/${id}`).expect(200);
    expect(await readUsage()).toMatchObject({ addresses: 2 });
    await org.test.post('/api/v1/addresses').send(address).expect(201);
  });

  it('refuse an import that creates too many rows as a whole, but not one that only changes rows', async () => {
    await importRows(org.test, 'addresses', addressRows('A', 'B', 'C')).expect(200);
    await expectRefused(importRows(org.test, 'addresses', addressRows('C', 'D')), 'QUOTA_ADDRESSES');
    expect(await readUsage()).toMatchObject({ addresses: 3 });
    const changed = addressRows('A').map((row) => row.replace('1 Main', '2 Main'));
    const { body } = await importRows(org.test, 'addresses', changed).expect(200);
    expect(body).toMatchObject({ created: 0, updated: 1 });
    await expectRefused(importRows(org.test, 'products', ['sku', 'P', 'Q', 'R']), 'at most 2 products');
    await importRows(org.test, 'products', ['sku', 'P', 'Q']).expect(200);
    await expectRefused(org.test.post('/api/v1/products').send({ sku: 'R' }), 'at most 2 products');
  });

  it('limit customers, and apply to no other organization', async () => {
    const other = await app.organization();
    const create = (client: TestAgent) => client.post('/api/v1/customers').send({ name: 'Ann' });
    await create(org.test).expect(201);
    await create(org.live).expect(201);
    await expectRefused(create(org.test), 'at most 2 customers');
    await create(other.test).expect(201);
    expect(await readUsage()).toMatchObject({ customers: 2 });
  });

  it('limit shipments in test mode only, until the sandbox is reset', async () => {
    const draft = async (client: TestAgent) =>
      client.post('/api/v1/freight').send(freightRequest((await newQuote(client)).id));
    expect((await draft(org.test)).status).toBe(201);
    expect(await draft(org.test)).toMatchObject({ status: 422, body: { error: { code: 'quota_exceeded' } } });
    expect(await readUsage()).toMatchObject({ test_shipments: 1 });
    await org.test.post('/api/v1/sandbox/reset').expect(200);
    expect(await readUsage()).toMatchObject({ test_shipments: 0 });
    expect((await draft(org.test)).status).toBe(201);
  });

  it('count exactly beside concurrent creations and deletions', async () => {
    const many = await startApp();
    try {
      const { id, test } = await many.organization();
      await Promise.all(
        Array.from({ length: 30 }, async (_, n) => {
          const made = await test
            .post('/api/v1/products')
            .send({ sku: `P${n}` })
            .expect(201);
          if (n % 3 === 0) await test.delete(`/api/v1/products/${made.body.id}`).expect(200);
        }),
      );
      expect(await readUsage(test)).toMatchObject({ products: 20 });
      const counters = await many.sql.query(`SELECT FROM row_counts WHERE organization_id = $1`, [id]);
      expect(counters.length).toBeLessThanOrEqual(4);
    } finally {
      await many.close();
    }
  });

  it('keep the rows that an organization stored before the quota', async () => {
    await importRows(org.test, 'addresses', addressRows('A', 'B', 'C')).expect(200);
    const url = (app.sql.options as { url: string }).url;
    const lower = await startApp({ DATABASE_URL: url, QUOTA_ADDRESSES: '1' });
    try {
      const client = lower.client(org.testKey);
      expect((await client.get('/api/v1/addresses').expect(200)).body.data).toHaveLength(3);
      await expectRefused(client.post('/api/v1/addresses').send(address), 'at most 1 saved addresses');
      expect(await readUsage(client)).toMatchObject({ addresses: 3 });
    } finally {
      await lower.close();
    }
  });

  it('count the rows from before the migration', async () => {
    await importRows(org.test, 'addresses', addressRows('A', 'B')).expect(200);
    const migration = new RowCounts1797000002500();
    const runner = app.sql.createQueryRunner();
    await runner.startTransaction();
    await migration.down(runner);
    await runner.query(
      `INSERT INTO products (organization_id, mode, sku) SELECT $1, 'live', n FROM generate_series(1, 7) n`,
      [org.id],
    );
    await migration.up(runner);
    await runner.commitTransaction();
    await runner.release();
    expect(await readUsage()).toMatchObject({ addresses: 2, products: 7, customers: 0 });
  });
});

describe('an overloaded process', () => {
  it('returns 503 until it has caught up, but answers health checks', async () => {
    const app = await startApp({ SHED_LOAD: 'true' });
    try {
      const org = await app.organization();
      await org.test.get('/api/v1/customers').expect(200);
      const block = (): void => {
        for (const end = performance.now() + 3_000; performance.now() < end;);
      };
      block();
      await new Promise((resolve) => setTimeout(resolve, 1));
      block();
      const [health, asked] = await Promise.all([
        app.client().get('/health/live'),
        org.test.get('/api/v1/customers'),
      ]);
      expect([health.status, asked.status]).toEqual([200, 503]);
      expect(asked.body.error.code).toBe('service_unavailable');
      await eventually(async () => (await org.test.get('/api/v1/customers')).status === 200);
    } finally {
      await app.close();
    }
  });
});
