import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { InvoicesService } from '../../src/features/invoices/invoices.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { TODAY } from '../support/fixture.js';
import { freightRequest } from '../support/factories.js';
import { parsePdfPages, joinTexts } from '../support/printed-pdf.js';
import { buildQuoteRequest, LA_TO_CHICAGO, type Load } from './loads.js';
import { computeSellPrice, computePrices, type Fee } from './expected-prices.js';

interface Line {
  type: string;
  code: string;
  amount_cents: number;
  weight?: number;
  freight_class?: string;
}
interface Shipped {
  id: number;
  pro: string;
  lines: Line[];
}

const LIFTGATE: Fee = [95, 8.5];
const pallet = (weight: number, freightClass: string) => ({
  weight,
  freight_class: freightClass,
  length: 48,
  width: 40,
  height: 48,
});
const LOAD: Load = {
  what: 'a pallet with a liftgate',
  lines: [pallet(500, '100')],
  ask: { accessorials: { destination_liftgate: true } },
};
const computePrice = (weight: number, freightClass: string) =>
  computePrices('SIM1', LA_TO_CHICAGO, [pallet(weight, freightClass)], [LIFTGATE]).Standard!;
/** The price of each load, the price at 560 lb, and the price in class 150. */
const COST = computePrice(500, '100');
const REWEIGHED = computePrice(560, '100') - COST;
const RECLASSED = computePrice(500, '150') - COST;

/** Covers bills, invoices and payments at the end of the month, with every total to the cent. */
describe('a freight desk’s month end', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api', BILL_PASS_THROUGH: 'true' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  const post = async (path: string, body: object = {}, status = 200) =>
    (await org.test.post(`/api/v1${path}`).send(body).expect(status)).body;
  const get = async (path: string) => (await org.test.get(`/api/v1${path}`).expect(200)).body;
  /** Creates a delivered shipment of SIM1's standard service. */
  const shipped = async (more: object = {}, load: object = {}): Promise<Shipped> => {
    const { data } = await post('/quotes', { ...buildQuoteRequest(LOAD), ...load }, 201);
    const quote = data.find(
      ({ scac, service_level }: Record<string, string>) => scac === 'SIM1' && service_level === 'Standard',
    );
    const { id } = await post('/freight', freightRequest(quote.id, { ship_date: undefined, ...more }), 201);
    const { pro_number: pro } = await post(`/freight/${id}/book`);
    await post('/sandbox/simulate/shipment.delivered', { shipment_id: id });
    const lines = (quote.cost_charges ?? quote.charges).map(({ type, code, amount_cents }: Line) => ({
      type,
      code,
      amount_cents,
    }));
    return { id, pro, lines };
  };
  const invoiceOf = async ({ id }: { id: number }) => {
    const { data } = await get(`/invoices?freight_id=${id}&limit=100`);
    return data.length === 0 ? null : get(`/invoices/${data.at(-1).id}`);
  };
  const totalOf = async ({ id }: { id: number }) => (await get(`/freight/${id}`)).total_charge_cents;

  describe('ten carrier bills', () => {
    let serial = 0;
    const bill = (
      { pro, lines }: Shipped,
      change: (of: (type: string) => Line) => void = () => {},
      more: object = {},
    ) => {
      const copy = lines.map((line) => ({ ...line }));
      change((type) => copy.find((line) => line.type === type)!);
      return post(
        '/bills',
        {
          bill_number: `FB-${++serial}`,
          carrier: 'SIM1',
          pro_number: pro,
          bill_date: TODAY,
          lines: copy,
          ...more,
        },
        201,
      );
    };
    let right: Shipped;
    beforeAll(async () => {
      right = await shipped();
    });

    it('include a matched one, whose approval changes no cost', async () => {
      const received = await bill(right);
      expect(received).toMatchObject({
        status: 'matched',
        total_cents: COST,
        quoted_cents: COST,
        reasons: [],
      });
      expect(await post(`/bills/${received.id}/approve`)).toMatchObject({
        status: 'approved',
        payable_cents: COST,
      });
      expect(await totalOf(right)).toBe(COST);
      expect(await invoiceOf(right)).toMatchObject({ amount_cents: COST, status: 'open' });
    });

    it.each([
      ['under another number', {}],
      ['written differently', { carrier: 'Cobalt Peak Freight' }],
    ])('include a duplicate %s, which is not paid', async (_, more) => {
      const received = await bill({ ...right, pro: right.pro.replace(/^(..)/, '$1-') }, undefined, more);
      expect(received).toMatchObject({ status: 'duplicate', total_cents: COST, payable_cents: 0 });
      await post(`/bills/${received.id}/approve`, {}, 422);
      expect(await totalOf(right)).toBe(COST);
    });

    /**
     * Each case: the carrier's change, the audit's reasons, the extra amount billed, the desk's decision, and the
     * amount that remains.
     */
    const CASES: [
      string,
      (of: (type: string) => Line) => void,
      string[],
      number,
      { dispute?: boolean; credit?: number },
      number,
    ][] = [
      [
        'include a reweigh that is approved',
        (of) =>
          Object.assign(of('linehaul'), {
            weight: 560,
            amount_cents: of('linehaul').amount_cents + REWEIGHED,
          }),
        ['RWE'],
        REWEIGHED,
        {},
        REWEIGHED,
      ],
      [
        'include a disputed reclass, half of which is credited',
        (of) =>
          Object.assign(of('linehaul'), {
            freight_class: '150',
            amount_cents: of('linehaul').amount_cents + RECLASSED,
          }),
        ['RCL'],
        RECLASSED,
        { dispute: true, credit: Math.floor(RECLASSED / 2) },
        Math.ceil(RECLASSED / 2),
      ],
      [
        'include an accessorial swapped for another of the same price',
        (of) => (of('accessorial').code = 'RES'),
        ['LFTD', 'RES'],
        0,
        {},
        0,
      ],
      [
        'include a cent of fuel above the quote',
        (of) => (of('fuel_surcharge').amount_cents += 1),
        [],
        1,
        {},
        1,
      ],
      [
        'include an unused liftgate, which is credited',
        (of) => (of('accessorial').amount_cents += 4_000),
        ['LFTD'],
        4_000,
        { dispute: true, credit: 4_000 + 9_500 },
        -9_500,
      ],
      [
        'include a total below the quote',
        (of) => (of('linehaul').amount_cents -= 1_234),
        [],
        -1_234,
        {},
        -1_234,
      ],
    ];
    it.each(CASES)('%s', async (_, change, reasons, difference, { dispute, credit = 0 }, stays) => {
      const load = await shipped();
      const received = await bill(load, change);
      expect(received).toMatchObject({
        status: 'variance',
        reasons,
        total_cents: COST + difference,
        difference_cents: difference,
      });
      if (dispute) {
        expect(await post(`/bills/${received.id}/dispute`, { reason: 'Not ours' })).toMatchObject({
          status: 'disputed',
          disputed_cents: difference,
        });
        expect(await totalOf(load)).toBe(COST);
      }
      const decided = dispute
        ? await post(`/bills/${received.id}/resolve`, { amount_cents: credit, note: 'Claim 7' })
        : await post(`/bills/${received.id}/approve`);
      expect(decided).toMatchObject({ credit_cents: credit, payable_cents: COST + stays });
      expect(await totalOf(load)).toBe(COST + stays);
      const { data: invoices } = await get(`/invoices?freight_id=${load.id}`);
      expect(invoices.map(({ amount_cents }: Line) => amount_cents)).toEqual(
        stays === 0 ? [COST] : [stays, COST],
      );
      expect(invoices[0].supplements_invoice_id).toBe(stays === 0 ? null : invoices[1].id);
    });

    it('include one without a shipment', async () => {
      const received = await bill({ ...right, pro: 'NOBODYS' });
      expect(received).toMatchObject({ status: 'disputed', freight_id: null, quoted_cents: null });
      await post(`/bills/${received.id}/approve`, {}, 422);
    });

    it('are ten, found by their status', async () => {
      const of = async (status: string) => (await get(`/bills?status=${status}&limit=100`)).data.length;
      expect(await Promise.all(['approved', 'resolved', 'duplicate', 'disputed'].map(of))).toEqual([
        5, 2, 2, 1,
      ]);
    });

    it('include a reweigh after the customer paid: a balance due or a credit', async () => {
      for (const cents of [REWEIGHED, -REWEIGHED]) {
        const load = await shipped();
        const { id } = await invoiceOf(load);
        await post(`/invoices/${id}/pay`);
        const received = await bill(load, (of) => (of('linehaul').amount_cents += cents));
        await post(`/bills/${received.id}/approve`);
        const { data } = await get(`/invoices?freight_id=${load.id}`);
        expect(data.map(({ total_cents, status }: Record<string, unknown>) => [total_cents, status])).toEqual(
          [
            [cents, cents > 0 ? 'open' : data[0].status],
            [COST, 'paid'],
          ],
        );
        expect(await totalOf(load)).toBe(COST + cents);
        const { body } = await org.test.get(`/api/v1/invoices/${data[0].id}/pdf`).expect(200);
        const [page] = await parsePdfPages(body as Buffer);
        const words = joinTexts(page!);
        const amount = `$${(REWEIGHED / 100).toFixed(2)}`;
        expect(words).toContain(`Applies to invoice ${data[1].invoice_number}`);
        if (cents > 0) expect(words).toMatch(/^(?!.*CREDIT).*Remit to/);
        else expect(words).toMatch(/CREDIT MEMO(?!.*(Remit to|Balance due|Net 30)).*No payment is due/);
        expect(words).toContain(`${cents > 0 ? 'Balance due' : 'Credit'} ${amount}`);
      }
    });
  });

  describe('customer invoices', () => {
    const MARKUP = { percent: 12.35, flat_cents: 1_500, minimum_cents: 4_000 };
    /** 12.35 %, half a cent up, and 15 dollars. */
    const SELL = computeSellPrice(COST, 12.35, 1_500, 4_000);
    let customerId: number;
    beforeAll(async () => {
      ({ id: customerId } = await post('/customers', { name: 'Lakeside', markup: MARKUP }, 201));
    });

    it('charge the price with markup, while keys without the scope see no cost', async () => {
      const { key } = await app.app.get(ApiKeysService).create(org.id, 'test', {
        scopes: ['quotes.read', 'quotes.write', 'customers.read', 'freight.read'],
      });
      const clerk = app.client(key);
      const { body } = await clerk
        .post('/api/v1/quotes')
        .send({ ...buildQuoteRequest(LOAD), customer_id: customerId })
        .expect(201);
      const prices = ['SIM1', 'SIM2', 'SIM3', 'SIM4', 'SIM5'].flatMap((scac) =>
        Object.values(computePrices(scac, LA_TO_CHICAGO, LOAD.lines, [LIFTGATE])).map((cost) =>
          computeSellPrice(cost, 12.35, 1_500, 4_000),
        ),
      );
      expect(body.data.map(({ net_charge_cents: sell }: { net_charge_cents: number }) => sell)).toEqual(
        prices.toSorted((a, b) => a - b),
      );
      const shown = await clerk.get(`/api/v1/customers/${customerId}`).expect(200);
      expect(JSON.stringify([body, shown.body])).not.toMatch(/cost|markup|12\.35/);
      const { data } = await get(`/quotes/group/${body.quote_group_id}`);
      expect(
        data.find(
          ({ scac, service_level: level }: Record<string, string>) => scac === 'SIM1' && level === 'Standard',
        ),
      ).toMatchObject({ cost_cents: COST, net_charge_cents: SELL });
    });

    it('accept partial payments up to the balance and late fees that can be waived', async () => {
      const load = await shipped({}, { customer_id: customerId });
      const { id, ...opened } = await invoiceOf(load);
      expect(opened).toMatchObject({ customer_id: customerId, total_cents: SELL, status: 'open' });
      const pay = (cents: number, status?: number) =>
        post(`/invoices/${id}/pay`, { amount_cents: cents }, status);
      expect(await pay(10_000)).toMatchObject({ status: 'open', amount_remaining_cents: SELL - 10_000 });
      expect((await pay(SELL - 9_999, 422)).error.code).toBe('payment_exceeds_balance');

      await app.sql.query(`UPDATE invoices SET due_date = now() - interval '40 days' WHERE id = $1`, [id]);
      await app.app.get(InvoicesService).markOverdue();
      const fee = Math.floor((SELL - 10_000) * 0.015 + 0.5);
      expect(await get(`/invoices/${id}`)).toMatchObject({
        status: 'overdue',
        late_fee_cents: fee,
        amount_remaining_cents: SELL - 10_000 + fee,
      });
      const { data } = await get('/invoices/aging');
      expect(data.find(({ customer_id: of }: { customer_id: number }) => of === customerId)).toMatchObject({
        customer_name: 'Lakeside',
        current_cents: 0,
        days_31_60_cents: SELL - 10_000 + fee,
        total_cents: SELL - 10_000 + fee,
        invoice_count: 1,
      });
      expect(await post(`/invoices/${id}/waive-late-fee`)).toMatchObject({
        late_fee_cents: 0,
        late_fee_waived_cents: fee,
        amount_remaining_cents: SELL - 10_000,
      });
      expect(await pay(SELL - 10_000)).toMatchObject({ status: 'paid', amount_remaining_cents: 0 });
    });

    it('are not created for collect freight, and have no balance once void', async () => {
      const collect = await shipped({ bill_to: { type: 'collect' } });
      expect(await invoiceOf(collect)).toBeNull();
      const { error } = await post('/documents', { freight_ids: [collect.id], documents: ['invoice'] }, 422);
      expect(error).toMatchObject({ param: 'freight_ids[0]', message: expect.stringContaining('Collect') });
      const { id } = await invoiceOf(await shipped());
      expect(await post(`/invoices/${id}/void`)).toMatchObject({ status: 'void', amount_due_cents: 0 });
    });
  });

  describe('imported products and addresses', () => {
    const csv = async (path: string, rows: string[]) =>
      (
        await org.test
          .post(`/api/v1${path}`)
          .set('Content-Type', 'text/csv')
          .send(rows.join('\n'))
          .expect(200)
      ).body;

    it('price a quote like the same values written out', async () => {
      await csv('/products/import', [
        'sku,name,freight_class,weight,length,width,height,pieces,packaging_type',
        'TILE,Ceramic tile,70,450,48,40,24,20,carton',
      ]);
      await csv('/addresses/import', [
        'external_ref,company,address,city,state,zip,phone,location_type,limited_access,accessorials.destination_liftgate,instructions',
        'DC-4,Lakeside School,400 W Lake St,Chicago,IL,60601,555-333-7777,limited_access,school,true,Ring twice',
      ]);
      const [product] = (await get('/products?sku=TILE')).data;
      const [address] = (await get('/addresses?external_ref=DC-4')).data;
      const group = await post(
        '/quotes',
        {
          origin: buildQuoteRequest(LOAD).origin,
          destination: { address_id: address.id },
          items: [{ product_id: product.id, quantity: 4 }],
        },
        201,
      );
      const line = { weight: 1_800, freight_class: '70', length: 48, width: 40, height: 24, quantity: 4 };
      const fees: Fee[] = [LIFTGATE, [90]];
      const prices = ['SIM1', 'SIM2', 'SIM3', 'SIM4', 'SIM5'].flatMap((scac) =>
        Object.values(computePrices(scac, LA_TO_CHICAGO, [line], fees)),
      );
      expect(group.data.map(({ net_charge_cents: net }: { net_charge_cents: number }) => net)).toEqual(
        prices.toSorted((a, b) => a - b),
      );
      expect(group.warnings).toEqual([]);
      const draft = freightRequest(group.data[0].id, {
        ship_date: undefined,
        ship_to: { address_id: address.id },
        special_instructions: undefined,
      });
      const { id } = await post('/freight', draft, 201);
      const bol = await get(`/freight/${id}/bol`);
      expect(bol).toMatchObject({
        totals: { handling_units: 4, pieces: 80, weight: 1_800 },
        special_instructions: 'Delivery: Ring twice',
      });
      await post(`/freight/${id}/book`);
    });

    it('are rejected as a whole with each fault by row and column', async () => {
      const { body } = await org.test
        .post('/api/v1/products/import')
        .set('Content-Type', 'text/csv')
        .send('sku,weight,freight_class\nA,500,70\nB,-1,71\n')
        .expect(400);
      const places = body.error.errors.map(({ row, column }: Record<string, unknown>) => `${row} ${column}`);
      expect(places.sort()).toEqual(['3 freight_class', '3 weight']);
      expect((await get('/products?sku=A')).data).toEqual([]);
    });
  });
});
