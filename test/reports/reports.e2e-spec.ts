import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, rateRequest } from '../support/factories.js';
import { copyRows } from '../support/copy-rows.js';
import { StatementRecorder } from '../support/statement-recorder.js';

type Line = Record<string, number | string | null>;

describe('reports', () => {
  let app: TestApp;
  let org: TestOrganization;
  /**
   * Two shipments of one quote group, the first delivered and billed 10 dollars too high, besides a draft and a voided
   * one.
   */
  let shipments: { id: number; carrier: { scac: string }; total_charge_cents: number; pro_number: string }[];
  let cost: number[];

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
    const post = async (path: string, body: object = {}) =>
      (await org.test.post(`/api/v1${path}`).send(body)).body;
    const customer = await post('/customers', { name: 'Acme', markup: { percent: 10 } });
    const { data: quotes } = await post('/quotes', rateRequest({ customer_id: customer.id }));
    cost = quotes.map((quote: { cost_cents: number }) => quote.cost_cents);
    shipments = [];
    for (const quote of quotes.slice(0, 2)) {
      const { id } = await post('/freight', freightRequest(quote.id));
      shipments.push(await post(`/freight/${id}/book`));
    }
    await post('/freight', freightRequest(quotes[2].id));
    const voided = await post('/freight', freightRequest(quotes[3].id));
    await post(`/freight/${voided.id}/cancel`);
    const [first] = shipments;
    await post('/sandbox/simulate/shipment.delivered', { shipment_id: first!.id });
    await post('/bills', {
      bill_number: 'FB-1',
      carrier: first!.carrier.scac,
      freight_id: first!.id,
      bill_date: new Date().toISOString().slice(0, 10),
      total_cents: cost[0]! + 1_000,
    });
  });
  afterAll(() => app.close());

  const report = async (name: string, query = '', client = org.test) =>
    (await client.get(`/api/v1/reports/${name}${query}`).expect(200)).body as {
      data: Line[];
      totals: Line;
      has_more: boolean;
    };

  it('total the charges of booked shipments by carrier and lane', async () => {
    const { data, totals } = await report('spend');
    const charges = shipments.map(({ total_charge_cents: cents }) => cents);
    expect(totals).toEqual({
      currency: 'USD',
      shipment_count: 2,
      weight: 1_000,
      charge_cents: charges[0]! + charges[1]!,
      cost_cents: cost[0]! + cost[1]!,
      charge_cents_per_cwt: Math.round((charges[0]! + charges[1]!) / 10),
      cost_cents_per_cwt: Math.round((cost[0]! + cost[1]!) / 10),
    });
    expect(data.map(({ scac }) => scac).sort()).toEqual(shipments.map(({ carrier }) => carrier.scac).sort());
    expect(data[0]).toMatchObject({
      object: 'spend_line',
      origin_state: 'CA',
      destination_state: 'IL',
      shipment_count: 1,
      weight: 500,
    });
    expect(Number(data[0]!.charge_cents)).toBeGreaterThanOrEqual(Number(data[1]!.charge_cents));
  });

  it('count deliveries on time', async () => {
    const due = async (day: string) => {
      await app.sql.query(
        `UPDATE freight SET pickup_date = delivered_on - 3, estimated_delivery_date = delivered_on + $2::int
         WHERE id = $1`,
        [shipments[0]!.id, day],
      );
      return report('transit');
    };
    expect((await due('0')).totals).toMatchObject({
      delivered_count: 1,
      on_time_count: 1,
      late_count: 0,
      on_time_percent: 100,
      average_days: 3,
    });
    const late = await due('-1');
    expect(late.totals).toMatchObject({ on_time_count: 0, late_count: 1, on_time_percent: 0 });
    expect(late.data).toEqual([
      expect.objectContaining({ object: 'transit_line', scac: shipments[0]!.carrier.scac, late_count: 1 }),
    ]);
  });

  it('compare carrier bills with quotes', async () => {
    const { data, totals } = await report('billing');
    expect(totals).toEqual({
      currency: 'USD',
      bill_count: 1,
      matched_count: 0,
      open_count: 1,
      unquoted_count: 0,
      billed_cents: cost[0]! + 1_000,
      quoted_cents: cost[0]!,
      variance_cents: 1_000,
    });
    expect(data).toEqual([{ object: 'billing_line', carrier: shipments[0]!.carrier.scac, ...totals }]);
  });

  it('hide costs from keys without the scope', async () => {
    const keys = app.app.get(ApiKeysService);
    const { key } = await keys.create(org.id, 'test', { scopes: ['reports.read'] });
    const client = app.client(key);
    const spend = await report('spend', '', client);
    for (const line of [spend.totals, ...spend.data])
      expect(line).toMatchObject({
        charge_cents: expect.any(Number),
        cost_cents: null,
        cost_cents_per_cwt: null,
      });
    const billing = await report('billing', '', client);
    for (const line of [billing.totals, ...billing.data])
      expect(line).toMatchObject({
        bill_count: 1,
        billed_cents: null,
        quoted_cents: null,
        variance_cents: null,
      });
  });

  it.each(['spend', 'transit', 'billing'])(
    'of %s cover the given range, or the last 90 days',
    async (name) => {
      const count = async (query: string) => {
        const { totals } = await report(name, query);
        return totals.shipment_count ?? totals.delivered_count ?? totals.bill_count;
      };
      const all = await count('');
      expect(all).toBeGreaterThan(0);
      expect(await count('?created[gte]=2020-01-01')).toBe(all);
      expect(await count('?created[lt]=2020-01-01')).toBe(0);
      expect(await count('?pickup_date[gte]=2020-01-01&pickup_date[lt]=2020-02-01')).toBe(0);
      for (const query of ['?created[gte]=x', '?pickup_date[lt]=2020-13-01', '?limit=1', '?carrier=SIM1'])
        await org.test.get(`/api/v1/reports/${name}${query}`).expect(400);
    },
  );

  it.each(['spend', 'transit', 'billing'])(
    "of %s contain only the tenant's records, also as CSV",
    async (name) => {
      const other = await app.organization();
      for (const client of [other.test, org.live]) expect((await report(name, '', client)).data).toEqual([]);
      const { text } = await org.test.get(`/api/v1/reports/${name}`).set('Accept', 'text/csv').expect(200);
      const { data } = await report(name);
      expect(text.trimEnd().split('\r\n')).toHaveLength(data.length + 1);
      expect(text.split('\r\n')[0]!.split(',').sort()).toEqual(Object.keys(data[0]!).sort());
    },
  );

  it('use an index', async () => {
    for (const table of ['freight', 'quotes', 'bills']) {
      await copyRows(app.sql, table, org.id, 20_000);
      await app.sql.query(`ANALYZE ${table}`);
    }
    const recorder = new StatementRecorder(app);
    for (const name of ['spend', 'transit', 'billing'])
      for (const filter of ['created', 'pickup_date']) {
        const statements = await recorder.record(() => report(name, `?${filter}[gte]=2035-01-01`));
        const { text, values } = statements.find((statement) => statement.text.startsWith('WITH base'))!;
        const [{ 'QUERY PLAN': plan }] = await app.sql.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
        expect({ name, filter, plan: JSON.stringify(plan) }).toEqual({
          name,
          filter,
          plan: expect.not.stringContaining('Seq Scan'),
        });
      }
  });

  it('count bills without a quote and exclude them from the variance', async () => {
    const other = await app.organization();
    const bill = { bill_number: 'FB-2', carrier: 'XPOL', pro_number: '999999999', bill_date: '2026-03-02' };
    await other.test
      .post('/api/v1/bills')
      .send({ ...bill, total_cents: 5_000 })
      .expect(201);
    const { data, totals } = await report('billing', '', other.test);
    expect(totals).toMatchObject({
      bill_count: 1,
      unquoted_count: 1,
      billed_cents: 5_000,
      variance_cents: 0,
    });
    expect(data).toEqual([{ object: 'billing_line', carrier: expect.any(String), ...totals }]);
  });
});
