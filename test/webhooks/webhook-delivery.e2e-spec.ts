import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { Transactions } from '../../src/platform/database/transactions.js';
import { EventsService } from '../../src/features/events/events.service.js';
import { quoteCreated } from '../../src/features/quotes/quotes.events.js';
import { MAX_STEPS } from '../../src/features/webhooks/delivery/claim-cursor.js';
import { eventually } from '../support/eventually.js';
import { respondWith, Receivers } from '../support/receiver.js';
import { Fixture } from '../support/fixture.js';

describe('webhook deliveries', () => {
  let bench: Fixture;
  const receivers = new Receivers();

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());
  afterEach(() => receivers.close());

  describe('from event to receiver', () => {
    it('sends the event to each subscribed endpoint and names the endpoint', async () => {
      const { url } = await receivers.startReceiver();
      const first = await bench.createEndpoint(`${url}/a?x=1`);
      const second = await bench.createEndpoint(`${url}/b`, ['quote.created', 'invoice.paid']);
      await bench.createEndpoint(`${url}/c`, ['invoice.paid']);
      const id = await bench.publishEvent('quote.created', { quote_group_id: 'qg_1' });
      const received = await receivers.last.waitForDeliveries(2);
      expect(received.map(({ path }) => path).sort()).toEqual(['/a?x=1', '/b']);
      for (const { path, body } of received) {
        const endpoint = path === '/b' ? second : first;
        expect(body).toEqual({
          object: 'event',
          id,
          type: 'quote.created',
          created: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          created_at: body.created,
          livemode: false,
          api_version: 'v1',
          data: { quote_group_id: 'qg_1' },
          webhook: { id: `whk_${endpoint.id}`, url: endpoint.url },
        });
      }
      await bench.waitUntilDueIsClaimed();
      expect(receivers.last.received).toHaveLength(2);
    });

    it('records the delivery with its attempt', async () => {
      const { url } = await receivers.startReceiver(respondWith(202, {}, 'thank you'));
      const { id } = await bench.createEndpoint(url);
      const eventId = await bench.publishEvent();
      expect(await bench.waitForDelivery(id, ({ status }) => status === 'delivered')).toEqual({
        object: 'webhook_delivery',
        id: expect.any(Number),
        endpoint_id: id,
        event_id: eventId,
        event_type: 'quote.created',
        status: 'delivered',
        attempt_count: 1,
        max_attempts: 7,
        response_status: 202,
        response_body: 'thank you',
        error: null,
        duration_ms: expect.any(Number),
        next_attempt_at: null,
        delivered_at: expect.stringMatching(/Z$/),
        created_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        attempts: [
          {
            number: 1,
            at: expect.stringMatching(/Z$/),
            duration_ms: expect.any(Number),
            response_status: 202,
            response_body: 'thank you',
            error: null,
            error_message: null,
          },
        ],
      });
    });

    it('sends no event that was rolled back or belongs to the other mode', async () => {
      const { url } = await receivers.startReceiver();
      await bench.createEndpoint(url);
      await bench.publishEvent('quote.created', {}, 'live');
      const { app } = bench.app;
      const rolledBack = app.get(Transactions).run(async () => {
        await app
          .get(EventsService)
          .publish({ organizationId: bench.org.id, mode: 'test' }, quoteCreated, quoteCreated.sample);
        throw new Error('no');
      });
      await expect(rolledBack).rejects.toThrow('no');
      await bench.waitUntilDueIsClaimed();
      expect(receivers.last.received).toHaveLength(0);
    });

    it('reaches more endpoints than one claim reads while all of them wait for retries', async () => {
      const count = 2 * MAX_STEPS + 20;
      const many = await Fixture.start({ QUOTA_ENDPOINTS: String(count) });
      receivers.closeLater(many);
      const { url } = await receivers.startReceiver(respondWith(500, { 'Retry-After': '600' }));
      for (let n = 0; n < count; n++) await many.createEndpoint(`${url}/${n}`);
      const heard = (event: string): number =>
        new Set(receivers.last.received.filter(({ body }) => body.id === event).map(({ path }) => path)).size;
      const first = await many.publishEvent();
      await eventually(() => heard(first) === count);
      receivers.last.responder = respondWith(200);
      const second = await many.publishEvent();
      await eventually(() => heard(second) === count);
    });

    it('sends quote.created for a rate request', async () => {
      const { url } = await receivers.startReceiver();
      await bench.createEndpoint(url);
      const { rateRequest } = await import('../support/factories.js');
      const { body } = await bench.org.test.post('/api/v1/quotes').send(rateRequest()).expect(201);
      const [delivery] = await receivers.last.waitForDeliveries(1);
      expect(delivery!.body.data).toMatchObject({ quote_group_id: body.quote_group_id, quotes: body.data });
    });
  });

  describe('retries', () => {
    it('makes seven attempts with the same bytes and fresh signatures, then fails', async () => {
      const { url } = await receivers.startReceiver(respondWith(500, {}, 'broken'));
      const { id } = await bench.createEndpoint(url);
      await bench.publishEvent();
      const failed = await bench.waitForDelivery(id, ({ status }) => status === 'failed');
      expect(failed).toMatchObject({ attempt_count: 7, next_attempt_at: null, error: 'http_status' });
      expect(failed.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(receivers.last.received).toHaveLength(7);
      expect(new Set(receivers.last.received.map(({ rawBody: raw }) => raw)).size).toBe(1);
      expect(new Set(receivers.last.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect((await bench.getEndpoint(id)).consecutive_failures).toBe(7);
    });

    it('reports retrying between attempts and resets the failure count on success', async () => {
      let calls = 0;
      const { url } = await receivers.startReceiver((delivery, response) =>
        respondWith(++calls < 3 ? 503 : 200)(delivery, response),
      );
      const { id } = await bench.createEndpoint(url);
      await bench.publishEvent();
      const retrying = await bench.waitForDelivery(id, ({ status }) => status === 'retrying');
      expect(retrying.next_attempt_at).not.toBeNull();
      const delivered = await bench.waitForDelivery(id, ({ status }) => status === 'delivered');
      expect(delivered.attempts.map(({ response_status: status }) => status)).toEqual([503, 503, 200]);
      expect((await bench.getEndpoint(id)).consecutive_failures).toBe(0);
    });

    it.each([
      ['seconds', () => '3600'],
      ['a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
    ])('honors a Retry-After header in %s', async (_form, after) => {
      const { url } = await receivers.startReceiver(respondWith(429, { 'Retry-After': after() }));
      const { id } = await bench.createEndpoint(url);
      await bench.publishEvent();
      const { next_attempt_at: at } = await bench.waitForDelivery(id, ({ status }) => status === 'retrying');
      expect(Date.parse(at!) - Date.now()).toBeGreaterThan(3_500_000);
    });

    it('sends the unchanged body to a URL that was changed by PATCH', async () => {
      const { url } = await receivers.startReceiver(respondWith(500));
      const { id } = await bench.createEndpoint(`${url}/old`);
      await bench.publishEvent();
      await receivers.last.waitForDeliveries(1);
      await bench.patchEndpoint(id, { url: `${url}/new` });
      const [first] = receivers.last.received;
      const moved = await eventually(() => receivers.last.received.find(({ path }) => path === '/new'));
      expect(moved!.rawBody).toBe(first!.rawBody);
      expect(moved!.body.webhook.url).toBe(`${url}/old`);
    });

    it('sends a retry when it is due and not before, without a wake-up', async () => {
      let calls = 0;
      const { url } = await receivers.startReceiver((delivery, response) =>
        respondWith(++calls === 1 ? 429 : 200, { 'Retry-After': '2' })(delivery, response),
      );
      await bench.createEndpoint(url);
      await bench.publishEvent();
      const [first, second] = await receivers.last.waitForDeliveries(2);
      expect(second!.receivedAtMs - first!.receivedAtMs).toBeGreaterThanOrEqual(1_950);
    });
  });

  it('ignores proxy settings in the environment', async () => {
    const proxy = await receivers.startReceiver();
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : proxy.url;
    try {
      const { url } = await receivers.startReceiver();
      await bench.deliverOnce(url);
      expect(receivers.last.received).toHaveLength(1);
      expect(proxy.received).toHaveLength(0);
    } finally {
      for (const name of names) delete process.env[name];
    }
  });

  it('are sent by worker processes only', async () => {
    const api = await Fixture.start({ PROCESS_ROLE: 'api' });
    receivers.closeLater(api);
    const { url } = await receivers.startReceiver();
    const { id } = await api.createEndpoint(url);
    await api.publishEvent();
    // Longer than a worker waits between two claims. No event marks a claim that an API process does not make.
    await sleep(1_300);
    expect(receivers.last.received).toHaveLength(0);
    expect((await api.listDeliveries(id))[0]).toMatchObject({ status: 'pending', attempt_count: 0 });
  });
});
