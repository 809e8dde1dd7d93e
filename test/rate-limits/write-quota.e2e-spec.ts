import { afterEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { eventually } from '../support/eventually.js';
import { startApp, type TestApp } from '../support/app.js';
import { operations } from '../support/openapi-document.js';
import { freightRequest, newQuote, rateRequest } from '../support/factories.js';
import { StatementRecorder } from '../support/statement-recorder.js';

const LIMIT = 60_000;
const ON = {
  RATE_LIMIT_ENABLED: 'true',
  RATE_LIMIT_TEST: '1000',
  RATE_LIMIT_LIVE: '1000',
  QUOTA_WRITTEN_BYTES: String(LIMIT),
};
const REDIS_URL = process.env.REDIS_URL;

const asked = (client: TestAgent): Promise<Response> =>
  client
    .post('/api/v1/quotes')
    .send(rateRequest())
    .then((answer) => answer);

/** Sends requests until one is rejected. Returns the number of accepted ones. */
async function requestUntilRefused(client: TestAgent): Promise<{ passed: number; refused: Response }> {
  let passed = 0;
  const refused = await eventually(async () => {
    const answer = await asked(client);
    if (answer.status === 429) return answer;
    expect(answer.status).toBe(201);
    passed++;
    return null;
  });
  return { passed, refused: refused! };
}

/** Returns a function that returns the bytes an app has stored since. */
function trackWrittenBytes({ app }: TestApp): () => number {
  const transactions = app.get(Transactions);
  const { onStored } = transactions;
  let sum = 0;
  transactions.onStored = (owner, bytes) => {
    sum += bytes;
    onStored(owner, bytes);
  };
  return () => sum;
}

describe('the write quota', () => {
  const open: TestApp[] = [];
  const start = async (env: Record<string, string> = {}): Promise<TestApp> => {
    const app = await startApp({ ...ON, ...env });
    open.push(app);
    return app;
  };
  afterEach(async () => {
    for (const app of open.splice(0)) await app.close();
  });

  it('returns 429 with Retry-After for one organization and mode', async () => {
    const app = await start();
    const loud = await app.organization();
    const quiet = await app.organization();
    const { passed, refused } = await requestUntilRefused(loud.test);
    expect(passed).toBeGreaterThan(0);
    expect(refused.body.error).toMatchObject({
      type: 'rate_limit_error',
      code: 'rate_limited',
      message: expect.stringContaining(`wrote ${LIMIT} bytes`),
    });
    const { headers } = refused;
    expect(headers['ratelimit-policy']).toBe(`"written-bytes";q=${LIMIT};qu="content-bytes";w=3600`);
    const [, seconds] = /^"written-bytes";r=0;t=(\d+)$/.exec(headers.ratelimit!)!;
    expect(headers['retry-after']).toBe(seconds);
    expect(Number(seconds)).toBeGreaterThan(3_000);
    expect(Number(seconds)).toBeLessThanOrEqual(3_600);
    await loud.live.post('/api/v1/customers').send({ name: 'Ann' }).expect(201);
    expect((await asked(quiet.test)).status).toBe(201);
    const { text } = await app.client().get('/metrics').expect(200);
    expect(text).toMatch(/lading_rate_limited_total\{policy="written-bytes"[^}]*\} [1-9]/);
  });

  it('counts each stored row, such as all items for every quote of a request', async () => {
    const app = await start({ QUOTA_WRITTEN_BYTES: '1000000' });
    const { test } = await app.organization();
    const quote = await newQuote(test);
    const { body: draft } = await test.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201);
    const change = () => test.patch(`/api/v1/freight/${draft.id}`).send({ special_instructions: 'Ring' });
    await change().expect(200);
    const line = { weight: 20, freight_class: '60', length: 6, width: 6, height: 6 };
    const items = Array<typeof line>(500).fill(line);
    await test.post('/api/v1/quotes').send(rateRequest({ items })).expect(201);
    await eventually(async () => (await change()).status === 429);
    await test.get(`/api/v1/freight/${draft.id}`).expect(200);
    await test.post(`/api/v1/freight/${draft.id}/cancel`).expect(200);
  });

  it('counts stored webhook bodies and idempotent responses', async () => {
    const app = await start({ QUOTA_WRITTEN_BYTES: '1000000000' });
    const { test } = await app.organization();
    const written = trackWrittenBytes(app);
    const weightOf = async (key?: string): Promise<number> => {
      const before = written();
      const post = test.post('/api/v1/quotes');
      await (key ? post.set('Idempotency-Key', key) : post).send(rateRequest()).expect(201);
      return written() - before;
    };
    const alone = await weightOf();
    expect(await weightOf('kept')).toBeGreaterThan(alone + 5_000);
    const endpoint = { url: 'https://hooks.example.com/', events: ['quote.created'] };
    await test.post('/api/v1/webhooks').send(endpoint).expect(201);
    expect(await weightOf()).toBeGreaterThan(alone + 5_000);
  });

  it('blocks writes that store data, but not reads, cancellations or revocations', async () => {
    const app = await start();
    const { test } = await app.organization();
    const { body: customer } = await test.post('/api/v1/customers').send({ name: 'Ann' }).expect(201);
    await requestUntilRefused(test);
    await test.get('/api/v1/quotes').expect(200);
    await test.get(`/api/v1/customers/${customer.id}`).expect(200);
    const passing: string[] = [];
    const writes = operations.filter(({ method }) => method !== 'get');
    for (const { method, path, operationId } of writes) {
      const answer = await test[method as 'post'](path.replace(/\{[^}]+\}/g, '999999'));
      if (answer.status !== 429) passing.push(operationId);
    }
    expect(passing.filter((id) => !id.startsWith('delete')).sort()).toEqual([
      'cancelFreight',
      'cancelPickup',
      'cancelShipment',
      'printDocuments',
      'rateTariff',
      'resetSandbox',
      'revokeInvitation',
      'revokeKey',
      'rollKey',
      'rotateWebhookSecret',
      'stopTracking',
      'suggestFreightClass',
      'testCarrierConnection',
      'unlinkMember',
      'validateAddress',
      'voidInvoice',
    ]);
    const deletions = writes.filter(({ operationId }) => operationId.startsWith('delete'));
    expect(passing.filter((id) => id.startsWith('delete'))).toHaveLength(deletions.length);
  });

  it('replays stored responses and does not use up the key of a rejected request', async () => {
    const app = await start();
    const { id, test } = await app.organization();
    const keyed = (client: TestAgent, key: string) =>
      client.post('/api/v1/quotes').set('Idempotency-Key', key).send(rateRequest());
    const done = await keyed(test, 'done').expect(201);
    await requestUntilRefused(test);
    const again = await keyed(test, 'done').expect(201);
    expect(again.headers).toHaveProperty('idempotent-replayed', 'true');
    expect(again.body).toEqual(done.body);
    const refused = await keyed(test, 'new').expect(429);
    expect(refused.headers.ratelimit).toMatch(/^"written-bytes";r=0;/);
    const created = test.post('/api/v1/customers').set('Idempotency-Key', 'customer');
    await created.send({ name: 'Ann' }).expect(429);
    const kept = await app.sql.query<{ key: string }[]>(
      'SELECT key FROM idempotent_requests WHERE organization_id = $1',
      [id],
    );
    expect(kept).toEqual([{ key: 'done' }]);
  });

  it('is counted in the background, several requests at once', async () => {
    const app = await start({ RATE_LIMIT_STORE: 'postgres', QUOTA_WRITTEN_BYTES: '1000000000' });
    const { id, test } = await app.organization();
    const recorder = new StatementRecorder(app);
    const written = trackWrittenBytes(app);
    const key = `written:${id} test`;
    const statements = await recorder.record(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => asked(test)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      await eventually(async () => {
        const [row] = await app.sql.query<{ points: number }[]>(
          'SELECT points FROM rate_limits WHERE key = $1',
          [key],
        );
        return row !== undefined && row.points * 1_000 >= written();
      });
    });
    const counts = statements.filter(({ values }) => values?.[0] === key && values.length === 3);
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.length).toBeLessThan(10);
  });

  it('appears in GET /limits and is disabled with the other limits', async () => {
    const [on, off] = [
      await start(),
      await start({ RATE_LIMIT_ENABLED: 'false', QUOTA_WRITTEN_BYTES: '1000' }),
    ];
    const limits = await (await on.organization()).test.get('/api/v1/limits').expect(200);
    expect(limits.body.rates).toContainEqual({
      policy: 'written-bytes',
      limit: LIMIT,
      window_seconds: 3_600,
    });
    const { test } = await off.organization();
    for (const end = performance.now() + 2_500; performance.now() < end;)
      expect((await asked(test)).status).toBe(201);
  });

  const stores: [string, Record<string, string>][] = [['postgres', {}]];
  if (REDIS_URL) stores.push(['redis', { REDIS_URL }]);
  else console.log('Without REDIS_URL two processes share their counts on PostgreSQL only.');

  it.each(stores)('is counted across two processes, on %s', async (store, env) => {
    const first = await start({ ...env, RATE_LIMIT_STORE: store });
    const { url } = first.sql.options as { url: string };
    const second = await start({ ...env, RATE_LIMIT_STORE: store, DATABASE_URL: url });
    const { test, testKey } = await first.organization();
    const there = second.client(testKey);
    // Neither client exceeds the quota alone.
    for (const [client, written] of [
      [test, trackWrittenBytes(first)],
      [there, trackWrittenBytes(second)],
    ] as const)
      while (written() < 0.6 * LIMIT) expect((await asked(client)).status).toBe(201);
    const small = async (client: TestAgent): Promise<number> =>
      (await client.post('/api/v1/customers').send({ name: 'Ann' })).status;
    for (const client of [there, test]) await eventually(async () => (await small(client)) === 429);
  });
});
