import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BILL_STATES, BILL_STATUSES, BILL_TRIGGERS } from '../../src/features/bills/bill-states.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { EventsService } from '../../src/features/events/events.service.js';
import { shipmentDelivered } from '../../src/features/freight/record/freight.events.js';
import { Fixture, type BillableFreight, TODAY } from '../support/fixture.js';

const open = async (env: Record<string, string> = {}) => Fixture.start(env);

describe('decisions on carrier bills', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench.close());

  const off = (shipment: BillableFreight, cents: number) =>
    bench.buildBill(shipment, { lines: undefined, total_cents: shipment.quotedCents + cents });
  const decide = (id: number, decision: string, body?: object) =>
    bench.org.test.post(`/api/v1/bills/${id}/${decision}`).send(body);
  const freightOf = async ({ id }: { id: number }) =>
    (await bench.org.test.get(`/api/v1/freight/${id}`).expect(200)).body;

  it('approve a variance as a cost of the shipment, with its reasons', async () => {
    const shipment = await bench.createInTransitFreight();
    const reweigh = { type: 'adjustment', code: 'RWE', amount_cents: 1_250 };
    const sent = bench.buildBill(shipment);
    const bill = await bench.postBill({ ...sent, lines: [...sent.lines, reweigh] });
    const { body } = await decide(bill.id, 'approve').expect(200);
    expect(body).toMatchObject({ status: 'approved', payable_cents: shipment.quotedCents + 1_250 });
    const freight = await freightOf(shipment);
    expect(freight).toMatchObject({
      total_charge_cents: shipment.quotedCents,
      quote: { net_charge_cents: shipment.quotedCents },
      adjustments: [
        {
          bill_id: bill.id,
          amount_cents: 1_250,
          reasons: ['RWE'],
          description: `Reweigh, freight bill ${sent.bill_number}`,
          invoiced: false,
          created_at: expect.any(String),
        },
      ],
    });
    expect((await bench.listBillEvents(bill.id)).at(-1)).toEqual({
      type: 'bill.updated',
      data: { bill: body },
    });
  });

  it('approve a matched bill without changing costs', async () => {
    const shipment = await bench.createInTransitFreight();
    const bill = await bench.postBill(bench.buildBill(shipment));
    await decide(bill.id, 'approve').expect(200);
    expect(await freightOf(shipment)).toMatchObject({
      total_charge_cents: shipment.quotedCents,
      adjustments: [],
    });
  });

  it('dispute a bill and resolve it with a credit', async () => {
    const shipment = await bench.createInTransitFreight();
    const bill = await bench.postBill(off(shipment, 5_000));
    const { body: disputed } = await decide(bill.id, 'dispute', { reason: 'No certificate' }).expect(200);
    expect(disputed).toMatchObject({ status: 'disputed', reason: 'No certificate', disputed_cents: 5_000 });
    expect((await freightOf(shipment)).adjustments).toEqual([]);
    const { body } = await decide(bill.id, 'resolve', { amount_cents: 3_000, note: 'Claim 7' }).expect(200);
    expect(body).toMatchObject({
      status: 'resolved',
      credit_cents: 3_000,
      payable_cents: shipment.quotedCents + 2_000,
      note: 'Claim 7',
    });
    expect(await freightOf(shipment)).toMatchObject({
      total_charge_cents: shipment.quotedCents,
      adjustments: [{ amount_cents: 2_000 }],
    });
  });

  it('follow the state table', async () => {
    for (const from of BILL_STATUSES) {
      for (const trigger of BILL_TRIGGERS.filter((one) => ['approve', 'dispute', 'resolve'].includes(one))) {
        const shipment = await bench.createInTransitFreight();
        const bill = await bench.postBill(off(shipment, 10));
        await bench.app.sql.query('UPDATE bills SET status = $2 WHERE id = $1', [bill.id, from]);
        const body = trigger === 'resolve' ? { amount_cents: 1 } : { reason: 'Wrong' };
        const to = BILL_STATES.next(from, trigger);
        const answer = await decide(bill.id, trigger, trigger === 'approve' ? undefined : body);
        expect([from, trigger, answer.status]).toEqual([from, trigger, to === null ? 422 : 200]);
        const { body: now } = await bench.org.test.get(`/api/v1/bills/${bill.id}`).expect(200);
        expect(now.status).toBe(to ?? from);
        if (to === null) expect((await freightOf(shipment)).adjustments).toEqual([]);
      }
    }
  }, 60_000);

  it.each([
    ['dispute', {}, 'reason'],
    ['dispute', { reason: 'x', amount_cents: 1e11 }, 'amount_cents'],
    ['resolve', {}, 'amount_cents'],
    ['resolve', { amount_cents: -1 }, 'amount_cents'],
    ['resolve', { amount_cents: 1e11 }, 'amount_cents'],
  ])('reject %s with %j', async (decision, body, param) => {
    const shipment = await bench.createInTransitFreight();
    const bill = await bench.postBill(off(shipment, 10));
    if (decision === 'resolve') await decide(bill.id, 'dispute', { reason: 'x' }).expect(200);
    expect((await decide(bill.id, decision, body).expect(400)).body.error.param).toBe(param);
  });

  it('succeed once for concurrent requests', async () => {
    const shipment = await bench.createInTransitFreight();
    const bill = await bench.postBill(off(shipment, 700));
    const answers = await Promise.all(Array.from({ length: 4 }, () => decide(bill.id, 'approve')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect((await freightOf(shipment)).adjustments).toHaveLength(1);
  });

  it('return 422 for a bill without a shipment and 404 to other tenants', async () => {
    const shipment = await bench.createInTransitFreight();
    const lost = await bench.postBill(bench.buildBill(shipment, { pro_number: 'LOST-1' }));
    expect((await decide(lost.id, 'approve').expect(422)).body.error.code).toBe('bill_not_approvable');
    const bill = await bench.postBill(off(shipment, 1));
    const other = await bench.app.organization();
    for (const client of [other.test, bench.org.live]) {
      await client.post(`/api/v1/bills/${bill.id}/approve`).expect(404);
      await client.post(`/api/v1/bills/${bill.id}/dispute`).send({ reason: 'x' }).expect(404);
      await client.post(`/api/v1/bills/${bill.id}/resolve`).send({ amount_cents: 1 }).expect(404);
      await client
        .post('/api/v1/bills')
        .send(bench.buildBill(shipment, { pro_number: 'Z', replaces_bill_id: bill.id }))
        .expect(404);
    }
  });

  describe('a PRO number has one payable bill', () => {
    it('for concurrent bills', async () => {
      const shipment = await bench.createInTransitFreight();
      const sent = Array.from({ length: 5 }, () => bench.buildBill(shipment));
      const answers = await Promise.all(sent.map((body) => bench.org.test.post('/api/v1/bills').send(body)));
      expect(answers.map(({ status, body }) => `${status} ${body.status}`).sort()).toEqual([
        '201 duplicate',
        '201 duplicate',
        '201 duplicate',
        '201 duplicate',
        '201 matched',
      ]);
    });

    it('until a replacement, whose variance counts from the approved amount', async () => {
      const shipment = await bench.createInTransitFreight();
      const first = await bench.postBill(off(shipment, 1_000));
      await decide(first.id, 'approve').expect(200);
      const sent = { ...off(shipment, 400), bill_number: first.bill_number, replaces_bill_id: first.id };
      const second = await bench.postBill(sent);
      expect(second).toMatchObject({ status: 'variance', replaces_bill_id: first.id });
      const { body: former } = await bench.org.test.get(`/api/v1/bills/${first.id}`).expect(200);
      expect(former).toMatchObject({ status: 'approved', replaced: true, payable_cents: 0 });
      await decide(second.id, 'approve').expect(200);
      expect(await freightOf(shipment)).toMatchObject({
        total_charge_cents: shipment.quotedCents,
        adjustments: [{ amount_cents: 1_000 }, { amount_cents: -600 }],
      });
      const again = { ...sent, bill_number: 'FB-X' };
      const { body } = await bench.org.test.post('/api/v1/bills').send(again).expect(422);
      expect(body.error.code).toBe('bill_not_replaceable');
      expect(await bench.postBill(off(shipment, 0))).toMatchObject({ duplicate_of_bill_id: second.id });
    });

    it('and only a bill of the same carrier can replace it', async () => {
      const [one, other] = [await bench.createInTransitFreight(), await bench.createInTransitFreight()];
      const bill = await bench.postBill(bench.buildBill(one));
      await bench.org.test
        .post('/api/v1/bills')
        .send(bench.buildBill(other, { replaces_bill_id: bill.id }))
        .expect(422);
    });
  });

  it('a bill date between the ship date and today is required', async () => {
    const shipment = await bench.createInTransitFreight();
    await bench.app.sql.query(`UPDATE freight SET pickup_date = current_date - 3 WHERE id = $1`, [
      shipment.id,
    ]);
    const day = (ago: number) => new Date(Date.parse(TODAY) - ago * 86_400_000).toISOString().slice(0, 10);
    for (const ago of [5, -2]) {
      const { body } = await bench.org.test
        .post('/api/v1/bills')
        .send(bench.buildBill(shipment, { bill_date: day(ago) }))
        .expect(400);
      expect(body.error.param).toBe('bill_date');
    }
    await bench.postBill(bench.buildBill(shipment, { bill_date: day(2) }));
  });

  describe('with BILL_PASS_THROUGH', () => {
    let passing: Fixture;
    beforeAll(async () => {
      passing = await open({ BILL_PASS_THROUGH: 'true' });
    });
    afterAll(() => passing.close());

    const deliver = async ({ id }: BillableFreight) => {
      await passing.app.sql.query(`UPDATE freight SET status = 'delivered' WHERE id = $1`, [id]);
      const shipment = { ...shipmentDelivered.sample.shipment, id, freight_id: id };
      await passing.app.app.get(Transactions).run(async () => {
        await passing.app.app
          .get(EventsService)
          .publish({ organizationId: passing.org.id, mode: 'test' }, shipmentDelivered, { shipment });
      });
      return invoices(id);
    };
    const invoices = async (freightId: number) => {
      const { body } = await passing.org.test.get('/api/v1/invoices?limit=100').expect(200);
      return body.data.filter(({ freight_id }: { freight_id: number }) => freight_id === freightId).reverse();
    };
    const approved = async (shipment: BillableFreight, cents: number) => {
      const { id } = await passing.postBill(
        {
          ...passing.buildBill(shipment, { lines: undefined, total_cents: shipment.quotedCents + cents }),
        },
        passing.org,
      );
      return (await passing.org.test.post(`/api/v1/bills/${id}/approve`).expect(200)).body;
    };

    it('an unpaid invoice keeps its amounts and gets a supplement, and both are the charge', async () => {
      const shipment = await passing.createInTransitFreight();
      const [invoice] = await deliver(shipment);
      const bill = await approved(shipment, 1_250);
      const [own, supplement] = await invoices(shipment.id);
      expect(own).toMatchObject({ id: invoice.id, status: 'open', amount_cents: shipment.quotedCents });
      expect(supplement).toMatchObject({ supplements_invoice_id: invoice.id, amount_cents: 1_250 });
      const { body } = await passing.org.test.get(`/api/v1/invoices/${supplement.id}`).expect(200);
      expect(body.line_items).toMatchObject([
        {
          type: 'adjustment',
          code: 'ADJ',
          description: `Adjustment, freight bill ${bill.bill_number}`,
          amount_cents: 1_250,
        },
      ]);
      const chargeOf = async () =>
        (await passing.org.test.get(`/api/v1/freight/${shipment.id}`).expect(200)).body.total_charge_cents;
      expect(await chargeOf()).toBe(shipment.quotedCents + 1_250);
      await passing.org.test.post(`/api/v1/invoices/${supplement.id}/void`).expect(200);
      expect(await chargeOf()).toBe(shipment.quotedCents);
    });

    it('an invoice opened later includes the variance', async () => {
      const shipment = await passing.createInTransitFreight();
      await approved(shipment, -300);
      expect(await deliver(shipment)).toMatchObject([{ amount_cents: shipment.quotedCents - 300 }]);
    });

    it('a paid invoice gets a supplement: a balance due or a credit', async () => {
      for (const cents of [1_250, -1_250]) {
        const shipment = await passing.createInTransitFreight();
        const [invoice] = await deliver(shipment);
        await passing.org.test.post(`/api/v1/invoices/${invoice.id}/pay`).expect(200);
        await approved(shipment, cents);
        const [own, supplement] = await invoices(shipment.id);
        expect(own).toMatchObject({ status: 'paid', amount_cents: shipment.quotedCents });
        expect(supplement).toMatchObject({
          status: 'open',
          supplements_invoice_id: own.id,
          amount_cents: cents,
          amount_remaining_cents: cents,
        });
        await passing.org.test.get(`/api/v1/invoices/${supplement.id}/pdf`).expect(200);
        const { body } = await passing.org.test.post(`/api/v1/invoices/${supplement.id}/pay`).expect(200);
        expect(body).toMatchObject({ status: 'paid', amount_paid_cents: cents, amount_remaining_cents: 0 });
      }
    });

    it('a credit leaves the amounts of a partly paid invoice', async () => {
      const shipment = await passing.createInTransitFreight();
      const [invoice] = await deliver(shipment);
      await passing.org.test
        .post(`/api/v1/invoices/${invoice.id}/pay`)
        .send({ amount_cents: shipment.quotedCents - 100 })
        .expect(200);
      await approved(shipment, -250);
      expect(await invoices(shipment.id)).toMatchObject([
        { status: 'open', amount_cents: shipment.quotedCents, amount_remaining_cents: 100 },
        { status: 'open', amount_cents: -250 },
      ]);
    });

    it('freight without an invoice gets none', async () => {
      const shipment = await passing.createInTransitFreight(
        passing.org,
        {},
        { bill_to: { type: 'collect' } },
      );
      expect(await deliver(shipment)).toEqual([]);
      await approved(shipment, 500);
      expect(await invoices(shipment.id)).toEqual([]);
    });
  });
});
