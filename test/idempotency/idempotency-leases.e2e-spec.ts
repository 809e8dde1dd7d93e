import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IdempotencyService } from '../../src/platform/idempotency/idempotency.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { dumpDatabase } from '../support/database-dump.js';
import { eventually } from '../support/eventually.js';
import { rateRequest } from '../support/factories.js';
import { holdExternalCall, ExternalCall, ExternalCallController } from '../support/external-call.js';
import { expectReplay, newIdempotencyKey } from '../support/idempotency-replay.js';

describe('idempotency of slow requests', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({}, [ExternalCallController]);
    org = await app.organization();
  });
  afterAll(() => app.close());

  const post = (path: string, key: string, body: object = {}) =>
    org.test.post(`/api/v1${path}`).set('Idempotency-Key', key).send(body);
  const lapse = (key: string) =>
    app.sql.query('UPDATE idempotent_requests SET lease_until = now() WHERE key = $1', [key]);

  describe('a request with an outbound call', () => {
    it('runs once, returns 409 while it runs and replays its response afterward', async () => {
      const key = newIdempotencyKey();
      const before = ExternalCall.calls;
      const arrive = holdExternalCall();
      const first = post('/outside', key).then((response) => response);
      await eventually(() => ExternalCall.calls > before);
      const busy = await post('/outside', key).expect(409);
      expect(busy.body.error.code).toBe('idempotency_in_progress');
      arrive();
      const answer = await first;
      expectReplay(await post('/outside', key), answer);
      expect(ExternalCall.calls).toBe(before + 1);
    });

    it('stores its response without a final transaction', async () => {
      const key = newIdempotencyKey();
      const first = await post('/outside/unfinished', key).expect(201);
      expectReplay(await post('/outside/unfinished', key), first);
    });
  });

  describe('a request without an outbound call', () => {
    it('returns 409 while it runs and replays its response afterward', async () => {
      const key = newIdempotencyKey();
      const before = ExternalCall.calls;
      const arrive = holdExternalCall();
      const first = post('/outside/written', key).then((response) => response);
      await eventually(() => ExternalCall.calls > before);
      const busy = await post('/outside/written', key).expect(409);
      expect(busy.body.error.code).toBe('idempotency_in_progress');
      expect(busy.headers['retry-after']).toBe('1');
      arrive();
      const answer = await first;
      expectReplay(await post('/outside/written', key), answer);
      expect(ExternalCall.calls).toBe(before + 1);
    });

    it('rolls back completely when its connection is lost, so that a retry runs immediately', async () => {
      const key = newIdempotencyKey();
      const before = ExternalCall.calls;
      const arrive = holdExternalCall();
      const cut = post('/outside/written', key).then((response) => response);
      await eventually(() => ExternalCall.calls > before);
      // With a timeout, pg_terminate_backend returns after the connection has released its locks.
      await app.sql.query(
        `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'idle in transaction'`,
      );
      ExternalCall.answer = Promise.resolve();
      const { body } = await post('/outside/written', key).expect(201);
      expect(body.call).toBe(before + 2);
      arrive();
      expect((await cut).status).toBe(503);
      expect(await app.sql.query('SELECT name FROM organizations WHERE id = $1', [org.id])).toEqual([
        { name: `call ${before + 2}` },
      ]);
    });
  });

  describe('after a crash', () => {
    it('the key is released when its lease expires, so that a retry runs', async () => {
      const key = newIdempotencyKey();
      const arrive = holdExternalCall();
      const before = ExternalCall.calls;
      const lost = post('/outside', key).then((response) => response);
      await eventually(() => ExternalCall.calls > before);
      await lapse(key);
      const frozen = ExternalCall.answer;
      ExternalCall.answer = Promise.resolve();
      const retry = await post('/outside', key).expect(201);
      expect(retry.body.call).toBe(before + 2);
      ExternalCall.answer = frozen;
      arrive();
      const late = await lost;
      expect(late.status).toBe(409);
      expectReplay(await post('/outside', key), retry);
    });

    it('the key of a running process stays leased by renewal', async () => {
      const key = newIdempotencyKey();
      const arrive = holdExternalCall();
      const before = ExternalCall.calls;
      const first = post('/outside', key).then((response) => response);
      await eventually(() => ExternalCall.calls > before);
      await lapse(key);
      await app.app.get(IdempotencyService).renewLeases();
      await post('/outside', key).expect(409);
      arrive();
      expect((await first).status).toBe(201);
    });
  });

  it('retention deletes expired keys only', async () => {
    const [old, fresh] = [newIdempotencyKey(), newIdempotencyKey()];
    await post('/quotes', old, rateRequest()).expect(201);
    await post('/quotes', fresh, rateRequest()).expect(201);
    await app.sql.query(
      `UPDATE idempotent_requests SET created_at = now() - interval '25 hours' WHERE key = $1`,
      [old],
    );
    await app.app.get(IdempotencyService).deleteOld();
    const rows = await app.sql.query('SELECT key FROM idempotent_requests WHERE key = ANY ($1)', [
      [old, fresh],
    ]);
    expect(rows).toEqual([{ key: fresh }]);
  });

  it('a one-time secret is replayed but never stored in plain text', async () => {
    ExternalCall.answer = Promise.resolve();
    const key = newIdempotencyKey();
    const first = await post('/outside', key).expect(201);
    const { secret } = first.body as { secret: string };
    expectReplay(await post('/outside', key), first);
    const text = await dumpDatabase(app.sql);
    expect(text).toContain(key);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, 32));
  });
});
