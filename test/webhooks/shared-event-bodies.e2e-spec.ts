import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { verifyWebhook } from '../../receivers/typescript/verify-webhook.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { WebhookDeliveriesRepository } from '../../src/features/webhooks/webhook-deliveries.repository.js';
import { eventually } from '../support/eventually.js';
import { respondWith, type ReceivedDelivery, Receivers } from '../support/receiver.js';
import { WEBHOOKS_PATH, Fixture, type Endpoint } from '../support/fixture.js';

const ENDPOINTS = 60;
const SIGNED = 'x-service-signature';

describe('the shared body of an event', () => {
  let bench: Fixture;
  const receivers = new Receivers();

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());
  afterEach(() => receivers.close());

  const sql = (text: string, values: unknown[] = []) => bench.app.sql.query(text, values);

  it('is stored once and sent to each endpoint, signed', async () => {
    const data = { text: 'Zürich ✓ 📦 \u2028 "<&>" \\', long: 'x'.repeat(25_000) };
    const { url, waitForDeliveries: wait } = await receivers.startReceiver();
    const endpoints: Endpoint[] = [];
    for (let n = 0; n < ENDPOINTS; n++)
      endpoints.push(await bench.createEndpoint(`${url}/${n}?say="é"`, ['bill.created']));
    const id = await bench.publishEvent('bill.created', data);
    const [{ created }] = await sql('SELECT created_at AS created FROM events WHERE public_id = $1', [id]);
    const received = await wait(ENDPOINTS);
    for (const { id: of, url: to, secret } of endpoints) {
      const at = created.toISOString();
      const told = {
        object: 'event',
        id,
        type: 'bill.created',
        created: at,
        created_at: at,
        livemode: false,
        api_version: 'v1',
        data,
      };
      const body = JSON.stringify({ ...told, webhook: { id: `whk_${of}`, url: to } });
      const own = received.filter(({ rawBody: raw }) => raw === body);
      expect(own).toHaveLength(1);
      expect(verifyWebhook(body, own[0]!.headers[SIGNED] as string, secret)).toBe(true);
    }
    const [{ shared, own }] = await sql(
      `SELECT (SELECT sum(octet_length(beginning)) FROM webhook_bodies WHERE event_id = $1)::int AS shared,
         (SELECT sum(coalesce(octet_length(body), 0) + octet_length(ending)) FROM webhook_deliveries WHERE event_id = $1)::int AS own`,
      [id],
    );
    expect(shared).toBeLessThan(26_000);
    expect(own).toBeLessThan(ENDPOINTS * 200);
  });

  it('is byte-identical in retries, resends and recoveries after the URL has changed', async () => {
    const { url } = await receivers.startReceiver(respondWith(500));
    const { id, secret } = await bench.createEndpoint(`${url}/before`);
    await bench.publishEvent();
    await receivers.last.waitForDeliveries(1);
    await bench.patchEndpoint(id, { url: `${url}/after` });
    const { id: delivery } = await bench.waitForDelivery(id, ({ status }) => status === 'failed');
    receivers.last.responder = respondWith(200);
    await bench.org.test.post(`${WEBHOOKS_PATH}/${id}/recover`).send({ since: '2026-01-01' }).expect(200);
    await bench.waitForDelivery(id, (newest) => newest.id !== delivery && newest.status === 'delivered');
    await bench.org.test.post(`${WEBHOOKS_PATH}/${id}/deliveries/${delivery}/resend`).expect(200);
    const received = await receivers.last.waitForDeliveries(9);
    expect(received.at(-1)!.path).toBe('/after');
    expect(new Set(received.map(({ rawBody: raw }) => raw)).size).toBe(1);
    expect(received[0]!.body.webhook).toEqual({ id: `whk_${id}`, url: `${url}/before` });
    for (const { rawBody: raw, headers } of received)
      expect(verifyWebhook(raw, headers[SIGNED] as string, secret)).toBe(true);
  });

  it('is not needed by an older delivery that stores its whole body', async () => {
    const { url } = await receivers.startReceiver();
    const { id } = await bench.createEndpoint(url, ['invoice.paid']);
    const body = '{"id":"evt_before", "webhook": {}}';
    await sql(
      `INSERT INTO webhook_deliveries (organization_id, mode, endpoint_id, event_id, event_type, body, next_attempt_at)
       VALUES ($1, 'test', $2, 'evt_before', 'invoice.paid', $3, now())`,
      [bench.org.id, id, body],
    );
    const { id: delivery } = await bench.waitForDelivery(id, ({ status }) => status === 'delivered');
    await bench.org.test.post(`${WEBHOOKS_PATH}/${id}/deliveries/${delivery}/resend`).expect(200);
    await bench.waitForDelivery(id, (newest) => newest.id !== delivery && newest.status === 'delivered');
    await bench.org.test
      .post(`${WEBHOOKS_PATH}/${id}/recover`)
      .send({ since: '2026-01-01', include: 'all' })
      .expect(200);
    const received: ReceivedDelivery[] = await receivers.last.waitForDeliveries(3);
    expect(received.map(({ rawBody: raw }) => raw)).toEqual([body, body, body]);
  });

  it('fails only the delivery, not the endpoint, if it is lost', async () => {
    const { url, waitForDeliveries: wait } = await receivers.startReceiver();
    const { id } = await bench.createEndpoint(url, ['invoice.voided']);
    await sql(
      `INSERT INTO webhook_deliveries (organization_id, mode, endpoint_id, event_id, event_type, ending, next_attempt_at)
       SELECT $1, 'test', $2, 'evt_lost_' || n, 'invoice.voided', '}', now() FROM generate_series(1, 2) n`,
      [bench.org.id, id],
    );
    const isFailed = ({ status }: { status: string }) => status === 'failed';
    await eventually(async () => (await bench.listDeliveries(id)).every(isFailed));
    for (const { attempts, error, response_status: status } of await bench.listDeliveries(id)) {
      expect([error, status, attempts.length]).toEqual(['body_lost', null, 7]);
    }
    expect(await bench.getEndpoint(id)).toMatchObject({ active: true, consecutive_failures: 0 });
    const eventId = await bench.publishEvent('invoice.voided');
    expect((await wait(1)).map(({ body }) => body.id)).toEqual([eventId]);
  });
});

describe('the retention of shared bodies', () => {
  let bench: Fixture;
  let endpoint: Endpoint;
  let eventId: string;

  // Without a worker every delivery keeps its status.
  beforeAll(async () => {
    bench = await Fixture.start({ PROCESS_ROLE: 'api' });
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    endpoint = await bench.createEndpoint('http://127.0.0.1:9/');
    eventId = await bench.publishEvent();
  });
  afterEach(() => bench.org.test.post('/api/v1/sandbox/reset').expect(200));

  const sql = (text: string, values: unknown[] = []) => bench.app.sql.query(text, values);
  const deleteOld = () => bench.app.app.get(WebhookDeliveriesRepository).deleteOld();
  const events = async (): Promise<string[]> =>
    (await sql('SELECT event_id FROM webhook_bodies ORDER BY created_at')).map(
      (row: { event_id: string }) => row.event_id,
    );

  /** Makes all rows of the event 100 days older. */
  async function age(): Promise<void> {
    for (const table of ['webhook_bodies', 'webhook_deliveries'])
      await sql(`UPDATE ${table} SET created_at = created_at - interval '100 days' WHERE event_id = $1`, [
        eventId,
      ]);
  }

  async function deliver(): Promise<void> {
    await sql(
      `UPDATE webhook_deliveries SET status = 'delivered', next_attempt_at = NULL WHERE event_id = $1`,
      [eventId],
    );
  }

  it('stores no body without a subscribed endpoint', async () => {
    await bench.publishEvent('bill.created');
    expect(await events()).toEqual([eventId]);
  });

  it('keeps a body while a delivery is open and deletes it when all are old', async () => {
    const other = await bench.publishEvent();
    await age();
    await deleteOld();
    expect(await events()).toEqual([eventId, other]);
    await deliver();
    await deleteOld();
    expect(await events()).toEqual([other]);
  });

  it('deletes an old body after its endpoints are deleted', async () => {
    await bench.org.test.delete(`${WEBHOOKS_PATH}/${endpoint.id}`).expect(200);
    await deleteOld();
    expect(await events()).toEqual([eventId]);
    await age();
    await deleteOld();
    expect(await events()).toEqual([]);
  });

  it('deletes bodies with a sandbox reset', async () => {
    await bench.org.test.post('/api/v1/sandbox/reset').expect(200);
    expect(await events()).toEqual([]);
  });

  it('keeps a body for a resend, even before the resend commits', async () => {
    const [first] = await bench.listDeliveries(endpoint.id);
    await deliver();
    const tenant = { organizationId: bench.org.id, mode: 'test' as const };
    const { promise: end, resolve: commit } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<number | null>();
    const sending = bench.app.app.get(Transactions).run(async () => {
      const from = { id: first!.id, endpointId: endpoint.id };
      begin(await bench.app.app.get(WebhookDeliveriesRepository).resend(tenant, from));
      await end;
    });
    const again = await begun;
    await age();
    await deleteOld();
    expect(await events()).toEqual([eventId]);
    commit();
    await sending;
    await deleteOld();
    expect((await bench.listDeliveries(endpoint.id)).map(({ id }) => id)).toEqual([again]);
    expect(await events()).toEqual([eventId]);
  });

  it('returns an error for a resend of a deleted body', async () => {
    const [first] = await bench.listDeliveries(endpoint.id);
    await deliver();
    await age();
    await deleteOld();
    await bench.org.test.post(`${WEBHOOKS_PATH}/${endpoint.id}/deliveries/${first!.id}/resend`).expect(404);
    expect(await events()).toEqual([]);
  });

  it('deletes in batches, each row once across processes', async () => {
    await sql(
      `INSERT INTO webhook_bodies (organization_id, mode, event_id, beginning, created_at)
       SELECT $1, 'test', 'evt_' || n, '{', now() - interval '91 days' FROM generate_series(1, 2500) n`,
      [bench.org.id],
    );
    await Promise.all([deleteOld(), deleteOld(), deleteOld()]);
    expect(await events()).toEqual([eventId]);
  });
});
