import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newQuote, rateRequest } from '../support/factories.js';
import { ExternalCall, ExternalCallController } from '../support/external-call.js';
import { expectReplay, newIdempotencyKey } from '../support/idempotency-replay.js';

describe('idempotency', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({}, [ExternalCallController]);
    org = await app.organization();
  });
  afterAll(() => app.close());

  const post = (path: string, key: string, body: object = {}, client = org.test) =>
    client.post(`/api/v1${path}`).set('Idempotency-Key', key).send(body);
  const count = async (table: string, id = org.id): Promise<number> =>
    (await app.sql.query(`SELECT count(*) FROM ${table} WHERE organization_id = $1`, [id]))[0].count;

  describe('a repeated request', () => {
    it('gets the first response byte for byte without repeating the work', async () => {
      const key = newIdempotencyKey();
      const first = await post('/quotes', key, rateRequest()).expect(201);
      const before = await count('quotes');
      expectReplay(await post('/quotes', key, rateRequest()), first);
      expect(await count('quotes')).toBe(before);

      const body = freightRequest(first.body.data[0].id as number);
      const draft = await post('/freight', `${key}f`, body).expect(201);
      expect(draft.headers.location).toBe(`/api/v1/freight/${draft.body.id}`);
      expectReplay(await post('/freight', `${key}f`, body), draft);
      expect(await count('freight')).toBe(1);
    });

    it('can have its fields in another order', async () => {
      const key = newIdempotencyKey();
      const first = await post('/quotes', key, rateRequest()).expect(201);
      const reordered = Object.fromEntries(
        Object.entries(
          rateRequest({ destination: { zip: '60601', state: 'IL', city: 'Chicago' } }),
        ).reverse(),
      );
      expectReplay(await post('/quotes', key, reordered), first);
    });

    it('can have its key in quotes', async () => {
      const key = 'a "quoted" \\ key';
      const first = await post('/quotes', key, rateRequest()).expect(201);
      expectReplay(await post('/quotes', '"a \\"quoted\\" \\\\ key"', rateRequest()), first);
    });

    it('is replayed after the object was deleted', async () => {
      const { id } = await newQuote(org.test);
      const key = newIdempotencyKey();
      const first = await post('/freight', key, freightRequest(id)).expect(201);
      await app.sql.query('DELETE FROM freight WHERE id = $1', [first.body.id]);
      await org.test.get(`/api/v1/freight/${first.body.id}`).expect(404);
      expectReplay(await post('/freight', key, freightRequest(id)), first);
    });

    it('is replayed by every process', async () => {
      const other = await startApp({ DATABASE_URL: (app.sql.options as { url: string }).url }, [
        ExternalCallController,
      ]);
      const key = newIdempotencyKey();
      const first = await post('/quotes', key, rateRequest()).expect(201);
      expectReplay(await post('/quotes', key, rateRequest(), other.client(org.testKey)), first);
      await other.close();
    });

    it('runs again after 24 hours by the database clock', async () => {
      const key = newIdempotencyKey();
      const age = (interval: string) =>
        app.sql.query('UPDATE idempotent_requests SET created_at = now() - $2::interval WHERE key = $1', [
          key,
          interval,
        ]);
      const first = await post('/quotes', key, rateRequest()).expect(201);
      await age('23 hours 59 minutes');
      expectReplay(await post('/quotes', key, rateRequest()), first);
      await age('24 hours');
      const { items } = rateRequest();
      const later = await post('/quotes', key, rateRequest({ items, customer_id: 7 })).expect(201);
      expect(later.body.quote_group_id).not.toBe(first.body.quote_group_id);
      expectReplay(await post('/quotes', key, rateRequest({ items, customer_id: 7 })), later);
    });

    it('among 200 concurrent ones creates one object and one event', async () => {
      const fresh = await app.organization();
      const key = newIdempotencyKey();
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => post('/quotes', key, rateRequest(), fresh.test)),
      );
      const created = answers.filter(({ status }) => status === 201);
      expect(created.length).toBeGreaterThan(0);
      expect(new Set(created.map(({ text }) => text)).size).toBe(1);
      for (const { status, body, headers } of answers.filter(({ status }) => status !== 201)) {
        expect({ status, code: body.error.code, retry: headers['retry-after'] }).toEqual({
          status: 409,
          code: 'idempotency_in_progress',
          retry: '1',
        });
      }
      expect(await count('events', fresh.id)).toBe(1);
      expect(await count('quotes', fresh.id)).toBe(created[0]!.body.data.length);

      const draft = freightRequest(created[0]!.body.data[0].id as number);
      const drafts = await Promise.all(
        Array.from({ length: 200 }, () => post('/freight', `${key}f`, draft, fresh.test)),
      );
      expect(new Set(drafts.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(await count('freight', fresh.id)).toBe(1);
    });
  });

  describe('an Idempotency-Key', () => {
    it('identifies one body, path and query', async () => {
      const key = newIdempotencyKey();
      await post('/quotes', key, rateRequest()).expect(201);
      const simulated = newIdempotencyKey();
      await post('/sandbox/simulate/quote.expired?apply=false', simulated, {}).expect(200);
      const others = [
        post('/quotes', key, rateRequest({ customer_id: 1 })),
        post('/sandbox/simulate/quote.expired?apply=true', simulated, {}),
        post('/freight', key, rateRequest()),
        post('/quotes', key, {}),
      ];
      for (const { body } of await Promise.all(others.map((other) => other.expect(409)))) {
        expect(body.error).toMatchObject({ type: 'idempotency_error', code: 'idempotency_key_reused' });
      }
    });

    it('marks a replay with headers, for errors as for successes', async () => {
      for (const body of [rateRequest(), freightRequest(999_999)]) {
        const [key, path] = [newIdempotencyKey(), 'quote_id' in body ? '/freight' : '/quotes'];
        const first = await post(path, key, body);
        const again = await post(path, key, body);
        expect(first.headers).not.toHaveProperty('original-request-id');
        expect(again.headers['original-request-id']).toBe(first.headers['request-id']);
        expect(again.headers['request-id']).not.toBe(first.headers['request-id']);
        expect(again.status).toBe(first.status);
      }
    });

    it('replays the stored representation whatever the repeat accepts', async () => {
      const key = newIdempotencyKey();
      const { body: group } = await org.test.post('/api/v1/quotes').send(rateRequest());
      const draft = freightRequest(group.data[0].id as number);
      const first = await post('/freight', key, draft).expect(201);
      const again = await post('/freight', key, draft)
        .set('Accept', 'application/vnd.freight.shape-b+json')
        .expect(201);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.text).toBe(first.text);
    });

    it('is scoped to one organization and mode', async () => {
      const key = newIdempotencyKey();
      const other = await app.organization();
      const first = await post('/quotes', key, rateRequest()).expect(201);
      const theirs = await post('/quotes', key, rateRequest(), other.test).expect(201);
      expect(theirs.body.quote_group_id).not.toBe(first.body.quote_group_id);
      expect((await post('/quotes', key, rateRequest(), org.live)).body.error.code).toBe('no_rates');
    });

    it.each([
      ['empty', ''],
      ['of 256 characters', 'x'.repeat(256)],
      ['with a tab', 'a\tb'],
      ['beyond ASCII', 'ключ'],
      ['an open quote', '"abc'],
      ['text after the quote', '"abc"d'],
      ['empty quotes', '""'],
    ])('is rejected if it is %s', async (_name, key) => {
      const bytes = Buffer.from(key).toString('latin1');
      const response = await post('/quotes', bytes, rateRequest()).expect(400);
      expect(response.body.error).toMatchObject({ type: 'invalid_request_error', param: 'Idempotency-Key' });
    });

    it('is rejected if there are two', async () => {
      const headers = new Headers({
        Authorization: `Bearer ${org.testKey}`,
        'Content-Type': 'application/json',
      });
      const response = await new Promise<number>((resolve, reject) => {
        void import('node:http').then(({ request }) => {
          const outgoing = request(`${app.url}/api/v1/quotes`, {
            method: 'POST',
            headers: { ...Object.fromEntries(headers), 'Idempotency-Key': ['one', 'two'] },
          });
          outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode!)).on('error', reject);
          outgoing.end(JSON.stringify(rateRequest()));
        });
      });
      expect(response).toBe(400);
    });

    it('can have 255 characters and is ignored on a GET', async () => {
      await post('/quotes', 'y'.repeat(255), rateRequest()).expect(201);
      await org.test.get('/api/v1/quotes').set('Idempotency-Key', 'y'.repeat(300)).expect(200);
    });
  });

  describe('an error response', () => {
    it('is stored if a retry would get it again: 404', async () => {
      const key = newIdempotencyKey();
      const first = await post('/freight', key, { quote_id: 999_999_999 }).expect(404);
      const again = await post('/freight', key, { quote_id: 999_999_999 }).expect(404);
      expectReplay(again, first);
      await post('/freight', key, { quote_id: 1 }).expect(409);
    });

    it('is stored if the carriers declined: 422', async () => {
      const fresh = await carriersThat('decline');
      const key = newIdempotencyKey();
      const first = await post('/quotes', key, rateRequest(), fresh.test).expect(422);
      expectReplay(await post('/quotes', key, rateRequest(), fresh.test), first);
    });

    it('is not stored if a carrier failed, so that a retry asks again', async () => {
      const fresh = await carriersThat('error');
      const key = newIdempotencyKey();
      await post('/quotes', key, rateRequest(), fresh.test).expect(422);
      await connect(fresh.id, 'normal');
      const { headers } = await post('/quotes', key, rateRequest(), fresh.test).expect(201);
      expect(headers).not.toHaveProperty('idempotent-replayed');
    });

    it('is not stored for invalid input: 400, then the corrected body', async () => {
      const key = newIdempotencyKey();
      await post('/quotes', key, rateRequest({ items: [] })).expect(400);
      await post('/quotes', key, rateRequest()).expect(201);
    });

    it('is not stored for an internal error: 500', async () => {
      const key = newIdempotencyKey();
      const before = ExternalCall.calls;
      await post('/outside/broken', key).expect(500);
      await post('/outside/broken', key).expect(500);
      expect(ExternalCall.calls).toBe(before + 2);
    });

    it('is not stored for an authentication error: 401 leaves the key unused', async () => {
      const key = newIdempotencyKey();
      await post('/quotes', key, rateRequest(), app.client()).expect(401);
      await post('/quotes', key, rateRequest()).expect(201);
    });

    const connect = (organizationId: number, behaviour: string) =>
      app.app
        .get(CarrierConnectionsService)
        .connect(
          { organizationId, mode: 'test' },
          { adapter: 'simulated', scac: 'SIM1', settings: { behaviour } },
        );

    async function carriersThat(behaviour: string): Promise<TestOrganization> {
      const fresh = await app.organization();
      await app.sql.query('DELETE FROM carrier_connections WHERE organization_id = $1', [fresh.id]);
      await connect(fresh.id, behaviour);
      return fresh;
    }
  });
});
