import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type TestAgent from 'supertest/lib/agent.js';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { TODAY } from '../support/fixture.js';
import { freightRequest, rateRequest } from '../support/factories.js';

interface Told {
  id: string;
  type: string;
  data: object;
}

const endpoint = { url: 'https://example.com/hook', events: ['shipment.booked', 'customer.created'] };

describe('the events API', () => {
  let app: TestApp;
  let org: TestOrganization;
  let ids: Record<'freight' | 'quote' | 'customer' | 'invoice' | 'bill' | 'webhook', number>;

  const post = async (path: string, body: object = {}) => {
    const answer = await org.test.post(`/api/v1${path}`).send(body);
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const list = async (query = '', client: TestAgent = org.test): Promise<Told[]> =>
    (await client.get(`/api/v1/events?limit=100${query}`).expect(200)).body.data;
  const types = async (query = '', client?: TestAgent): Promise<string[]> =>
    (await list(query, client)).map(({ type }) => type).toReversed();
  const keyWith = async (...scopes: string[]): Promise<TestAgent> => {
    const { key } = await app.app.get(ApiKeysService).create(org.id, 'test', { scopes });
    return app.client(key);
  };

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
    const webhook = await post('/webhooks', endpoint);
    const customer = await post('/customers', { name: 'Ann' });
    const { data } = await post('/quotes', rateRequest({ customer_id: customer.id }));
    const { id } = await post('/freight', freightRequest(data[0].id));
    const booked = await post(`/freight/${id}/book`);
    await post('/sandbox/simulate/shipment.delivered', { shipment_id: id });
    const { body: invoices } = await org.test.get('/api/v1/invoices').expect(200);
    const bill = await post('/bills', {
      bill_number: 'FB-1',
      carrier: booked.carrier.scac,
      pro_number: booked.pro_number,
      bill_date: TODAY,
      total_cents: 100,
    });
    ids = {
      freight: id,
      quote: data[0].id,
      customer: customer.id,
      invoice: invoices.data[0].id,
      bill: bill.id,
      webhook: webhook.id,
    };
  }, 60_000);
  afterAll(() => app.close());

  it('returns events as webhooks send them, without the endpoint', async () => {
    const { body: deliveries } = await org.test.get(`/api/v1/webhooks/${ids.webhook}/deliveries`).expect(200);
    for (const { event_id: eventId } of deliveries.data) {
      const [{ body }] = await app.sql.query(
        'SELECT beginning || ending AS body FROM webhook_deliveries JOIN webhook_bodies USING (event_id) WHERE event_id = $1',
        [eventId],
      );
      const { webhook, ...told } = JSON.parse(body);
      const { body: event } = await org.test.get(`/api/v1/events/${eventId}`).expect(200);
      expect(event).toEqual(told);
      expect(webhook.id).toBe(`whk_${ids.webhook}`);
    }
    expect(deliveries.data).toHaveLength(2);
  });

  it('filters by the related objects', async () => {
    const { freight, quote, customer, invoice, bill } = ids;
    const whole = ['shipment.booked', 'shipment.delivered', 'invoice.created'];
    expect(await types(`&freight_id=${freight}`)).toEqual([...whole, 'bill.created']);
    expect(await types(`&quote_id=${quote}`)).toEqual([
      'quote.created',
      'shipment.booked',
      'shipment.delivered',
    ]);
    expect(await types(`&customer_id=${customer}`)).toEqual(['customer.created', 'quote.created', ...whole]);
    expect(await types(`&invoice_id=${invoice}`)).toEqual(['invoice.created']);
    expect(await types(`&bill_id=${bill}`)).toEqual(['bill.created']);
    expect(await types(`&freight_id=${freight}&type=shipment.booked`)).toEqual(['shipment.booked']);
    expect(await types('&type=quote.expired')).toEqual([]);
    expect(await types(`&freight_id=${freight}&quote_id=${quote + 1}`)).toEqual([]);
  });

  it('filters by time', async () => {
    const all = await list();
    expect(await list('&created[gte]=2026-01-01')).toEqual(all);
    expect(await list('&created[lt]=2026-01-01')).toEqual([]);
  });

  it('pages by event id and rejects an unknown id', async () => {
    const all = (await list()).map(({ id }) => id);
    const seen: string[] = [];
    for (let more = true; more;) {
      const cursor = seen.length > 0 ? `&starting_after=${seen.at(-1)}` : '';
      const { body } = await org.test.get(`/api/v1/events?limit=2${cursor}`).expect(200);
      seen.push(...body.data.map(({ id }: Told) => id));
      more = body.has_more;
    }
    expect(seen).toEqual(all);
    const stranger = await app.organization();
    for (const [client, cursor] of [
      [org.test, 'evt_unknown'],
      [org.test, '7'],
      [org.live, all[0]],
      [stranger.test, all[0]],
    ] as const) {
      const { body } = await client.get(`/api/v1/events?starting_after=${cursor}`).expect(400);
      expect(body.error).toMatchObject({ code: 'unknown_reference', param: 'starting_after' });
    }
    const { body } = await org.test.get(`/api/v1/events?ending_before=${all[0]}`).expect(400);
    expect(body.error.param).toBe('ending_before');
  });

  it.each(['type=shipment.lost', 'type=', 'freight_id=x', 'status=failed', 'created[gte]=yesterday'])(
    'rejects ?%s',
    async (query) => {
      const { body } = await org.test.get(`/api/v1/events?${query}`).expect(400);
      expect(body.error.param).toBe(query.split('=')[0]);
    },
  );

  it('shows a key only the events of its scopes', async () => {
    await (await keyWith('freight.read')).get('/api/v1/events').expect(403);
    const shipper = await keyWith('events.read', 'freight.read', 'quotes.read');
    const seen = ['quote.created', 'shipment.booked', 'shipment.delivered'];
    expect(await types('', shipper)).toEqual(seen);
    expect(await types('&type=shipment.booked', shipper)).toEqual(['shipment.booked']);
    expect(await types('&type=invoice.created', shipper)).toEqual([]);
    expect(await types('', await keyWith('events.read'))).toEqual([]);
    const [invoice] = await list(`&type=invoice.created`);
    const [booking] = await list(`&type=shipment.booked`);
    await shipper.get(`/api/v1/events/${booking!.id}`).expect(200);
    const hidden = await shipper.get(`/api/v1/events/${invoice!.id}`).expect(404);
    const unknown = await shipper.get('/api/v1/events/evt_unknown').expect(404);
    expect(hidden.body.error.message).toBe(unknown.body.error.message);
  });

  it('returns 404 and empty lists to other tenants', async () => {
    const stranger = await app.organization();
    const [{ id }] = (await list()) as [Told];
    for (const client of [stranger.test, org.live]) {
      expect(await types('', client)).toEqual([]);
      expect(await types(`&freight_id=${ids.freight}`, client)).toEqual([]);
      expect(await types(`&quote_id=${ids.quote}`, client)).toEqual([]);
      await client.get(`/api/v1/events/${id}`).expect(404);
    }
  });
});
