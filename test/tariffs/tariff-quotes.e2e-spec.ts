import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type TestAgent from 'supertest/lib/agent.js';
import { addBusinessDays } from '../../src/domain/business-days.js';
import { addDays } from '../../src/domain/days.js';
import { toLocalDay } from '../../src/domain/local-time.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import {
  freightRequest,
  rateRequest,
  SHIP_DATE,
  createTariff,
  SINGLE_LANE_RATES,
  TARIFF,
} from '../support/factories.js';
import { connectLiveCarrier, FakeCarrier } from '../support/fake-carrier.js';

/** The price of the only lane for 500 lb of class 92.5. */
const LINEHAUL = 80_000;

describe('tariff quotes', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    org = await app.organization();
  });

  const quotes = async (client: TestAgent, changes: Record<string, unknown> = {}) =>
    (await client.post('/api/v1/quotes').send(rateRequest(changes)).expect(201)).body;
  const refusal = async (client: TestAgent, path: string, changes: Record<string, unknown> = {}) => {
    const { body } = await client.post(path).send(rateRequest(changes)).expect(422);
    expect(body.error.code).toBe('no_rates');
    return body.error.carrier_results;
  };

  it('are rejected above the limit of lines times tariffs, before a carrier is called', async () => {
    const carrier = await connectLiveCarrier(app, org, new FakeCarrier());
    let asked = 0;
    carrier.invalidAnswers.rate = () => ((asked += 1), []);
    for (let count = 0; count < 41; count++) await createTariff(org.live, { name: `Tariff ${count}` });
    const [line] = rateRequest().items as object[];
    const lines = (count: number) => rateRequest({ items: Array.from({ length: count }, () => line) });
    const { body } = await org.live.post('/api/v1/quotes').send(lines(500)).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_value', param: 'items' });
    expect(body.error.message).toContain('487 lines');
    expect((await org.live.get('/api/v1/quotes').expect(200)).body.data).toEqual([]);
    expect(asked).toBe(0);
    const answer = await org.live.post('/api/v1/quotes').send(lines(2)).expect(201);
    expect(answer.body.data).toHaveLength(41);
    expect(asked).toBe(1);
  });

  it('need no carrier connection in live mode once the tariff has rates', async () => {
    expect(await refusal(org.live, '/api/v1/quotes')).toEqual([]);
    await org.live.post('/api/v1/tariffs').send(TARIFF).expect(201);
    expect(await refusal(org.live, '/api/v1/quotes')).toEqual([]);
    await createTariff(org.live, { discount_percent: 50, fuel_percent: 30 });
    const { data, carrier_results: results } = await quotes(org.live);
    expect(results).toMatchObject([{ carrier: 'Acme Freight', scac: 'ACME', status: 'rated', reason: null }]);
    expect(data).toMatchObject([
      {
        object: 'quote',
        carrier_name: 'Acme Freight',
        scac: 'ACME',
        service_level: 'Acme 2026',
        net_charge_cents: 52_000,
        transit_days: 4,
        charges: [
          {
            type: 'linehaul',
            amount_cents: LINEHAUL,
            rate_cents: 16_000,
            quantity: 5,
            unit: 'cwt',
            weight: 500,
          },
          { type: 'discount', amount_cents: -40_000 },
          { type: 'fuel_surcharge', amount_cents: 12_000, quantity: 30, unit: 'percent' },
        ],
      },
    ]);
  });

  it('are returned next to those of carriers, including a connection with the same SCAC', async () => {
    await createTariff(org.test, { scac: 'SIM1', carrier_name: 'Our own contract' });
    const { data, carrier_results: results } = await quotes(org.test);
    expect(results).toHaveLength(6);
    const same = data.filter(({ scac }: { scac: string }) => scac === 'SIM1');
    expect(new Set(same.map((quote: { carrier_name: string }) => quote.carrier_name)).size).toBe(2);
    expect(same).toContainEqual(
      expect.objectContaining({ carrier_name: 'Our own contract', net_charge_cents: LINEHAUL }),
    );
    const listed = (await org.test.get('/api/v1/quotes?carrier=SIM1').expect(200)).body.data;
    expect(listed).toHaveLength(same.length);
  });

  it('belong to one tenant and do not appear in the carrier directory', async () => {
    const id = await createTariff(org.live, { scac: 'OWNC' });
    const other = await app.organization();
    expect(await refusal(other.live, '/api/v1/quotes')).toEqual([]);
    for (const client of [other.live, other.test, org.test]) {
      await client.get('/api/v1/carriers/OWNC').expect(404);
      await client.post(`/api/v1/tariffs/${id}/rate`).send(rateRequest()).expect(404);
    }
    expect(await app.sql.query(`SELECT FROM carriers WHERE scac = 'OWNC'`)).toEqual([]);
  });

  it.each([
    [{ effective_from: '2099-01-01' }, {}, 'The tariff takes effect on 2099-01-01.'],
    [
      {},
      { destination: { city: 'New York', state: 'NY', zip: '10001' } },
      'The tariff has no rate for class 92.5 from 900 (CA) to 100 (NY).',
    ],
    [
      {},
      { accessorials: { destination_liftgate: true } },
      'The tariff has no price for: Liftgate at delivery (LFTD).',
    ],
    [
      { fuel_table: [{ from: '2099-01-01', percent: 1 }] },
      { ship_date: SHIP_DATE },
      `The tariff has no fuel surcharge for ${SHIP_DATE}.`,
    ],
  ])('are declined with a reason: %j, %j', async (terms, changes, reason) => {
    const id = await createTariff(org.live, terms);
    const declined = [{ carrier: 'Acme Freight', scac: 'ACME', status: 'declined', reason }];
    expect(await refusal(org.live, '/api/v1/quotes', changes)).toMatchObject(declined);
    expect(await refusal(org.live, `/api/v1/tariffs/${id}/rate`, changes)).toMatchObject(declined);
  });

  it('can be previewed for one tariff without storing anything', async () => {
    const accessorials = { IDL: { per_cwt_cents: 850, minimum_cents: 7_500 } };
    const id = await createTariff(org.live, { accessorials, fak: { '100': '92.5' } });
    const asked = rateRequest({
      items: [{ weight: 450, freight_class: '100', length: 48, width: 40, height: 48 }],
      accessorials: { inside_delivery: true },
    });
    const { body } = await org.live.post(`/api/v1/tariffs/${id}/rate`).send(asked).expect(200);
    expect(body).toMatchObject({
      object: 'tariff_price',
      tariff_id: id,
      carrier_name: 'Acme Freight',
      scac: 'ACME',
      net_charge_cents: LINEHAUL + 7_500,
      transit_days: 4,
      charges: [
        { code: 'LINEHAUL', freight_class: '92.5', weight: 450, amount_cents: 72_000 },
        { code: 'DEFICIT', weight: 50, amount_cents: 8_000 },
        { code: 'IDL', amount_cents: 7_500 },
      ],
    });
    expect((await org.live.get('/api/v1/quotes').expect(200)).body.data).toEqual([]);
    const { body: refused } = await org.live
      .post(`/api/v1/tariffs/${id}/rate`)
      .send({ ...asked, items: [] })
      .expect(400);
    expect(refused.error.param).toBe('items');
  });

  it("include the customer's markup", async () => {
    const markup = { percent: 10, flat_cents: 0, minimum_cents: 0 };
    const { id } = (await org.live.post('/api/v1/customers').send({ name: 'Ann', markup }).expect(201)).body;
    await createTariff(org.live);
    const { data } = await quotes(org.live, { customer_id: id });
    expect(data).toMatchObject([{ net_charge_cents: 88_000, cost_cents: LINEHAUL }]);
  });

  it('are booked and confirmed by hand, changed and canceled without a carrier call', async () => {
    const tariff = await createTariff(org.live, { scac: 'SIM1' });
    const { data } = await quotes(org.live);
    await org.live.delete(`/api/v1/tariffs/${tariff}`).expect(200);
    const { id } = (await org.live.post('/api/v1/freight').send(freightRequest(data[0].id)).expect(201)).body;
    const post = async (path: string, body = {}) =>
      (await org.live.post(`/api/v1/freight/${id}${path}`).send(body).expect(200)).body;
    expect(await post('/book')).toMatchObject({
      status: 'created',
      pro_number: null,
      carrier: { name: 'Acme Freight' },
    });
    expect(await post('/confirm', { pro_number: '123-456-789' })).toMatchObject({
      status: 'carrier_accepted',
      pro_number: '123456789',
    });
    const window = { ready_time: '10:00', close_time: '16:00' };
    expect((await post('/pickup', window)).pickup).toMatchObject(window);
    await org.live.get(`/api/v1/freight/${id}/tracking`).expect(200);
    await org.live.get(`/api/v1/freight/${id}/bol`).expect(200);
    expect(await post('/cancel')).toMatchObject({ status: 'voided' });
    expect((await org.live.get('/api/v1/carrier-calls').expect(200)).body.data).toEqual([]);
    expect((await org.live.get(`/api/v1/quotes/${data[0].id}`).expect(200)).body.status).toBe('active');
  });

  it('expire with the last day of the tariff, so that a later pickup is not booked at its price', async () => {
    const later = addBusinessDays(SHIP_DATE, 1);
    await createTariff(org.live, { effective_to: SHIP_DATE });
    const { data } = await quotes(org.live, { ship_date: SHIP_DATE });
    const day = (at: number) => toLocalDay('America/Los_Angeles', new Date(at));
    const ends = Date.parse(data[0].expires_at);
    expect([day(ends - 1), day(ends)]).toEqual([SHIP_DATE, addDays(SHIP_DATE, 1)]);
    const { id } = (await org.live.post('/api/v1/freight').send(freightRequest(data[0].id)).expect(201)).body;
    const book = (date: string) => org.live.post(`/api/v1/freight/${id}/book`).send({ ship_date: date });
    const { error } = (await book(later).expect(422)).body;
    expect(error).toMatchObject({ code: 'quote_expires_before_pickup', param: 'ship_date' });
    expect((await book(SHIP_DATE).expect(200)).body.status).toBe('created');
  });

  it('disappear with a sandbox reset, while live tariffs remain', async () => {
    await createTariff(org.test, {}, SINGLE_LANE_RATES);
    await createTariff(org.live);
    await org.test.post('/api/v1/sandbox/reset').expect(200);
    expect((await quotes(org.test)).carrier_results).toHaveLength(5);
    expect((await quotes(org.live)).carrier_results).toHaveLength(1);
  });
});
