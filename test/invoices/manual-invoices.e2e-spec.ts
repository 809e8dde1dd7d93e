import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestOrganization } from '../support/app.js';
import { Fixture, getError, toTestTenant, type Invoice } from '../support/fixture.js';

const TORONTO = { city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' };
const MONTREAL = { city: 'Montreal', state: 'QC', zip: 'H3B 2Y5', country: 'CA' };
const DAY_MS = 86_400_000;
const DETENTION = {
  type: 'accessorial',
  code: 'DET',
  description: 'Detention, 2 hours',
  amount_cents: 12_500,
};

const toDay = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Multiplies in hundred-thousandths as decimal text, unlike the service, and rounds half up. */
const percentOf = (cents: number, percent: number) =>
  Math.floor(Number(((cents * percent) / 100 + 0.5).toFixed(6)));

describe('invoices and credits by hand', () => {
  let bench: Fixture;
  let org: TestOrganization;
  let customer: number;

  beforeAll(async () => {
    bench = await Fixture.start({ BILL_PASS_THROUGH: 'true', LATE_FEE_BASIS_POINTS: '1000' });
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    org = await bench.app.organization();
    const { body } = await org.test.post('/api/v1/customers').send({ name: 'Ann', company: 'Lakeside' });
    customer = body.id;
  });

  const post = async (path: string, body: object = {}, status = 201) =>
    (await org.test.post(`/api/v1/${path}`).send(body).expect(status)).body;
  const get = async (path: string) => (await org.test.get(`/api/v1/${path}`).expect(200)).body;
  const deliver = async (rating: object = {}, changes: object = {}) => {
    const shipment = await bench.createInTransitFreight(org, { ...rating }, { ...changes });
    await bench.publishFreightStatus(toTestTenant(org), shipment.id, 'delivered');
    return shipment;
  };
  const listInvoices = (id: number) => bench.listInvoices(org.test, id);
  const getCharge = async (id: number) => (await get(`freight/${id}`)).total_charge_cents as number;
  const countInvoices = async () => (await get('invoices?limit=100')).data.length as number;

  describe('POST /invoices', () => {
    it('refuses a due date that is already past in UTC', async () => {
      const { id } = await deliver();
      const body = { freight_id: id, line_items: [DETENTION] };
      const refused = await post('invoices', { ...body, due_date: toDay(-1) }, 400);
      expect(getError(refused)).toMatchObject({ code: 'conflicting_values', param: 'due_date' });
    });

    it('bills extra charges beside the issued invoice, whose amounts stay', async () => {
      const { id, quotedCents } = await deliver({}, { customer_id: customer });
      const [issued] = await listInvoices(id);
      const due = toDay(10);
      const response = await org.test
        .post('/api/v1/invoices')
        .send({ freight_id: id, line_items: [DETENTION], due_date: due })
        .expect(201);
      expect(response.headers.location).toBe(`/api/v1/invoices/${response.body.id}`);
      expect(response.body).toMatchObject({
        object: 'invoice',
        status: 'open',
        customer_id: customer,
        freight_id: id,
        supplements_invoice_id: issued!.id,
        amount_cents: 12_500,
        total_cents: 12_500,
        due_date: `${due}T23:59:59.000Z`,
        bill_to: { company: 'Lakeside', contact: 'Ann' },
        line_items: [{ ...DETENTION, quantity: 1, unit: 'flat', rate_cents: 12_500 }],
      });
      expect(await get(`invoices/${issued!.id}`)).toMatchObject({
        amount_cents: quotedCents,
        total_cents: quotedCents,
      });
      expect(await getCharge(id)).toBe(quotedCents + 12_500);
      expect(await bench.listInvoiceEventTypes(response.body.id)).toEqual(['invoice.created']);
    });

    it('bills another customer than that of the shipment', async () => {
      const { id } = await deliver();
      const other = await post('customers', { name: 'Bob', company: 'Dockside' });
      const lines = [{ type: 'accessorial', description: 'Redelivery', amount_cents: 9_900 }];
      const invoice = await post('invoices', { freight_id: id, customer_id: other.id, line_items: lines });
      expect(invoice).toMatchObject({ customer_id: other.id, bill_to: { company: 'Dockside' } });
      expect(invoice.line_items).toMatchObject([{ code: 'ACCESSORIAL', amount_cents: 9_900 }]);
      const days = (Date.parse(invoice.due_date) - Date.parse(invoice.created_at)) / DAY_MS;
      expect(Math.round(days)).toBe(30);
    });

    it('is the invoice of a shipment that has none, and replaces the one at delivery', async () => {
      const { id } = await bench.createInTransitFreight(org);
      const lines = [
        { type: 'linehaul', description: 'Flat rate', amount_cents: 50_000 },
        { type: 'discount', description: 'Discount', amount_cents: -5_001 },
      ];
      const invoice = await post('invoices', { freight_id: id, line_items: lines });
      expect(invoice).toMatchObject({ supplements_invoice_id: null, amount_cents: 44_999 });
      await bench.publishFreightStatus(toTestTenant(org), id, 'delivered');
      expect(await listInvoices(id)).toHaveLength(1);
      expect(await getCharge(id)).toBe(44_999);
    });

    it('bills a fee after the cancellation, which later events of the shipment keep', async () => {
      const { id } = await bench.createInTransitFreight(org);
      const tenant = toTestTenant(org);
      await bench.publishFreightStatus(tenant, id, 'voided', 'shipment.cancelled');
      const fee = {
        type: 'accessorial',
        code: 'TONU',
        description: 'Truck ordered, not used',
        amount_cents: 15_000,
      };
      const invoice = await post('invoices', { freight_id: id, line_items: [fee] });
      await bench.publishFreightStatus(tenant, id, 'voided', 'shipment.exception');
      expect(await get(`invoices/${invoice.id}`)).toMatchObject({ status: 'open', total_cents: 15_000 });
      expect(await getCharge(id)).toBe(15_000);
    });

    it('adds the taxes of freight within Canada', async () => {
      await org.test
        .patch('/api/v1/organization')
        .send({ taxes: { gst_hst_number: '123456789 RT0001', qst_number: '1234567890 TQ0001' } })
        .expect(200);
      const { id } = await deliver({ origin: TORONTO, destination: MONTREAL });
      const { amount_cents: amount, line_items: lines } = await post('invoices', {
        freight_id: id,
        line_items: [{ ...DETENTION, amount_cents: 12_347 }],
      });
      const [gst, qst] = [percentOf(12_347, 5), percentOf(12_347, 9.975)];
      expect([gst, qst]).toEqual([617, 1_232]);
      expect(
        lines.map((line: { code: string; amount_cents: number }) => [line.code, line.amount_cents]),
      ).toEqual([
        ['DET', 12_347],
        ['GST', gst],
        ['QST', qst],
      ]);
      expect(amount).toBe(12_347 + 617 + 1_232);
    });

    it.each([
      [{ line_items: [] }, 'line_items'],
      [{ line_items: [{ ...DETENTION, type: 'tax' }] }, 'line_items[0].type'],
      [{ line_items: [{ ...DETENTION, amount_cents: 1.5 }] }, 'line_items[0].amount_cents'],
      [{ line_items: [{ ...DETENTION, amount_cents: 0 }] }, 'line_items'],
      [{ line_items: [DETENTION, { ...DETENTION, amount_cents: -12_500 }] }, 'line_items'],
      [{ line_items: [{ ...DETENTION, description: '' }] }, 'line_items[0].description'],
      [{ line_items: [{ ...DETENTION, amount: 1 }] }, 'line_items[0].amount'],
      [{ due_date: '2026-02-30' }, 'due_date'],
      [{ due_date: toDay(-3) }, 'due_date'],
      [{ freight_id: 999_999_999 }, 'freight_id'],
      [{ freight_id: undefined }, 'freight_id'],
      [{ notes: 'Thanks' }, 'notes'],
    ])('refuses %j and stores nothing', async (changes, param) => {
      const { id } = await bench.createInTransitFreight(org);
      const body = { freight_id: id, line_items: [DETENTION], ...changes };
      expect(getError(await post('invoices', body, 400)).param).toBe(param);
      expect(await countInvoices()).toBe(0);
    });

    it("returns 422 for a draft, and 400 for another tenant's shipment", async () => {
      const { id } = await bench.createInTransitFreight(org);
      await bench.setFreightStatus(id, 'draft', null);
      const body = { freight_id: id, line_items: [DETENTION] };
      expect(getError(await post('invoices', body, 422))).toMatchObject({
        code: 'freight_not_invoiceable',
        message: 'The shipment is a draft. Book it first.',
      });
      const other = await bench.app.organization();
      const { body: refused } = await other.test.post('/api/v1/invoices').send(body).expect(400);
      expect(getError(refused)).toMatchObject({ code: 'unknown_reference', param: 'freight_id' });
    });
  });

  describe('POST /invoices/{id}/credit', () => {
    it('opens a credit that reduces the charge and leaves the invoice as it is', async () => {
      const { id, quotedCents } = await deliver({}, { customer_id: customer });
      const [issued] = await listInvoices(id);
      const response = await org.test
        .post(`/api/v1/invoices/${issued!.id}/credit`)
        .send({ amount_cents: 5_001, reason: 'Late delivery' })
        .expect(201);
      expect(response.headers.location).toBe(`/api/v1/invoices/${response.body.id}`);
      expect(response.body).toMatchObject({
        supplements_invoice_id: issued!.id,
        customer_id: customer,
        status: 'open',
        amount_cents: -5_001,
        amount_remaining_cents: -5_001,
        bill_to: { company: 'Lakeside' },
        line_items: [
          { type: 'adjustment', code: 'CREDIT', description: 'Late delivery', amount_cents: -5_001 },
        ],
      });
      const {
        bill_to: _party,
        remit_to: _remit,
        line_items: _lines,
        payments: _paid,
        ...now
      } = await get(`invoices/${issued!.id}`);
      expect(now).toEqual(issued);
      expect(await getCharge(id)).toBe(quotedCents - 5_001);
      const aging = (await get('invoices/aging')).totals;
      expect(aging.total_cents).toBe(quotedCents - 5_001);
    });

    it('is void with its invoice, and the charge is the quote again', async () => {
      const { id, quotedCents } = await deliver();
      const [issued] = await listInvoices(id);
      await post(`invoices/${issued!.id}/credit`, { amount_cents: 700, reason: 'Goodwill' });
      await post('invoices', { freight_id: id, line_items: [DETENTION] });
      await post(`invoices/${issued!.id}/void`, {}, 200);
      expect((await listInvoices(id)).map(({ status }) => status)).toEqual(['void', 'void', 'void']);
      expect(await getCharge(id)).toBe(quotedCents);
    });

    it('can be recorded as refunded', async () => {
      const { id, quotedCents } = await deliver();
      const [issued] = await listInvoices(id);
      await post(`invoices/${issued!.id}/pay`, {}, 200);
      const credit = await post(`invoices/${issued!.id}/credit`, { amount_cents: 700, reason: 'Goodwill' });
      const paid = await post(`invoices/${credit.id}/pay`, { method: 'ach' }, 200);
      expect(paid).toMatchObject({ status: 'paid', amount_paid_cents: -700, amount_remaining_cents: 0 });
      expect(await getCharge(id)).toBe(quotedCents - 700);
    });

    it('can be refunded in parts, with positive amounts', async () => {
      const { id } = await deliver();
      const [issued] = await listInvoices(id);
      const credit = await post(`invoices/${issued!.id}/credit`, { amount_cents: 700, reason: 'Goodwill' });
      const path = `invoices/${credit.id}/pay`;
      const refused = await post(path, { amount_cents: 701 }, 422);
      expect(getError(refused).message).toContain('Send at most 700.');
      expect(await post(path, { amount_cents: 300, method: 'ach' }, 200)).toMatchObject({
        status: 'open',
        amount_paid_cents: -300,
        amount_remaining_cents: -400,
        payments: [{ amount_cents: -300, method: 'ach' }],
      });
      const over = await post(path, { amount_cents: 401 }, 422);
      expect(getError(over)).toMatchObject({ code: 'payment_exceeds_balance', param: 'amount_cents' });
      expect(await post(path, { amount_cents: 400 }, 200)).toMatchObject({
        status: 'paid',
        amount_paid_cents: -700,
        amount_remaining_cents: 0,
      });
    });

    it('reduces the balance that a late fee is computed on', async () => {
      const { id, quotedCents } = await deliver();
      const [issued] = await listInvoices(id);
      await post(`invoices/${issued!.id}/credit`, { amount_cents: 10_000, reason: 'Goodwill' });
      await bench.backdateDueDate(issued!.id);
      await bench.markOverdue();
      const late = await get(`invoices/${issued!.id}`);
      expect(late).toMatchObject({ status: 'overdue', late_fee_cents: percentOf(quotedCents - 10_000, 10) });
    });

    it('never exceeds the charges of its invoice in total', async () => {
      const { id, quotedCents } = await deliver();
      const [issued] = await listInvoices(id);
      const path = `invoices/${issued!.id}/credit`;
      await post(path, { amount_cents: 1_000, reason: 'First' });
      const body = { amount_cents: quotedCents - 999, reason: 'Second' };
      expect(getError(await post(path, body, 422))).toMatchObject({
        code: 'credit_exceeds_invoice',
        param: 'amount_cents',
        message: `amount_cents ${quotedCents - 999} exceeds the charges not credited yet. Send at most ${quotedCents - 1_000}.`,
      });
      const amounts = await Promise.all(
        [1, 2, 3].map(async () => {
          const rest = { amount_cents: quotedCents - 1_000, reason: 'Rest' };
          return (await org.test.post(`/api/v1/${path}`).send(rest)).status;
        }),
      );
      expect(amounts.sort()).toEqual([201, 422, 422]);
      expect(await getCharge(id)).toBe(0);
    });

    it('returns the taxes of its part, and all taxes once all charges are credited', async () => {
      const taxes = { gst_hst_number: '123456789 RT0001', qst_number: '1234567890 TQ0001' };
      await org.test.patch('/api/v1/organization').send({ taxes }).expect(200);
      const { id } = await deliver({ origin: TORONTO, destination: MONTREAL });
      const invoice = await post('invoices', {
        freight_id: id,
        line_items: [{ ...DETENTION, amount_cents: 1_003 }],
      });
      const charged = { gst: percentOf(1_003, 5), qst: percentOf(1_003, 9.975) };
      expect(invoice.amount_cents).toBe(1_003 + charged.gst + charged.qst);
      // The rates of the invoice apply to its credits, whatever the organization collects now.
      await org.test.patch('/api/v1/organization').send({ taxes: null }).expect(200);
      let returned = 0;
      let credited = 0;
      for (const amount of [334, 334, 335]) {
        const credit = await post(`invoices/${invoice.id}/credit`, { amount_cents: amount, reason: 'Part' });
        const [line, gst, qst] = credit.line_items;
        expect(line.amount_cents).toBe(-amount);
        const before = { gst: percentOf(credited, 5), qst: percentOf(credited, 9.975) };
        credited += amount;
        expect([gst.code, gst.amount_cents]).toEqual(['GST', before.gst - percentOf(credited, 5)]);
        expect([qst.code, qst.amount_cents]).toEqual(['QST', before.qst - percentOf(credited, 9.975)]);
        expect(qst.description).toContain('1234567890 TQ0001');
        returned += credit.amount_cents;
      }
      expect(returned).toBe(-invoice.amount_cents);
    });

    it('is refused for a void invoice, a credit and a wrong body', async () => {
      const { id } = await deliver();
      const [issued] = await listInvoices(id);
      const path = `invoices/${issued!.id}/credit`;
      for (const [body, param] of [
        [{ reason: 'No amount' }, 'amount_cents'],
        [{ amount_cents: 0, reason: 'Nothing' }, 'amount_cents'],
        [{ amount_cents: 1 }, 'reason'],
        [{ amount_cents: 1, reason: 'x', tax: 1 }, 'tax'],
      ] as const)
        expect(getError(await post(path, body, 400)).param).toBe(param);
      const credit = await post(path, { amount_cents: 1, reason: 'Cent' });
      const again = await post(`invoices/${credit.id}/credit`, { amount_cents: 1, reason: 'Twice' }, 422);
      expect(getError(again).code).toBe('invoice_not_creditable');
      await post(`invoices/${issued!.id}/void`, {}, 200);
      expect(getError(await post(path, { amount_cents: 1, reason: 'Void' }, 422)).code).toBe(
        'invoice_not_creditable',
      );
      const other = await bench.app.organization();
      await other.test.post(`/api/v1/${path}`).send({ amount_cents: 1, reason: 'Foreign' }).expect(404);
    });
  });

  describe('POST /freight/{id}/invoice', () => {
    it('needs the scope invoices.write', async () => {
      const { id } = await deliver();
      const scopes = ['freight.read', 'freight.write'];
      const { key } = (await org.test.post('/api/v1/keys').send({ name: 'Dock', scopes }).expect(201)).body;
      const refused = await bench.app.client(key).post(`/api/v1/freight/${id}/invoice`).expect(403);
      expect(getError(refused.body)).toMatchObject({
        code: 'insufficient_scope',
        message: expect.stringContaining('invoices.write'),
      });
    });

    it('issues a voided invoice again under a new number', async () => {
      const { id, quotedCents } = await deliver({}, { customer_id: customer });
      const [voided] = await listInvoices(id);
      const refused = await post(`freight/${id}/invoice`, {}, 422);
      expect(getError(refused)).toMatchObject({
        code: 'freight_not_invoiceable',
        message: `Invoice ${voided!.invoice_number} of the shipment is open. Void it first.`,
      });
      await post(`invoices/${voided!.id}/void`, {}, 200);
      const response = await org.test.post(`/api/v1/freight/${id}/invoice`).expect(201);
      expect(response.headers.location).toBe(`/api/v1/invoices/${response.body.id}`);
      expect(response.body).toMatchObject({
        status: 'open',
        customer_id: customer,
        supplements_invoice_id: null,
        total_cents: quotedCents,
      });
      expect(response.body.invoice_number).not.toBe(voided!.invoice_number);
      expect(await getCharge(id)).toBe(quotedCents);
      expect((await listInvoices(id)).map(({ status }) => status)).toEqual(['open', 'void']);
    });

    it('issues one invoice for concurrent requests', async () => {
      const { id } = await deliver();
      const [voided] = await listInvoices(id);
      await post(`invoices/${voided!.id}/void`, {}, 200);
      const statuses = await Promise.all(
        [1, 2, 3].map(async () => (await org.test.post(`/api/v1/freight/${id}/invoice`)).status),
      );
      expect(statuses.sort()).toEqual([201, 422, 422]);
    });

    it('bills an adjustment once: again after its supplement was voided, not after it was paid', async () => {
      const adjusted = async () => {
        const shipment = await deliver();
        const changes = { lines: undefined, total_cents: shipment.quotedCents + 3_300 };
        const bill = await bench.postBill(bench.buildBill(shipment, changes), org);
        await post(`bills/${bill.id}/approve`, {}, 200);
        const [supplement, issued] = (await listInvoices(shipment.id)) as [Invoice, Invoice];
        expect(supplement.total_cents).toBe(3_300);
        return { ...shipment, supplement, issued };
      };
      const unpaid = await adjusted();
      await post(`invoices/${unpaid.issued.id}/void`, {}, 200);
      expect((await post(`freight/${unpaid.id}/invoice`)).total_cents).toBe(unpaid.quotedCents + 3_300);
      expect(await getCharge(unpaid.id)).toBe(unpaid.quotedCents + 3_300);

      const paid = await adjusted();
      await post(`invoices/${paid.supplement.id}/pay`, {}, 200);
      await post(`invoices/${paid.issued.id}/void`, {}, 200);
      expect((await post(`freight/${paid.id}/invoice`)).total_cents).toBe(paid.quotedCents);
      expect(await getCharge(paid.id)).toBe(paid.quotedCents + 3_300);
    });

    it('is refused before delivery, for collect freight and for an unknown shipment', async () => {
      const { id } = await bench.createInTransitFreight(org);
      expect(getError(await post(`freight/${id}/invoice`, {}, 422))).toMatchObject({
        code: 'freight_not_invoiceable',
        message: 'The shipment is in_transit. Its invoice cannot be created yet.',
      });
      const collect = await deliver({}, { bill_to: { type: 'collect' } });
      expect(getError(await post(`freight/${collect.id}/invoice`, {}, 422)).message).toContain('collect');
      await post('freight/999999999/invoice', {}, 404);
      const other = await bench.app.organization();
      await other.test.post(`/api/v1/freight/${collect.id}/invoice`).expect(404);
    });
  });
});
