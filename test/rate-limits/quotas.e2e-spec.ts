import { afterEach, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';

describe('quotas', () => {
  let app: TestApp;
  afterEach(() => app.close());

  const endpoint = (n: number): object => ({
    url: `https://hooks${n}.example.com/`,
    events: ['quote.created'],
  });

  it('hold for an organization over both modes, and show what is used', async () => {
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
        { name: 'document_bytes', limit: 10_000_000_000, used: 0 },
      ],
    });
  });

  it('are not passed by requests that come at once', async () => {
    app = await startApp({ QUOTA_ENDPOINTS: '3' });
    const { test } = await app.organization();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => test.post('/api/v1/webhooks').send(endpoint(n))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422, 422, 422]);
  });

  it('of requests at once leave other organizations alone', async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_TEST: '1000', QUOTA_IN_FLIGHT: '2' });
    const loud = await app.organization();
    const quiet = await app.organization();
    const { rates } = (await loud.test.get('/api/v1/limits').expect(200)).body as { rates: object[] };
    expect(rates).toContainEqual({ policy: 'in-flight', limit: 2, window_seconds: null });
    const locks = app.sql.createQueryRunner();
    await locks.startTransaction();
    await locks.query('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE');
    const waiting = [1, 2].map(() => loud.test.get('/api/v1/customers').then((answer) => answer));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const refused = await loud.test.get('/api/v1/quotes').expect(429);
    expect(refused.headers).toMatchObject({ ratelimit: '"in-flight";r=0', 'retry-after': '1' });
    await quiet.test.get('/api/v1/quotes').expect(200);
    await locks.rollbackTransaction();
    await locks.release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    await loud.test.get('/api/v1/quotes').expect(200);
  });

  it('of requests at once keep no place for a client that left while its key was counted', async () => {
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
    await new Promise((resolve) => setTimeout(resolve, 300));
    const answers = [await org.test.get('/api/v1/quotes'), await org.test.get('/api/v1/quotes')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('a process that is hopelessly behind', () => {
  it('refuses with 503 until it has caught up, and answers for its health all the while', async () => {
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
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      await org.test.get('/api/v1/customers').expect(200);
    } finally {
      await app.close();
    }
  });
});
