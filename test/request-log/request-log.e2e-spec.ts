import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RequestLogMiddleware } from '../../src/features/request-log/request-log.middleware.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';

describe('the request log', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  const requests = async (query = '', by = org.test) => {
    await app.app.get(RequestLogMiddleware).flush();
    return (await by.get(`/api/v1/requests${query}`).expect(200)).body.data;
  };

  it('contains requests with their result, without headers, queries and bodies', async () => {
    const created = await org.test
      .post('/api/v1/customers')
      .set('Idempotency-Key', 'order-1')
      .send({ name: 'Confidential & Sons' })
      .expect(201);
    await org.test.get('/api/v1/customers?email=ann@example.com').expect(200);
    const refused = await org.test.post('/api/v1/customers').send({}).expect(400);
    const [last, read, first] = await requests();
    expect(first).toEqual({
      object: 'request',
      id: expect.any(Number),
      request_id: created.headers['request-id'],
      key_id: expect.any(Number),
      member_id: null,
      method: 'POST',
      path: '/api/v1/customers',
      outcome: 'succeeded',
      status: 201,
      error_code: null,
      idempotency_key: 'order-1',
      duration_ms: expect.any(Number),
      created_at: expect.any(String),
    });
    expect(read).toMatchObject({ method: 'GET', path: '/api/v1/customers', status: 200 });
    expect(last).toMatchObject({
      request_id: refused.headers['request-id'],
      outcome: 'refused',
      error_code: refused.body.error.code,
      idempotency_key: null,
    });
    expect(JSON.stringify([last, read, first])).not.toMatch(/Confidential|ann@/);
  });

  it('filters by request id and outcome', async () => {
    const missing = await org.test.get('/api/v1/freight/987654321').expect(404);
    const id = missing.headers['request-id'];
    expect(await requests(`?request_id=${id}`)).toMatchObject([
      { request_id: id, error_code: 'resource_missing' },
    ]);
    const outcomes = (await requests('?outcome=refused,failed&limit=100')).map(
      ({ outcome }: { outcome: string }) => outcome,
    );
    expect(new Set(outcomes)).toEqual(new Set(['refused']));
    const { body } = await org.test.get('/api/v1/requests?outcome=lost').expect(400);
    expect(body.error.param).toBe('outcome');
  });

  it('contains only requests of the tenant', async () => {
    const stranger = await app.organization();
    const theirs = await requests('?limit=100', stranger.test);
    expect(theirs).toEqual([]);
    const live = await requests('?limit=100', org.live);
    expect(live.filter(({ path }: { path: string }) => path !== '/api/v1/requests')).toEqual([]);
  });

  it('contains every write and failure, and a sample of successful reads', async () => {
    const busy = await app.organization();
    await app.app.get(RequestLogMiddleware).flush();
    for (let n = 0; n < 60; n++) await busy.test.get('/api/v1/customers').expect(200);
    await busy.test.get('/api/v1/customers/123456').expect(404);
    await busy.test.post('/api/v1/customers').send({ name: 'Acme' }).expect(201);
    const kept = await requests('?limit=100', busy.test);
    expect(kept.filter(({ status }: { status: number }) => status !== 200)).toHaveLength(2);
    expect(kept.length).toBeGreaterThan(2);
  });

  it('hides entries older than 30 days', async () => {
    await requests();
    await app.sql.query(`UPDATE api_requests SET created_at = now() - interval '31 days' WHERE status = 201`);
    const left = await requests('?limit=100');
    expect(left.filter(({ status }: { status: number }) => status === 201)).toEqual([]);
    expect(left.length).toBeGreaterThan(0);
  });

  it('counts the rows that it cannot write', async () => {
    const countLost = async (): Promise<number> => {
      const { text } = await app.client().get('/metrics').expect(200);
      return Number(/^lading_log_rows_lost_total\{log="requests"\} (\d+)$/m.exec(text)![1]);
    };
    await app.app.get(RequestLogMiddleware).flush();
    const before = await countLost();
    await app.sql.query('ALTER TABLE api_requests RENAME TO api_requests_away');
    try {
      await org.test.get('/api/v1/customers/987654321').expect(404);
      await org.test.get('/api/v1/customers/987654322').expect(404);
      await app.app.get(RequestLogMiddleware).flush();
    } finally {
      await app.sql.query('ALTER TABLE api_requests_away RENAME TO api_requests');
    }
    expect((await countLost()) - before).toBe(2);
    await org.test.get('/api/v1/customers/987654323').expect(404);
    expect(await requests('?limit=1')).toMatchObject([{ path: '/api/v1/customers/987654323' }]);
  });
});
