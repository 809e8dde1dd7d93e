import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CarrierConnectionsService } from '../../src/features/carriers/carrier-connections.service.js';
import { QuoteLifecycle } from '../../src/features/quotes/quote-lifecycle.js';
import { isBusinessDay, addBusinessDays } from '../../src/domain/business-days.js';
import { addDays, getWeekday } from '../../src/domain/days.js';
import { toLocalDay } from '../../src/domain/local-time.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, newQuote, rateRequest } from '../support/factories.js';

interface Quote {
  id: number;
  carrier_name: string;
  net_charge_cents: number;
  charges: { type: string; code: string; amount_cents: number }[];
  transit_days: number;
  status: string;
}

function toCodes(warnings: { code: string }[]): string[] {
  return warnings.map(({ code }) => code);
}

describe('quotes', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    // Runs no jobs except those that a test starts.
    app = await startApp({ PROCESS_ROLE: 'api' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  it('returns one quote per carrier and service level in a list, cheapest first', async () => {
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

  it('sums charges to the cent and itemizes each accessorial', async () => {
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

  it('returns the same prices for the same request', async () => {
    const prices = async () =>
      (await org.test.post('/api/v1/quotes').send(rateRequest())).body.data.map(
        (q: Quote) => q.net_charge_cents,
      );
    expect(await prices()).toEqual(await prices());
  });

  it('returns a stored quote and its group', async () => {
    const { body: created } = await org.test.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const { body: group } = await org.test.get(`/api/v1/quotes/group/${created.quote_group_id}`).expect(200);
    expect(group.data).toEqual(created.data);
    const { body: one } = await org.test.get(`/api/v1/quotes/${created.data[0].id}`).expect(200);
    expect(one).toEqual(created.data[0]);
  });

  it('stores one quote.created event per group in the same transaction', async () => {
    const { body } = await org.test.post('/api/v1/quotes').send(rateRequest()).expect(201);
    const events = await app.sql.query(`SELECT data FROM events WHERE data->>'quote_group_id' = $1`, [
      body.quote_group_id,
    ]);
    expect(events).toHaveLength(1);
    expect(events[0].data.quotes).toHaveLength(body.data.length);
  });

  it('expires each quote once with one event, even if several processes run the job', async () => {
    const { test, id: organizationId } = await app.organization();
    const quote = await newQuote(test);
    const { body: before } = await test.get('/api/v1/quotes').expect(200);
    await app.sql.query(
      `UPDATE quotes SET expires_at = now() - interval '1 second' WHERE organization_id = $1 AND id <> $2`,
      [organizationId, quote.id],
    );
    const status = app.app.get(QuoteLifecycle);
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

  it('reports an expired quote as expired before the expiry job runs', async () => {
    const { test, id: organizationId } = await app.organization();
    const { id: cheapest } = await newQuote(test);
    const { body: quote } = await test.get(`/api/v1/quotes/${cheapest}`).expect(200);
    const { body: freight } = await test.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201);
    const { body: before } = await test.get('/api/v1/quotes').expect(200);
    const lapse = `UPDATE quotes SET expires_at = now() - interval '1 second' WHERE organization_id = $1`;
    await app.sql.query(`${lapse} AND id = $2`, [organizationId, quote.id]);

    const { body: shown } = await test.get(`/api/v1/quotes/${quote.id}`).expect(200);
    expect(shown.status).toBe('expired');
    const { body: group } = await test.get(`/api/v1/quotes/group/${quote.quote_group_id}`).expect(200);
    expect(group.data.find(({ id }: Quote) => id === quote.id).status).toBe('expired');
    const listed = async (query: string): Promise<number[]> =>
      (await test.get(`/api/v1/quotes?${query}`).expect(200)).body.data.map(({ id }: Quote) => id);
    const others = before.data.map(({ id }: Quote) => id).filter((id: number) => id !== quote.id);
    expect(await listed('')).toEqual(others);
    expect(await listed('status=booked')).toEqual([]);
    expect(await listed('status=expired')).toEqual([quote.id]);
    const { body } = await test.post(`/api/v1/freight/${freight.id}/book`).expect(422);
    expect(body.error.code).toBe('quote_expired');

    // One half expires by the job, the other by the clock. Both appear in one list, newest first, on every page.
    await app.app.get(QuoteLifecycle).expireDue();
    const [other] = others as number[];
    await app.sql.query(`${lapse} AND id = $2`, [organizationId, other]);
    const all = [other, quote.id].sort((a, b) => b! - a!);
    expect(await listed('status=expired')).toEqual(all);
    expect(await listed('status=expired&limit=1')).toEqual(all.slice(0, 1));
    expect(await listed(`status=expired&limit=1&starting_after=${all[0]}`)).toEqual(all.slice(1));
    expect(await listed(`status=expired&limit=1&ending_before=${all[1]}`)).toEqual(all.slice(0, 1));
    await app.app.get(QuoteLifecycle).expireDue();
    const told = await app.sql.query(
      `SELECT data->'quote'->>'id' AS id FROM events WHERE organization_id = $1 AND type = 'quote.expired' ORDER BY id`,
      [organizationId],
    );
    expect(told.map(({ id }: { id: string }) => Number(id)).sort()).toEqual([...all].sort());
  });

  it('returns no rates in live mode until a carrier is connected', async () => {
    const { body } = await org.live.post('/api/v1/quotes').send(rateRequest()).expect(422);
    expect(body.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'no_rates',
      carrier_results: [],
    });
  });

  describe('items', () => {
    const pallet = { weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 };
    const rated = async (changes: Record<string, unknown>) =>
      (await org.test.post('/api/v1/quotes').send(rateRequest(changes)).expect(201)).body.data;
    const prices = (quotes: Quote[]) => quotes.map(({ net_charge_cents }) => net_charge_cents);

    it('default to one pallet', async () => {
      const [quote] = await rated({ items: [pallet] });
      expect(quote.items).toEqual([
        { ...pallet, quantity: 1, handling_unit_type: 'pallet', stackable: false },
      ]);
      expect(quote).toMatchObject({ accessorials: {}, limited_access: {}, declared_value_cents: null });
    });

    it('store and return all fields of their handling units', async () => {
      const line = {
        ...pallet,
        quantity: 4,
        handling_unit_type: 'SKD',
        pieces: 96,
        packaging_type: 'PAL',
        stackable: true,
        description: 'Paint',
        nmfc_item_number: '149980',
        nmfc_sub_code: '2',
        hazmat: {
          un_number: 'UN1263',
          proper_shipping_name: 'Paint',
          hazard_class: '3',
          packing_group: 'II',
        },
      };
      const [{ id }] = await rated({ items: [line], declared_value_cents: 1_250_000 });
      const { body: quote } = await org.test.get(`/api/v1/quotes/${id}`).expect(200);
      expect(quote.items).toEqual([{ ...line, handling_unit_type: 'skid', packaging_type: 'pail' }]);
      expect(quote).toMatchObject({ accessorials: { hazmat: true }, declared_value_cents: 1_250_000 });
      expect(quote.charges.map(({ code }: { code: string }) => code)).toContain('HAZ');
    });

    it('price one line of twenty units like twenty lines of one unit', async () => {
      const one = await rated({ items: [{ ...pallet, quantity: 20, weight: 6_666 }] });
      const twenty = await rated({ items: Array(20).fill({ ...pallet, weight: 333.3 }) });
      expect(prices(one)).toEqual(prices(twenty));
      expect(one[0].dimensions).toEqual({ length: 48, width: 40, height: 48, weight: 6_666 });
      expect(twenty[0].dimensions.weight).toBe(6_666);
    });

    it('add priced overlength and limited access charges', async () => {
      const [plain] = prices(await rated({ items: [{ ...pallet, length: 95 }] }));
      const [long] = await rated({ items: [pallet, { ...pallet, length: 96 }] });
      expect(long.accessorials).toEqual({ overlength: true });
      expect(long.charges.map(({ code }: { code: string }) => code)).toContain('OVR');
      const [farm] = await rated({
        items: [{ ...pallet, length: 95 }],
        limited_access: { pickup: 'farm' },
      });
      expect(farm).toMatchObject({
        accessorials: { limited_access_pickup: true },
        limited_access: { pickup: 'farm' },
      });
      expect(farm.net_charge_cents).toBeGreaterThan(plain!);
    });

    it('itemize charges like invoice lines', async () => {
      const [quote] = await rated({});
      const [linehaul] = quote.charges;
      expect(linehaul).toMatchObject({
        type: 'linehaul',
        quantity: 5,
        unit: 'cwt',
        freight_class: '92.5',
        weight: 500,
      });
      expect(linehaul.amount_cents).toBe(Math.round(linehaul.quantity * linehaul.rate_cents));
      expect(quote.charges[1]).toMatchObject({
        type: 'discount',
        unit: 'percent',
        rate_cents: null,
        weight: null,
      });
    });
  });

  describe('dates', () => {
    const rated = (changes: Record<string, unknown>) =>
      org.test.post('/api/v1/quotes').send(rateRequest(changes));
    const today = () => toLocalDay('America/Los_Angeles', new Date());
    const next = (day: string, fits: (day: string) => boolean): string =>
      fits(day) ? day : next(addDays(day, 1), fits);

    it('default to the next business day at the origin and add the transit time in business days', async () => {
      const { body } = await rated({}).expect(201);
      const pickup = next(addDays(today(), 1), isBusinessDay);
      for (const quote of body.data) {
        expect([quote.ship_date, quote.pickup_date]).toEqual([pickup, pickup]);
        expect(quote.estimated_delivery_date).toBe(addBusinessDays(pickup, quote.transit_days));
      }
      expect(toCodes(body.warnings)).not.toContain('pickup_moved');
    });

    it('accept ship dates from today to thirty days ahead', async () => {
      for (const day of [today(), addDays(today(), 30)]) {
        const { body } = await rated({ ship_date: day }).expect(201);
        expect(body.data[0]).toMatchObject({ ship_date: day, pickup_date: next(day, isBusinessDay) });
      }
    });

    it('move from a weekend to a business day, with a warning on the list and each quote', async () => {
      const saturday = next(addDays(today(), 1), (day) => getWeekday(day) === 6);
      const monday = next(saturday, isBusinessDay);
      const { body } = await rated({ ship_date: saturday }).expect(201);
      const { body: group } = await org.test.get(`/api/v1/quotes/group/${body.quote_group_id}`).expect(200);
      for (const { warnings } of [body, group, ...body.data]) {
        expect(warnings).toContainEqual({
          code: 'pickup_moved',
          param: 'ship_date',
          message: `${saturday} falls on a weekend or an LTL carrier holiday. The pickup moves to ${monday}.`,
        });
      }
      expect(body.data[0]).toMatchObject({ ship_date: saturday, pickup_date: monday });
    });

    it.each(['9999-12-31', '2026-02-30', '2026-11-24T09:00:00Z', 'tomorrow', '', 20_261_124])(
      'are not %j',
      async (shipDate) => {
        const { body } = await rated({ ship_date: shipDate }).expect(400);
        expect(body.error).toMatchObject({ code: 'invalid_value', param: 'ship_date' });
      },
    );

    it('reject yesterday and 31 days ahead', async () => {
      for (const days of [-1, 31]) {
        const { body } = await rated({ ship_date: addDays(today(), days) }).expect(400);
        expect(body.error).toMatchObject({ code: 'date_out_of_range', param: 'ship_date' });
      }
    });

    it('keep a quote valid until its pickup day ends at the origin, and at least seven days', async () => {
      const day = next(addDays(today(), 20), isBusinessDay);
      const { body: late } = await rated({ ship_date: day }).expect(201);
      for (const { expires_at: until } of late.data) {
        expect(toLocalDay('America/Los_Angeles', new Date(Date.parse(until) - 1))).toBe(day);
        expect(toLocalDay('America/Los_Angeles', new Date(until))).toBe(addDays(day, 1));
      }
      const { body: soon } = await rated({ ship_date: today() }).expect(201);
      const left = Date.parse(soon.data[0].expires_at) - Date.parse(soon.data[0].created_at);
      expect(left).toBe(7 * 86_400_000);
    });
  });

  it('warns of details that a carrier may bill differently and keeps the warnings on the shipment', async () => {
    const { body } = await org.test
      .post('/api/v1/quotes')
      .send(
        rateRequest({
          items: [{ weight: 2_200, freight_class: '100', length: 100, width: 40, height: 48 }],
          destination: { city: 'Chicago', state: 'IL', zip: '60601', company: 'Lincoln High School' },
          accessorials: { destination_liftgate: true },
        }),
      )
      .expect(201);
    const codes = ['class_density_mismatch', 'overlength', 'liftgate_limit', 'limited_access_suspected'];
    expect(toCodes(body.warnings)).toEqual(codes);
    for (const { warnings } of body.data) expect(warnings).toEqual(body.warnings);
    const { body: freight } = await org.test
      .post('/api/v1/freight')
      .send(freightRequest(body.data[0].id))
      .expect(201);
    expect(freight.warnings).toEqual(body.warnings);
  });

  it('is declined only by carriers that do not offer an accessorial', async () => {
    const { test, id } = await app.organization();
    const connections = app.app.get(CarrierConnectionsService);
    const tenant = { organizationId: id, mode: 'test' as const };
    await connections.connect(tenant, { adapter: 'simulated', scac: 'SIM6', settings: {} });
    const { body } = await test
      .post('/api/v1/quotes')
      .send(rateRequest({ accessorials: { protect_from_cold: true } }))
      .expect(201);
    expect(body.carrier_results).toHaveLength(6);
    expect(body.carrier_results.at(-1)).toMatchObject({
      scac: 'SIM6',
      status: 'declined',
      reason: 'The carrier does not offer: Protect from freezing.',
    });
    expect(new Set(body.data.map(({ scac }: { scac: string }) => scac)).size).toBe(5);
  });

  it('declines a liftgate delivery of one 6,000 lb unit', async () => {
    const items = [{ weight: 6_000, freight_class: '70', length: 48, width: 40, height: 72 }];
    const request = rateRequest({ items, accessorials: { destination_liftgate: true } });
    const { body } = await org.test.post('/api/v1/quotes').send(request).expect(422);
    expect(body.error.code).toBe('no_rates');
    for (const { reason } of body.error.carrier_results) expect(reason).toContain('liftgates lift');
    await org.test.post('/api/v1/quotes').send(rateRequest({ items })).expect(201);
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
    ])('rejects ?%s', async (query, param) => {
      const { body } = await org.test.get(`/api/v1/quotes?${query}`).expect(400);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
    });
  });

  describe('invalid input', () => {
    const item = { weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 };
    const place = { city: 'Los Angeles', state: 'CA', zip: '90001' };
    const acetone = { un_number: 'UN1090', proper_shipping_name: 'Acetone', hazard_class: '3' };
    const hazmatOf = (changes: object) => ({ items: [{ ...item, hazmat: { ...acetone, ...changes } }] });

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
      ['an unknown accessorial', { accessorials: { lift_gate: true } }, 'accessorials.lift_gate'],
      ['an unknown field of an item', { items: [{ ...item, wieght: 5 }] }, 'items[0].wieght'],
      ['no units', { items: [{ ...item, quantity: 0 }] }, 'items[0].quantity'],
      ['1,000 units on a line', { items: [{ ...item, quantity: 1_000 }] }, 'items[0].quantity'],
      ['half a unit', { items: [{ ...item, quantity: 1.5 }] }, 'items[0].quantity'],
      ['an unknown unit', { items: [{ ...item, handling_unit_type: 'PLT' }] }, 'items[0].handling_unit_type'],
      ['an unknown packaging', { items: [{ ...item, packaging_type: 'heap' }] }, 'items[0].packaging_type'],
      ['a stackable that is no flag', { items: [{ ...item, stackable: 'yes' }] }, 'items[0].stackable'],
      ['hazmat that is a flag', { items: [{ ...item, hazmat: true }] }, 'items[0].hazmat'],
      ['hazmat without a number', hazmatOf({ un_number: undefined }), 'items[0].hazmat.un_number'],
      ['hazmat by a bare number', hazmatOf({ un_number: '1090' }), 'items[0].hazmat.un_number'],
      ['an unknown hazard class', hazmatOf({ hazard_class: '10' }), 'items[0].hazmat.hazard_class'],
      ['a fourth packing group', hazmatOf({ packing_group: 'IV' }), 'items[0].hazmat.packing_group'],
      ['an unknown field of hazmat', hazmatOf({ un: '1090' }), 'items[0].hazmat.un'],
      ['a sub number of no item', { items: [{ ...item, nmfc_sub_code: '02' }] }, 'items[0].nmfc_sub_code'],
      ['hazmat heavier than its line', hazmatOf({ weight: 501 }), 'items[0].hazmat'],
      ['an unknown kind of access', { limited_access: { pickup: 'moon' } }, 'limited_access.pickup'],
      ['an unknown side of access', { limited_access: { origin: 'farm' } }, 'limited_access.origin'],
      ['a negative value', { declared_value_cents: -1 }, 'declared_value_cents'],
      ['a negative customer', { customer_id: -1 }, 'customer_id'],
    ])('rejects %s', async (_name, changes, param) => {
      const { body } = await org.test.post('/api/v1/quotes').send(rateRequest(changes)).expect(400);
      expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
      expect(body.error.message).toEqual(expect.any(String));
    });

    it.each([[[]], [undefined]])('returns "at least one item" for a request with items %j', async (items) => {
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
