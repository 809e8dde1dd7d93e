import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listDefinedEvents } from '../../src/features/events/define-event.js';
import { KEPT_TABLES, listResetTables } from '../../src/features/sandbox/sandbox-data.repository.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newFreight, newQuote } from '../support/factories.js';
import { EXCLUDE_PARTITIONS } from '../support/database.js';
import { seedResources } from '../support/seeded-resources.js';

interface StoredEvent {
  type: string;
  data: { simulated?: boolean; shipment?: { status: string; freight_id: number | null } } & Record<
    string,
    unknown
  >;
}

const types = listDefinedEvents().map(({ name }) => name);

describe('the sandbox', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => {
    org = await app.organization();
  });
  afterAll(() => app.close());

  const simulate = (type: string, body: object = {}, query = '') =>
    org.test.post(`/api/v1/sandbox/simulate/${type}${query}`).send(body);

  const events = async (): Promise<StoredEvent[]> =>
    app.sql.query('SELECT type, data FROM events WHERE organization_id = $1 ORDER BY id', [org.id]);

  const simulated = async (): Promise<StoredEvent[]> => (await events()).filter(({ data }) => data.simulated);

  it('requires a test key', async () => {
    for (const path of ['reset', 'simulate/quote.created']) {
      const { body } = await org.live.post(`/api/v1/sandbox/${path}`).expect(403);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'test_mode_required' });
    }
    await org.live.get('/api/v1/sandbox/status').expect(403);
  });

  it('counts test data', async () => {
    await seedResources(app, org);
    const { body } = await org.test.get('/api/v1/sandbox/status').expect(200);
    expect(body).toMatchObject({
      object: 'sandbox.status',
      livemode: false,
      shipments: 2,
      bols: 2,
      invoices: 1,
    });
    expect(body.counts).toMatchObject({ shipments: 2, customers: 1, addresses: 1, bills: 1, webhooks: 1 });
    expect(body.quotes).toBe(body.counts.quotes);
    const b = await org.test
      .get('/api/v1/sandbox/status')
      .set('Accept', 'application/vnd.freight.shape-b+json');
    expect(b.body.object).toBe('sandbox');
  });

  it('counts every table with tenant data', async () => {
    const tables = await app.sql.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'mode' AND ${EXCLUDE_PARTITIONS} ORDER BY 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual(
      [...KEPT_TABLES, ...listResetTables(app.sql.entityMetadatas)].sort(),
    );
  });

  it('resets only the test data of the organization', async () => {
    await seedResources(app, org);
    const neighbour = await app.organization();
    await seedResources(app, neighbour);
    const before = await neighbour.test.get('/api/v1/sandbox/status').expect(200);
    const { body } = await org.test.post('/api/v1/sandbox/reset').expect(200);
    expect(body).toEqual({ object: 'sandbox.reset', status: 'ok', reset: true });
    const { body: empty } = await org.test.get('/api/v1/sandbox/status').expect(200);
    expect(new Set(Object.values(empty.counts))).toEqual(new Set([0]));
    expect((await neighbour.test.get('/api/v1/sandbox/status')).body).toEqual(before.body);
    await newQuote(org.test);
  });

  it('accepts an Idempotency-Key for a reset', async () => {
    await newQuote(org.test);
    await org.test.post('/api/v1/sandbox/reset').set('Idempotency-Key', 'again').expect(200);
    await org.test.post('/api/v1/sandbox/reset').set('Idempotency-Key', 'again').expect(200);
  });

  describe('simulations', () => {
    it.each(types)('publish %s with sample data without a test object', async (type) => {
      const { body } = await simulate(type).expect(200);
      expect(body).toMatchObject({ object: 'sandbox_simulation', event_type: type });
      const [event, ...others] = await events();
      expect(others).toEqual([]);
      expect(event).toMatchObject({ type, data: { simulated: true } });
    });

    // No field of the request names an endpoint.
    const withObject = types.filter((type) => type !== 'webhook.disabled');
    it.each(withObject)('publish %s for the newest test object', async (type) => {
      await seedResources(app, org);
      await newFreight(org.test);
      await simulate(type).expect(200);
      const sent = (await simulated()).filter((event) => event.type === type);
      expect(sent.length).toBeGreaterThan(0);
      expect(JSON.stringify(sent.at(-1)!.data)).not.toContain('"id":0,');
    });

    it('merge the request body into the data except `simulated`', async () => {
      await simulate('customer.created', { simulated: false, note: 'mine', nested: { deep: [1] } }).expect(
        200,
      );
      const [event] = await events();
      expect(event!.data).toMatchObject({ simulated: true, note: 'mine', nested: { deep: [1] } });
    });

    it('send webhook.test to the newest active endpoint or to the given one', async () => {
      const create = async () =>
        (
          await org.test
            .post('/api/v1/webhooks')
            .send({ url: 'https://hooks.example.com/', events: ['bill.created'] })
        ).body.id as number;
      const [first, second, last] = [await create(), await create(), await create()];
      await org.test.patch(`/api/v1/webhooks/${last}`).send({ active: false }).expect(200);
      const deliveries = async (id: number) =>
        (await org.test.get(`/api/v1/webhooks/${id}/deliveries`).expect(200)).body.data as unknown[];
      await simulate('webhook.test').expect(200);
      expect(await deliveries(second)).toHaveLength(1);
      expect(await deliveries(first)).toHaveLength(0);
      await simulate('webhook.test', { endpoint_id: first }).expect(200);
      expect(await deliveries(first)).toHaveLength(1);
      expect((await events()).at(-1)!.data).toMatchObject({ endpoint_id: first, simulated: true });
      await simulate('webhook.test', { endpoint_id: 987_654_321 }).expect(404);
    });

    it('reject an unknown type, a foreign id and invalid text', async () => {
      expect((await simulate('shipment.lost').expect(400)).body.error.param).toBe('event_type');
      expect((await simulate('constructor').expect(400)).body.error.param).toBe('event_type');
      const neighbour = await app.organization();
      const { id } = await newFreight(neighbour.test);
      await simulate('shipment.delivered', { shipment_id: id }).expect(404);
      await simulate('quote.created', { quote_id: 987_654_321 }).expect(404);
      await simulate('quote.created', { note: 'a\0b' }).expect(400);
      expect(await events()).toEqual([]);
    });

    it('move a draft to delivery, so that every GET agrees with the event', async () => {
      const { id } = await newFreight(org.test);
      await simulate('shipment.delivered', { shipment_id: id }).expect(200);
      expect((await org.test.get(`/api/v1/freight/${id}`)).body.status).toBe('delivered');
      const { body: tracking } = await org.test.get(`/api/v1/freight/${id}/tracking`).expect(200);
      expect(tracking).toMatchObject({ status: 'delivered', events: [{ status: 'delivered' }] });
      expect(tracking.delivered_at).not.toBeNull();
      const [event] = (await simulated()).filter(({ type }) => type === 'shipment.delivered');
      expect(event!.data.shipment).toMatchObject({ id, freight_id: id, status: 'DELIVERED' });
      expect((await org.test.get('/api/v1/invoices')).body.data).toHaveLength(1);
    });

    it.each([
      ['shipment.booked', 'scheduled', 'pending'],
      ['shipment.picked_up', 'in_transit', 'picked_up'],
      ['shipment.in_transit', 'in_transit', 'in_transit'],
      ['shipment.out_for_delivery', 'in_transit', 'out_for_delivery'],
      ['shipment.exception', 'in_transit', 'exception'],
      ['shipment.cancelled', 'voided', 'cancelled'],
    ])('move a draft with %s', async (type, status, tracking) => {
      const { id } = await newFreight(org.test);
      await simulate(type, { shipment_id: id }).expect(200);
      expect((await org.test.get(`/api/v1/freight/${id}`)).body.status).toBe(status);
      expect((await org.test.get(`/api/v1/freight/${id}/tracking`)).body.status).toBe(tracking);
    });

    it('move the newest shipment that can take the event', async () => {
      const { id: older } = await newFreight(org.test);
      const { id: newer } = await newFreight(org.test);
      const statusOf = async (id: number) => (await org.test.get(`/api/v1/freight/${id}`)).body.status;
      await simulate('shipment.delivered', { shipment_id: newer }).expect(200);
      await simulate('shipment.picked_up').expect(200);
      expect([await statusOf(newer), await statusOf(older)]).toEqual(['delivered', 'in_transit']);
      await simulate('shipment.delivered').expect(200);
      expect(await statusOf(older)).toBe('delivered');
      const before = (await events()).length;
      await simulate('shipment.delivered').expect(200);
      await simulate('shipment.cancelled').expect(200);
      expect(await events()).toHaveLength(before + 2);
      expect([await statusOf(newer), await statusOf(older)]).toEqual(['delivered', 'delivered']);
    });

    it('publish nothing for an impossible transition', async () => {
      const { id } = await newFreight(org.test);
      await simulate('shipment.delivered', { shipment_id: id }).expect(200);
      const before = await events();
      const { body } = await simulate('shipment.cancelled', { shipment_id: id }).expect(422);
      expect(body.error.code).toBe('simulation_impossible');
      await simulate('shipment.picked_up', { shipment_id: id }).expect(422);
      expect(await events()).toEqual(before);
    });

    it('name the missing fields of a draft that cannot be booked', async () => {
      const quote = await newQuote(org.test);
      const { body: draft } = await org.test
        .post('/api/v1/freight')
        .send(freightRequest(quote.id, { ship_to: {} }));
      const { body } = await simulate('shipment.delivered', { shipment_id: draft.id }).expect(422);
      expect(body.error).toMatchObject({ code: 'booking_incomplete', param: 'ship_to.company' });
      expect((await org.test.get(`/api/v1/freight/${draft.id}`)).body.status).toBe('draft');
    });

    it.each(types.filter((type) => type.startsWith('shipment.')))(
      'publish %s with apply=false for the same objects as the real event',
      async (type) => {
        const { id: quote_id } = await newQuote(org.test, { customer_id: 7 });
        const { body: draft } = await org.test
          .post('/api/v1/freight')
          .send(freightRequest(quote_id))
          .expect(201);
        const subjects = async (query: string) => {
          await simulate(type, { shipment_id: draft.id }, query).expect(200);
          const [row] = await app.sql.query(
            `SELECT freight_id, quote_ids, customer_id, invoice_id, bill_id FROM events
             WHERE organization_id = $1 AND type = $2 ORDER BY id DESC LIMIT 1`,
            [org.id, type],
          );
          return row;
        };
        const sent = await subjects('?apply=false');
        expect(await subjects('')).toEqual(sent);
        const { body } = await org.test.get(`/api/v1/events?quote_id=${quote_id}&type=${type}`).expect(200);
        expect(body.data).toHaveLength(2);
      },
    );

    it('change nothing with apply=false', async () => {
      const { id } = await newFreight(org.test);
      await simulate('shipment.delivered', { shipment_id: id }, '?apply=false').expect(200);
      expect((await org.test.get(`/api/v1/freight/${id}`)).body.status).toBe('draft');
      expect((await simulated()).map(({ type }) => type)).toEqual(['shipment.delivered']);
      expect((await simulate('shipment.delivered', {}, '?apply=maybe').expect(400)).body.error.param).toBe(
        'apply',
      );
    });
  });
});
