import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestOrganization } from '../support/app.js';
import { createTariff, freightRequest, rateRequest, RATES_HEADER } from '../support/factories.js';
import { Fixture, toTestTenant, type BillableFreight } from '../support/fixture.js';

interface Quote {
  id: number;
  scac: string;
  currency: string;
  net_charge_cents: number;
  recommended: boolean;
}

/** 500 lb of class 92.5 cost 10.00. */
const CHEAP_RATES = `${RATES_HEADER}\n900,606,92.5,1.00,2.00,2.00,2.00,2.00,2.00,2.00,2.00\n`;

describe('amounts in Canadian dollars', () => {
  let bench: Fixture;
  let org: TestOrganization;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    org = await bench.app.organization();
  });

  const rate = async (): Promise<{ quote_group_id: string; data: Quote[] }> =>
    (await org.test.post('/api/v1/quotes').send(rateRequest()).expect(201)).body;
  const read = async (path: string) => (await org.test.get(`/api/v1${path}`).expect(200)).body;
  const ship = async (): Promise<BillableFreight & { quote: Quote }> => {
    const quote = (await rate()).data.find(({ currency }) => currency === 'CAD')!;
    const { body } = await org.test.post('/api/v1/freight').send(freightRequest(quote.id)).expect(201);
    const pro = `88${String(body.id).padStart(7, '0')}`;
    await bench.app.sql.query(`UPDATE freight SET status = 'in_transit', pro_number = $2 WHERE id = $1`, [
      body.id,
      pro,
    ]);
    const { charges } = await read(`/quotes/${quote.id}`);
    const { scac, net_charge_cents: quotedCents } = quote;
    return { id: body.id, pro, scac, carrierName: 'Acme Freight', charges, quotedCents, quote };
  };

  it('are never compared with US dollars: such a quote comes last and is not recommended', async () => {
    await createTariff(org.test, { currency: 'CAD' }, CHEAP_RATES);
    const { data, quote_group_id: group } = await rate();
    const last = data.at(-1)!;
    expect(last).toMatchObject({
      scac: 'ACME',
      currency: 'CAD',
      net_charge_cents: 1_000,
      recommended: false,
    });
    expect(data.slice(0, -1).every(({ currency }) => currency === 'USD')).toBe(true);
    expect(data.find(({ recommended }) => recommended)).toEqual(data[0]);
    const ids = (quotes: Quote[]) => quotes.map(({ id }) => id);
    expect(ids((await read(`/quotes/group/${group}`)).data)).toEqual(ids(data));
    await org.test
      .patch('/api/v1/organization')
      .send({ rate_shopping: { prefer_carriers: ['ACME'] } })
      .expect(200);
    expect((await rate()).data.at(-1)).toMatchObject({ scac: 'ACME', recommended: false });
  });

  it('are recommended if no quote is in US dollars', async () => {
    for (const [scac, flat] of [
      ['DEAR', 200],
      ['ACME', 100],
    ] as const)
      await createTariff(org.test, { scac, currency: 'CAD', minimum_cents: flat * 100 }, CHEAP_RATES);
    const simulated = (await rate()).data.filter(({ currency }) => currency === 'USD');
    await org.test
      .patch('/api/v1/organization')
      .send({ rate_shopping: { exclude_carriers: [...new Set(simulated.map(({ scac }) => scac))] } })
      .expect(200);
    expect((await rate()).data).toMatchObject([
      { scac: 'ACME', recommended: true },
      { scac: 'DEAR', recommended: false },
    ]);
  });

  it('go from the tariff to the quote, the shipment and the invoice', async () => {
    const id = await createTariff(org.test, { currency: 'CAD' }, CHEAP_RATES);
    expect(await read(`/tariffs/${id}`)).toMatchObject({ currency: 'CAD' });
    const trial = await org.test.post(`/api/v1/tariffs/${id}/rate`).send(rateRequest()).expect(200);
    expect(trial.body).toMatchObject({ currency: 'CAD', net_charge_cents: 1_000 });
    const shipment = await ship();
    expect(await read(`/freight/${shipment.id}`)).toMatchObject({
      currency: 'CAD',
      total_charge_cents: 1_000,
    });
    await bench.publishFreightStatus(toTestTenant(org), shipment.id, 'delivered');
    const [invoice] = await bench.listInvoices(org.test, shipment.id);
    expect(invoice).toMatchObject({ currency: 'CAD', total_cents: 1_000 });
    // A later change of the tariff changes no quote.
    await org.test.patch(`/api/v1/tariffs/${id}`).send({ currency: 'MXN' }).expect(200);
    expect(await read(`/quotes/${shipment.quote.id}`)).toMatchObject({ currency: 'CAD' });
    const { body } = await org.test.patch(`/api/v1/tariffs/${id}`).send({ currency: 'EUR' }).expect(400);
    expect(body.error).toMatchObject({ param: 'currency' });
  });

  it('of a bill are compared with a quote in the same currency, and disputed beside another one', async () => {
    await createTariff(org.test, { currency: 'CAD' }, CHEAP_RATES);
    const shipment = await ship();
    const foreign = await bench.postBill(bench.buildBill(shipment), org);
    expect(foreign).toMatchObject({
      status: 'disputed',
      currency: 'USD',
      reason: "The bill is in USD, but the shipment's quote is in CAD. Request a bill in CAD.",
      quoted_cents: null,
      difference_cents: null,
      payable_cents: 0,
      comparison: [],
    });
    // An approved bill in another currency changes no amount of the shipment.
    await org.test.post(`/api/v1/bills/${foreign.id}/approve`).expect(200);
    expect(await read(`/freight/${shipment.id}`)).toMatchObject({
      adjustments: [],
      total_charge_cents: 1_000,
    });
    const other = await ship();
    const changes = { currency: 'CAD', lines: undefined, total_cents: 1_200 };
    const bill = await bench.postBill(bench.buildBill(other, changes), org);
    expect(bill).toMatchObject({
      status: 'variance',
      currency: 'CAD',
      quoted_cents: 1_000,
      difference_cents: 200,
    });
    await org.test.post(`/api/v1/bills/${bill.id}/approve`).expect(200);
    expect(await read(`/freight/${other.id}`)).toMatchObject({ adjustments: [{ amount_cents: 200 }] });
  });

  it('are added to no amount in US dollars: each report covers one currency and names the others', async () => {
    await createTariff(org.test, { currency: 'CAD' }, CHEAP_RATES);
    const shipment = await ship();
    await bench.postBill(bench.buildBill(shipment, { currency: 'CAD' }), org);
    await bench.publishFreightStatus(toTestTenant(org), shipment.id, 'delivered');
    const dollars = [await bench.createInvoice(org), await bench.createInvoice(org)];
    const cents = dollars.reduce((sum, { total_cents }) => sum + total_cents, 0);

    expect(await read('/invoices/aging')).toMatchObject({
      currencies: ['USD', 'CAD'],
      totals: { currency: 'USD', total_cents: cents, invoice_count: 2 },
      data: [{ currency: 'USD', total_cents: cents }],
    });
    expect(await read('/invoices/aging?currency=CAD')).toMatchObject({
      currencies: ['USD', 'CAD'],
      totals: { currency: 'CAD', total_cents: 1_000, invoice_count: 1 },
      data: [{ currency: 'CAD', total_cents: 1_000 }],
    });
    expect(await read('/invoices/aging?currency=MXN')).toMatchObject({
      totals: { currency: 'MXN', total_cents: 0 },
      data: [],
    });
    expect(await read('/reports/spend')).toMatchObject({
      currencies: ['USD', 'CAD'],
      totals: { currency: 'USD', charge_cents: cents, shipment_count: 2 },
      data: [{ currency: 'USD' }],
    });
    expect(await read('/reports/spend?currency=CAD')).toMatchObject({
      totals: { currency: 'CAD', charge_cents: 1_000, shipment_count: 1 },
      data: [{ currency: 'CAD', scac: 'ACME', charge_cents: 1_000 }],
    });
    expect(await read('/reports/billing')).toMatchObject({
      currencies: ['CAD'],
      totals: { currency: 'CAD', billed_cents: 1_000, quoted_cents: 1_000 },
    });
    const { body } = await org.test.get('/api/v1/reports/spend?currency=EUR').expect(400);
    expect(body.error).toMatchObject({ param: 'currency' });
  });
});
