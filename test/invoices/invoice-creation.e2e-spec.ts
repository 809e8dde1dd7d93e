import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Transactions } from '../../src/platform/database/transactions.js';
import { EventsService } from '../../src/features/events/events.service.js';
import { shipmentDelivered } from '../../src/features/freight/record/freight.events.js';
import {
  computeLateFee,
  computeRemaining,
  computeTotal,
} from '../../src/features/invoices/invoice-amounts.js';
import type { TestOrganization } from '../support/app.js';
import { newFreight } from '../support/factories.js';
import { type Invoice, Fixture, toTestTenant } from '../support/fixture.js';

describe('invoices', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());

  describe('opening', () => {
    it('creates an invoice from the quote when the shipment is delivered', async () => {
      const { id } = await newFreight(bench.org.test, { customer_id: 5 });
      await bench.publishFreightStatus(toTestTenant(bench.org), id, 'in_transit', 'shipment.in_transit');
      expect(await bench.listInvoices(bench.org.test, id)).toEqual([]);
      await bench.publishFreightStatus(toTestTenant(bench.org), id, 'delivered');
      const [invoice] = await bench.listInvoices(bench.org.test, id);
      const { body: freight } = await bench.org.test.get(`/api/v1/freight/${id}`).expect(200);
      const { body: quote } = await bench.org.test.get(`/api/v1/quotes/${freight.quote.id}`).expect(200);
      expect(invoice).toMatchObject({
        object: 'invoice',
        invoice_number: expect.stringMatching(/^INV-\d{6}$/),
        customer_id: 5,
        freight_id: id,
        status: 'open',
        status_label: 'ISSUED',
        amount_cents: quote.net_charge_cents,
        late_fee_cents: 0,
        total_cents: quote.net_charge_cents,
        amount_due_cents: quote.net_charge_cents,
        amount_paid_cents: 0,
        amount_remaining_cents: quote.net_charge_cents,
        paid_at: null,
        voided_at: null,
      });
      expect(invoice).not.toHaveProperty('line_items');
      const days = (Date.parse(invoice!.due_date) - Date.parse(invoice!.created_at)) / 86_400_000;
      expect(Math.round(days)).toBe(30);
      const { body: one } = await bench.org.test.get(`/api/v1/invoices/${invoice!.id}`).expect(200);
      expect(one).toEqual({
        ...invoice,
        bill_to: expect.objectContaining({ company: 'Acme Manufacturing', zip: '90001' }),
        remit_to: expect.objectContaining({ company: 'Test' }),
        line_items: expect.any(Array),
        payments: [],
      });
      const shared = ({ type, code, description, amount_cents }: Record<string, unknown>) => ({
        type,
        code,
        description,
        amount_cents,
      });
      expect(one.line_items.map(shared)).toEqual(quote.charges.map(shared));
      const linehaul = one.line_items.find(({ type }: { type: string }) => type === 'linehaul');
      expect(linehaul).toEqual({
        object: 'invoice_line_item',
        id: expect.any(Number),
        ...shared(linehaul),
        quantity: expect.any(Number),
        unit: 'cwt',
        rate_cents: expect.any(Number),
        freight_class: '92.5',
        weight: 500,
      });
      const [event] = await bench.app.sql.query(
        `SELECT data FROM events WHERE type = 'invoice.created' AND
        data->'invoice'->>'freight_id' = $1`,
        [String(id)],
      );
      expect(event.data).toEqual({ invoice: one });
    });

    it('creates one invoice for repeated and concurrent delivery events', async () => {
      const { id } = await newFreight(bench.org.test);
      await Promise.all(
        Array.from({ length: 5 }, () => bench.publishFreightStatus(toTestTenant(bench.org), id, 'delivered')),
      );
      await bench.publishFreightStatus(toTestTenant(bench.org), id, 'delivered');
      expect(await bench.listInvoices(bench.org.test, id)).toHaveLength(1);
    });

    it('creates no invoice for collect freight', async () => {
      for (const [type, count] of [
        ['collect', 0],
        ['third_party', 1],
        ['prepaid', 1],
      ] as const) {
        const { id } = await newFreight(bench.org.test, { bill_to: { type, company: 'Payer' } });
        await bench.publishFreightStatus(toTestTenant(bench.org), id, 'delivered');
        expect(await bench.listInvoices(bench.org.test, id)).toHaveLength(count);
      }
    });

    it('assigns unique invoice numbers', async () => {
      const numbers = await Promise.all(
        Array.from({ length: 5 }, async () => (await bench.createInvoice()).invoice_number),
      );
      expect(new Set(numbers).size).toBe(5);
    });

    it('creates no invoice for a false event or another tenant’s shipment', async () => {
      const { id } = await newFreight(bench.org.test);
      const other = await bench.app.organization();
      await bench.publishFreightStatus(toTestTenant(bench.org), id, 'in_transit', 'shipment.delivered');
      await bench.publishFreightStatus(toTestTenant(other), id, 'delivered');
      const transactions = bench.app.app.get(Transactions);
      for (const freightId of [null, 0, 1e15]) {
        const shipment = { ...shipmentDelivered.sample.shipment, id, freight_id: freightId };
        await transactions.run(async () => {
          await bench.app.app
            .get(EventsService)
            .publish(toTestTenant(bench.org), shipmentDelivered, { shipment });
        });
      }
      expect(await bench.listInvoices(bench.org.test, id)).toEqual([]);
      expect(await bench.listInvoices(other.test, id)).toEqual([]);
    });

    it('creates an invoice for a simulated delivery, not for a test event', async () => {
      const { id } = await newFreight(bench.org.test);
      const simulate = (query: string) =>
        bench.org.test
          .post(`/api/v1/sandbox/simulate/shipment.delivered${query}`)
          .send({ shipment_id: id })
          .expect(200);
      await simulate('?apply=false');
      expect(await bench.listInvoices(bench.org.test, id)).toEqual([]);
      await simulate('');
      expect(await bench.listInvoices(bench.org.test, id)).toMatchObject([
        { status: 'open', freight_id: id },
      ]);
    });

    it('rolls back with the transaction of the event', async () => {
      const { id } = await newFreight(bench.org.test);
      const transactions = bench.app.app.get(Transactions);
      const failed = transactions.run(async () => {
        await bench.publishFreightStatus(toTestTenant(bench.org), id, 'delivered');
        throw new Error('the publisher fails');
      });
      await expect(failed).rejects.toThrow('the publisher fails');
      expect(await bench.listInvoices(bench.org.test, id)).toEqual([]);
    });

    it('voids the invoice of a cancelled shipment unless it is paid', async () => {
      const { id } = await newFreight(bench.org.test);
      await bench.publishFreightStatus(toTestTenant(bench.org), id, 'delivered');
      await bench.publishFreightStatus(toTestTenant(bench.org), id, 'voided', 'shipment.cancelled');
      const [invoice] = await bench.listInvoices(bench.org.test, id);
      expect(invoice!.status).toBe('void');
      const paid = await bench.createInvoice();
      await bench.org.test.post(`/api/v1/invoices/${paid.id}/pay`).expect(200);
      await bench.publishFreightStatus(
        toTestTenant(bench.org),
        paid.freight_id,
        'voided',
        'shipment.cancelled',
      );
      expect((await bench.listInvoices(bench.org.test, paid.freight_id))[0]!.status).toBe('paid');
    });

    it('stays void when the delivery event repeats', async () => {
      const invoice = await bench.createInvoice();
      await bench.org.test.post(`/api/v1/invoices/${invoice.id}/void`).expect(200);
      await bench.publishFreightStatus(toTestTenant(bench.org), invoice.freight_id, 'delivered');
      expect(
        (await bench.listInvoices(bench.org.test, invoice.freight_id)).map(({ status }) => status),
      ).toEqual(['void']);
    });
  });

  describe('with billing at booking, net 10, without a late fee', () => {
    let early: Fixture;
    let customer: TestOrganization;

    beforeAll(async () => {
      early = await Fixture.start({
        INVOICE_OPENS_ON: 'booked',
        INVOICE_TERMS_DAYS: '10',
        LATE_FEE_BASIS_POINTS: '0',
      });
      customer = early.org;
    });
    afterAll(() => early.close());

    it('opens at booking and is void after cancellation', async () => {
      const { id } = await newFreight(customer.test);
      await customer.test.post(`/api/v1/freight/${id}/book`).expect(200);
      const [invoice] = await early.listInvoices(customer.test, id);
      expect(invoice!.status).toBe('open');
      const days = (Date.parse(invoice!.due_date) - Date.parse(invoice!.created_at)) / 86_400_000;
      expect(Math.round(days)).toBe(10);
      await customer.test.post(`/api/v1/freight/${id}/cancel`).expect(200);
      expect((await early.listInvoices(customer.test, id)).map(({ status }) => status)).toEqual(['void']);
    });

    it('opens a new invoice when a declined shipment is booked again', async () => {
      const { id } = await newFreight(customer.test);
      const tenant = toTestTenant(customer);
      await early.publishFreightStatus(tenant, id, 'booked', 'shipment.booked');
      await early.publishFreightStatus(tenant, id, 'draft', 'shipment.exception');
      expect((await early.listInvoices(customer.test, id)).map(({ status }) => status)).toEqual(['void']);
      await early.publishFreightStatus(tenant, id, 'booked', 'shipment.booked');
      await early.publishFreightStatus(tenant, id, 'in_transit', 'shipment.picked_up');
      expect((await early.listInvoices(customer.test, id)).map(({ status }) => status)).toEqual([
        'open',
        'void',
      ]);
    });

    it('adds no late fee', async () => {
      const { id } = await newFreight(customer.test);
      await early.publishFreightStatus(toTestTenant(customer), id, 'delivered', 'shipment.delivered');
      await early.app.sql.query('UPDATE invoices SET due_date = now() WHERE freight_id = $1', [id]);
      await early.markOverdue();
      expect((await early.listInvoices(customer.test, id))[0]).toMatchObject({
        status: 'overdue',
        late_fee_cents: 0,
      });
    });
  });

  describe('sums', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000_000_000 });

    it('never computes a negative fee or balance and loses no cent', () => {
      fc.assert(
        fc.property(
          cents,
          fc.integer({ min: 0, max: 9_000 }),
          fc.boolean(),
          (amountCents, basisPoints, paid) => {
            const lateFeeCents = computeLateFee(amountCents, basisPoints);
            const total = computeTotal({ amountCents, lateFeeCents });
            const amounts = {
              amountCents,
              lateFeeCents,
              amountPaidCents: paid ? total : 0,
              status: paid ? ('paid' as const) : ('open' as const),
            };
            expect(lateFeeCents).toBeGreaterThanOrEqual(0);
            expect(Math.abs(lateFeeCents - (amountCents * basisPoints) / 10_000)).toBeLessThanOrEqual(0.5);
            expect(computeRemaining(amounts)).toBe(paid ? 0 : total);
            expect(computeRemaining({ ...amounts, status: 'void' })).toBe(0);
            expect(Number.isSafeInteger(total)).toBe(true);
          },
        ),
      );
      expect([
        computeLateFee(100, 150),
        computeLateFee(99, 150),
        computeLateFee(300, 150),
        computeLateFee(-5, 150),
      ]).toEqual([2, 1, 5, 0]);
    });

    it('totals its lines for any shipment', async () => {
      const sizes = fc.record({
        weight: fc.integer({ min: 100, max: 4_000 }),
        freight_class: fc.constantFrom('50', '70', '92.5', '150'),
        length: fc.constant(48),
        width: fc.constant(40),
        height: fc.integer({ min: 20, max: 60 }),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(sizes, { minLength: 1, maxLength: 3 }),
          fc.boolean(),
          async (items, liftgate) => {
            const accessorials = { destination_liftgate: liftgate };
            const { body: quotes } = await bench.org.test.post('/api/v1/quotes').send({
              origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
              destination: { city: 'Chicago', state: 'IL', zip: '60601' },
              items,
              accessorials,
            });
            const quote = quotes.data?.at(-1);
            fc.pre(quote !== undefined);
            const { body: freight } = await bench.org.test
              .post('/api/v1/freight')
              .send({ quote_id: quote.id })
              .expect(201);
            await bench.publishFreightStatus(toTestTenant(bench.org), freight.id, 'delivered');
            const [{ id }] = (await bench.listInvoices(bench.org.test, freight.id)) as [Invoice];
            const { body } = await bench.org.test.get(`/api/v1/invoices/${id}`).expect(200);
            const sum = (body as Invoice).line_items.reduce((total, line) => total + line.amount_cents, 0);
            expect([sum, body.total_cents]).toEqual([quote.net_charge_cents, quote.net_charge_cents]);
          },
        ),
        { numRuns: 15 },
      );
    });
  });
});
