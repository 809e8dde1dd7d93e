import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QuoteStatusService } from '../src/quotes/quote-status.service.js';
import { startApp, type TestApp, type TestOrganization } from './support/app.js';
import { newQuote, rateRequest } from './support/factories.js';

interface Quote {
  id: number;
  carrier_name: string;
  net_charge_cents: number;
  charges: { type: string; code: string; amount_cents: number }[];
  transit_days: number;
  status: string;
}

describe('quotes', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    // Jobs run when a test says so.
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  it('answers one quote per carrier and service, cheapest first, in a list envelope', async () => {
    const response = await org.test.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const { object, url, has_more, quote_group_id, data, carrier_results } = response.body;
    expect({ object, url, has_more }).toEqual({ object: 'list', url: '/api/v1/quotes', has_more: false });
    expect(new Set(data.map((quote: Quote) => quote.carrier_name)).size).toBe(5);
    expect(data.map((quote: Quote) => quote.net_charge_cents)).toEqual(
      [...data].map((quote: Quote) => quote.net_charge_cents).sort((a, b) => a - b),
    );
    expect(carrier_results.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill('rated'));
    expect(response.headers.location).toBe(`/api/v1/quotes/group/${quote_group_id}`);
  });

  it('sums its charges to the cent and gives each accessorial a line of its own', async () => {
    const accessorials = { destination_liftgate: true, residential_delivery: true, hazmat: false };
    const { body } = await org.test.post('/api/v1/quotes').send(rateRequest({ accessorials })).expect(201);
    for (const quote of body.data as Quote[]) {
      const sum = quote.charges.reduce((total, charge) => total + charge.amount_cents, 0);
      expect(sum).toBe(quote.net_charge_cents);
      const codes = quote.charges.map(({ code }) => code);
      expect(codes).toEqual(expect.arrayContaining(['LFTD', 'RES']));
      expect(codes).not.toContain('HAZ');
    }
  });

  it('prices the same request the same', async () => {
    const prices = async () =>
      (await org.test.post('/api/v1/quotes').send(rateRequest())).body.data.map(
        (q: Quote) => q.net_charge_cents,
      );
    expect(await prices()).toEqual(await prices());
  });

  it('gives a quote and its group again', async () => {
    const { body: created } = await org.test.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const { body: group } = await org.test.get(`/api/v1/quotes/group/${created.quote_group_id}`).expect(200);
    expect(group.data).toEqual(created.data);
    const { body: one } = await org.test.get(`/api/v1/quotes/${created.data[0].id}`).expect(200);
    expect(one).toEqual(created.data[0]);
  });

  it('stores quote.created once for the group, in the same transaction', async () => {
    const { body } = await org.test.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const events = await app.sql.query(`SELECT data FROM events WHERE data->>'quote_group_id' = $1`, [
      body.quote_group_id,
    ]);
    expect(events).toHaveLength(1);
    expect(events[0].data.quotes).toHaveLength(body.data.length);
  });

  it('expires quotes once, with an event each, whoever does it', async () => {
    const { test, id: organizationId } = await app.organization();
    const quote = await newQuote(test);
    const { body: before } = await test.get('/api/v1/quotes').expect(200);
    await app.sql.query(
      `UPDATE quotes SET expires_at = now() - interval '1 second' WHERE organization_id = $1 AND id <> $2`,
      [organizationId, quote.id],
    );
    const status = app.app.get(QuoteStatusService);
    const counts = await Promise.all([status.expireDue(), status.expireDue(), status.expireDue()]);
    const lapsed = before.data.length - 1;
    expect(counts.reduce((sum, count) => sum + count)).toBe(lapsed);
    const events = await app.sql.query(
      `SELECT data FROM events WHERE organization_id = $1 AND type = 'quote.expired'`,
      [organizationId],
    );
    expect(events).toHaveLength(lapsed);
    for (const { data } of events) expect(data.quote).toMatchObject({ object: 'quote', status: 'expired' });
    const { body: active } = await test.get('/api/v1/quotes').expect(200);
    expect(active.data.map(({ id }: { id: number }) => id)).toEqual([quote.id]);
  });

  it('has no rates in live mode until a carrier is connected', async () => {
    const { body } = await org.live.post('/api/v1/quotes').send(rateRequest()).expect(422);
    expect(body.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'no_rates',
      carrier_results: [],
    });
  });

  describe('lists', () => {
    it('pages forward and backward without gaps or repeats', async () => {
      const { test } = await app.organization();
      for (let round = 0; round < 3; round++)
        await test.post('/api/v1/quotes').send(rateRequest()).expect(201);
      const all = (await test.get('/api/v1/quotes?limit=100')).body.data.map((q: Quote) => q.id);
      expect(all).toEqual([...all].sort((a, b) => b - a));
      const forward: number[] = [];
      let after = '';
      for (let more = true; more;) {
        const { body } = await test.get(`/api/v1/quotes?limit=4${after}`).expect(200);
        forward.push(...body.data.map((q: Quote) => q.id));
        after = `&starting_after=${forward.at(-1)}`;
        more = body.has_more;
      }
      expect(forward).toEqual(all);
      const { body: back } = await test.get(`/api/v1/quotes?limit=4&ending_before=${all.at(-1)}`).expect(200);
      expect(back.data.map((q: Quote) => q.id)).toEqual(all.slice(-5, -1));
      expect(back.has_more).toBe(true);
    });

    it.each([
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=ten', 'limit'],
      ['starting_after=abc', 'starting_after'],
      ['starting_after=1&ending_before=2', 'ending_before'],
      ['customer_id=-1', 'customer_id'],
      ['status=gone', 'status'],
      ['limit=1&limit=2', 'limit'],
    ])('refuses ?%s', async (query, param) => {
      const { body } = await org.test.get(`/api/v1/quotes?${query}`).expect(400);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
    });
  });

  describe('bad input', () => {
    const item = { weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 };
    const place = { city: 'Los Angeles', state: 'CA', zip: '90001' };

    it.each([
      ['no items', { items: undefined }, 'items'],
      ['an empty list of items', { items: [] }, 'items'],
      ['501 items', { items: Array(501).fill(item) }, 'items'],
      ['items that are no objects', { items: [1] }, 'items'],
      ['an unknown class', { items: [{ ...item, freight_class: '93' }] }, 'items[0].freight_class'],
      ['a numeric class', { items: [{ ...item, freight_class: 92.5 }] }, 'items[0].freight_class'],
      ['zero weight', { items: [{ ...item, weight: 0 }] }, 'items[0].weight'],
      ['negative length', { items: [item, { ...item, length: -1 }] }, 'items[1].length'],
      ['huge height', { items: [{ ...item, height: 1e9 }] }, 'items[0].height'],
      ['text for a number', { items: [{ ...item, weight: '500' }] }, 'items[0].weight'],
      ['no origin', { origin: undefined }, 'origin'],
      ['an origin that is text', { origin: 'Los Angeles' }, 'origin'],
      ['a ZIP of another state', { origin: { ...place, zip: '60601' } }, 'origin.zip'],
      ['a ZIP of 4 digits', { origin: { ...place, zip: '9000' } }, 'origin.zip'],
      ['an unknown state', { destination: { ...place, state: 'XX' } }, 'destination.state'],
      ['a blank city', { destination: { ...place, city: '  ' } }, 'destination.city'],
      ['a city with NUL', { destination: { ...place, city: 'Los\0Angeles' } }, 'destination.city'],
      ['a city of 256 characters', { destination: { ...place, city: 'x'.repeat(256) } }, 'destination.city'],
      ['a flag that is no flag', { accessorials: { hazmat: 'yes' } }, 'accessorials.hazmat'],
      ['a negative customer', { customer_id: -1 }, 'customer_id'],
    ])('refuses %s', async (_name, changes, param) => {
      const { body } = await org.test.post('/api/v1/quotes').send(rateRequest(changes)).expect(400);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
      expect(body.error.message).toEqual(expect.any(String));
    });

    it.each([[[]], [undefined]])('says "at least one item" for a request with items %j', async (items) => {
      const { body } = await org.test.post('/api/v1/quotes').send(rateRequest({ items })).expect(400);
      expect(body.error.message).toMatch(/at least one item/);
    });

    it('stores nothing', async () => {
      const { test, id } = await app.organization();
      await test
        .post('/api/v1/quotes')
        .send(rateRequest({ items: [item, { ...item, weight: -1 }] }))
        .expect(400);
      const [{ count }] = await app.sql.query('SELECT count(*) FROM quotes WHERE organization_id = $1', [id]);
      expect(count).toBe(0);
    });
  });
});
