import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type TestAgent from 'supertest/lib/agent.js';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { Fixture, type ChargeLine, LOCAL_WEBHOOK_ENV } from '../support/fixture.js';
import { eventually } from '../support/eventually.js';
import { freightRequest, rateRequest } from '../support/factories.js';
import { Receivers } from '../support/receiver.js';

interface Quote {
  id: number;
  quote_group_id: string;
  net_charge_cents: number;
  charges: ChargeLine[];
  cost_cents?: number;
  cost_charges?: ChargeLine[];
}

const MARKUP = { percent: 12.35, flat_cents: 1_000, minimum_cents: 0 };
const WITHOUT_COSTS = [
  'quotes.read',
  'quotes.write',
  'customers.read',
  'customers.write',
  'freight.read',
  'freight.write',
];

const sum = (lines: ChargeLine[]) => lines.reduce((total, line) => total + line.amount_cents, 0);
const sold = (cost: number) => cost + Math.round((cost * 1_235) / 10_000) + 1_000;

describe('customer markup', () => {
  const receivers = new Receivers();
  let bench: Fixture;
  let desk: TestAgent;
  let costs: TestAgent;
  let customer_id: number;

  beforeAll(async () => {
    bench = await Fixture.start(LOCAL_WEBHOOK_ENV);
    const keys = bench.app.app.get(ApiKeysService);
    const client = async (scopes: string[]) =>
      bench.app.client((await keys.create(bench.org.id, 'test', { scopes })).key);
    desk = await client(WITHOUT_COSTS);
    costs = await client([...WITHOUT_COSTS, 'costs.read']);
    customer_id = await customer();
  });
  afterAll(async () => {
    await bench.close();
    await receivers.close();
  });

  const customer = async (markup: object | null = MARKUP): Promise<number> =>
    (await bench.org.test.post('/api/v1/customers').send({ name: 'Lakeside', markup }).expect(201)).body.id;
  const rate = async (client: TestAgent, changes: object = { customer_id }): Promise<Quote[]> =>
    (
      await client
        .post('/api/v1/quotes')
        .send(rateRequest({ ...changes }))
        .expect(201)
    ).body.data;
  const get = async (client: TestAgent, path: string) =>
    (await client.get(`/api/v1/${path}`).expect(200)).body;

  it('adds the markup to the linehaul of every quote and sorts by sell price', async () => {
    const [plain, quotes] = [await rate(desk, {}), await rate(costs)];
    expect(quotes.map(({ cost_cents }) => cost_cents)).toEqual(
      plain.map(({ net_charge_cents }) => net_charge_cents),
    );
    quotes.forEach(({ net_charge_cents, charges, cost_cents, cost_charges }, i) => {
      expect(net_charge_cents).toBe(sold(cost_cents!));
      expect(sum(charges)).toBe(net_charge_cents);
      expect(cost_charges).toEqual(plain[i]!.charges);
      const differing = charges.filter((line, at) => line.amount_cents !== cost_charges![at]!.amount_cents);
      expect(differing.map(({ type }) => type)).toEqual(['linehaul']);
      expect(JSON.stringify(charges)).not.toMatch(/%|"percent"/);
      expect(charges).toEqual(charges.map((line) => ({ ...line, rate_cents: null })));
    });
    const prices = quotes.map(({ net_charge_cents }) => net_charge_cents);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });

  it('adds at least the minimum markup', async () => {
    const id = await customer({ percent: 0.5, minimum_cents: 50_000 });
    const [quote] = await rate(costs, { customer_id: id });
    expect(quote!.net_charge_cents).toBe(quote!.cost_cents! + 50_000);
  });

  it('returns cost fields only to keys with the costs.read scope', async () => {
    const [{ id, quote_group_id: group } = {} as Quote] = await rate(costs);
    for (const path of [`quotes/${id}`, `quotes/group/${group}`, `quotes?customer_id=${customer_id}`]) {
      for (const [client, sees] of [
        [costs, true],
        [bench.org.test, true],
        [desk, false],
      ] as const) {
        const body = await get(client, path);
        for (const quote of (body.data ?? [body]) as Quote[]) {
          expect([path, 'cost_cents' in quote, 'cost_charges' in quote]).toEqual([path, sees, sees]);
        }
      }
    }
    for (const quote of await rate(desk)) expect(JSON.stringify(quote)).not.toContain('cost');
  });

  it('changes no price for a customer without a markup', async () => {
    for (const changes of [{}, { customer_id: await customer(null) }, { customer_id: 987_654 }]) {
      const [seen, unseen] = [await rate(costs, changes), await rate(desk, changes)];
      seen.forEach((quote, i) => {
        expect(quote).not.toHaveProperty('cost_cents');
        expect(quote).not.toHaveProperty('cost_charges');
        const { net_charge_cents, charges } = unseen[i]!;
        expect(quote).toMatchObject({ net_charge_cents, charges });
      });
    }
  });

  it('omits markup and cost from events', async () => {
    const receiver = await receivers.startReceiver();
    const events = ['quote.created', 'quote.expired', 'customer.created', 'customer.updated'];
    await bench.org.test.post('/api/v1/webhooks').send({ url: receiver.url, events }).expect(201);
    const id = await customer();
    await bench.org.test
      .patch(`/api/v1/customers/${id}`)
      .send({ markup: { percent: 30 } })
      .expect(200);
    const [quote] = await rate(costs, { customer_id: id });
    for (const type of ['quote.created', 'quote.expired']) {
      const simulated = { quote_id: quote!.id };
      await bench.org.test.post(`/api/v1/sandbox/simulate/${type}`).send(simulated).expect(200);
    }
    const sent = () => JSON.stringify(receiver.received.map(({ body }) => body));
    await eventually(() => events.every((type) => sent().includes(type)));
    const told = sent();
    expect(told).toContain(`"net_charge_cents":${quote!.net_charge_cents}`);
    expect(told).not.toMatch(/cost|markup/);
    const stored = await bench.app.sql.query(`SELECT data::text FROM events WHERE type NOT LIKE 'bill.%'`);
    expect(JSON.stringify(stored)).not.toMatch(/cost|markup/);
  });

  it('omits the markup from the replayed response of another key’s request', async () => {
    for (const [path, body] of [
      ['quotes', rateRequest({ customer_id })],
      ['customers', { name: 'Bob' }],
    ] as const) {
      const key = randomUUID();
      const ask = (client: TestAgent) =>
        client.post(`/api/v1/${path}`).set('Idempotency-Key', key).send(body);
      const { text } = await ask(costs).expect(201);
      expect((await ask(desk).expect(409)).body.error.code).toBe('idempotency_key_reused');
      expect((await ask(bench.org.test).expect(201)).text).toBe(text);
    }
  });

  describe('for keys without the costs.read scope', () => {
    it('is hidden and survives their updates of the customer', async () => {
      const id = await customer();
      const seen = await get(desk, `customers/${id}`);
      expect(seen).not.toHaveProperty('markup');
      const { body } = await desk
        .patch(`/api/v1/customers/${id}`)
        .send({ ...seen, name: 'Lakeside Stores' })
        .expect(200);
      expect(body).toEqual({ ...seen, name: 'Lakeside Stores', updated_at: body.updated_at });
      expect(await get(costs, `customers/${id}`)).toEqual({ ...body, markup: MARKUP });
      const { data } = await get(desk, 'customers');
      expect(JSON.stringify(data)).not.toContain('markup');
    });

    it.each([[null], [{ percent: 0 }]])('returns an error for a request that sets %j', async (markup) => {
      const id = await customer();
      const made = { name: 'Eve', markup };
      for (const attempt of [
        desk.patch(`/api/v1/customers/${id}`).send({ markup }),
        desk.post('/api/v1/customers').send(made),
      ]) {
        const { body } = await attempt.expect(403);
        expect(body.error).toMatchObject({ code: 'insufficient_scope', param: 'markup' });
      }
      expect((await get(costs, `customers/${id}`)).markup).toEqual(MARKUP);
    });

    it('merges a partial update, ends with null, and ignores an unchanged value', async () => {
      const id = await customer({ flat_cents: 700 });
      const patch = async (markup: object | null) =>
        (await costs.patch(`/api/v1/customers/${id}`).send({ markup }).expect(200)).body;
      const changed = await patch({ percent: 8.5 });
      expect(changed.markup).toEqual({ percent: 8.5, flat_cents: 700, minimum_cents: 0 });
      expect(await patch(changed.markup)).toEqual(changed);
      expect(await patch(null)).not.toHaveProperty('markup');
      const [quote] = await rate(costs, { customer_id: id });
      expect(quote).not.toHaveProperty('cost_cents');
    });

    it.each([
      [{ percent: -1 }, 'markup.percent'],
      [{ percent: 1_000.01 }, 'markup.percent'],
      [{ percent: 12.345 }, 'markup.percent'],
      [{ percent: 1e-7 }, 'markup.percent'],
      [{ percent: '12' }, 'markup.percent'],
      [{ percent: null }, 'markup.percent'],
      [{ flat_cents: 0.5 }, 'markup.flat_cents'],
      [{ minimum_cents: -1 }, 'markup.minimum_cents'],
      [{ percentage: 10 }, 'markup.percentage'],
      [10, 'markup'],
    ])('rejects %j', async (markup, param) => {
      const { body } = await costs.post('/api/v1/customers').send({ name: 'Bob', markup }).expect(400);
      expect(body.error.param).toBe(param);
    });

    it('does not apply in another organization or in the other mode', async () => {
      const stranger = await bench.app.organization();
      const [quote] = await rate(stranger.test);
      expect(quote).not.toHaveProperty('cost_cents');
      for (const client of [stranger.test, bench.org.live]) {
        await client.patch(`/api/v1/customers/${customer_id}`).send({ markup: null }).expect(404);
      }
    });
  });

  describe('on shipments, invoices and carrier bills', () => {
    const shipped = async () => {
      const shipment = await bench.createInTransitFreight(bench.org, { customer_id });
      const { quote } = await get(bench.org.test, `freight/${shipment.id}`);
      const { cost_cents, cost_charges } = await get(bench.org.test, `quotes/${quote.id}`);
      return { shipment, carrier: { ...shipment, charges: cost_charges, quotedCents: cost_cents } };
    };

    it('compares carrier bills with the cost', async () => {
      const { shipment, carrier } = await shipped();
      const bill = await bench.postBill(bench.buildBill(carrier));
      expect(bill).toMatchObject({ status: 'matched', quoted_cents: carrier.quotedCents });
      expect(shipment.quotedCents).toBe(sold(carrier.quotedCents));
    });

    it('shows the sell price on the shipment, the document and the invoice', async () => {
      const [{ id: quoteId, net_charge_cents, charges } = {} as Quote] = await rate(desk);
      const { body: freight } = await desk.post('/api/v1/freight').send(freightRequest(quoteId)).expect(201);
      const { id, total_charge_cents, quote } = freight;
      expect([total_charge_cents, quote]).toEqual([net_charge_cents, { id: quoteId, net_charge_cents }]);
      const event = { shipment_id: id };
      await bench.org.test.post('/api/v1/sandbox/simulate/shipment.delivered').send(event).expect(200);
      const invoice = await eventually(async () => {
        const { data } = await get(bench.org.test, 'invoices');
        const [opened] = data.filter(({ freight_id }: { freight_id: number }) => freight_id === id);
        return get(bench.org.test, `invoices/${opened.id}`);
      });
      expect(invoice.amount_cents).toBe(net_charge_cents);
      expect(invoice.line_items.map(({ amount_cents }: ChargeLine) => amount_cents)).toEqual(
        charges.map(({ amount_cents }) => amount_cents),
      );
    });

    it('keeps the customer’s price when the carrier bills more', async () => {
      const { shipment, carrier } = await shipped();
      const above = { lines: undefined, total_cents: carrier.quotedCents + 1_250 };
      const bill = await bench.postBill(bench.buildBill(carrier, above));
      await bench.org.test.post(`/api/v1/bills/${bill.id}/approve`).expect(200);
      const freight = await get(bench.org.test, `freight/${shipment.id}`);
      expect(freight.total_charge_cents).toBe(shipment.quotedCents);
      expect(freight.adjustments).toMatchObject([{ amount_cents: 1_250, invoiced: false }]);
    });

    it('adds the carrier’s extra charge to the customer’s price with BILL_PASS_THROUGH', async () => {
      const passing = await Fixture.start({ BILL_PASS_THROUGH: 'true' });
      const { body: whom } = await passing.org.test
        .post('/api/v1/customers')
        .send({ name: 'Lakeside', markup: MARKUP })
        .expect(201);
      const shipment = await passing.createInTransitFreight(passing.org, { customer_id: whom.id });
      const freight = async () => (await passing.org.test.get(`/api/v1/freight/${shipment.id}`)).body;
      const { body: quote } = await passing.org.test.get(`/api/v1/quotes/${(await freight()).quote.id}`);
      const above = { lines: undefined, total_cents: quote.cost_cents + 1_250 };
      const bill = await passing.postBill(passing.buildBill(shipment, above));
      await passing.org.test.post(`/api/v1/bills/${bill.id}/approve`).expect(200);
      expect((await freight()).total_charge_cents).toBe(shipment.quotedCents + 1_250);
      await passing.close();
    });
  });
});
