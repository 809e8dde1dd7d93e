import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DocumentRenderer } from '../../src/platform/pdf/document-renderer.js';
import {
  INVOICE_STATES,
  INVOICE_STATUSES,
  INVOICE_TRIGGERS,
  toStatusLabel,
} from '../../src/features/invoices/invoice-states.js';
import { newFreight } from '../support/factories.js';
import { type Invoice, Fixture, toTestTenant } from '../support/fixture.js';

describe('invoices', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());

  describe('states', () => {
    const act: Record<(typeof INVOICE_TRIGGERS)[number], (id: number) => Promise<unknown>> = {
      pay: (id) => bench.org.test.post(`/api/v1/invoices/${id}/pay`),
      void: (id) => bench.org.test.post(`/api/v1/invoices/${id}/void`),
      fall_due: async (id) => {
        await bench.backdateDueDate(id);
        await bench.markOverdue();
      },
    };
    const wayTo: Record<(typeof INVOICE_STATUSES)[number], (typeof INVOICE_TRIGGERS)[number][]> = {
      open: [],
      overdue: ['fall_due'],
      paid: ['pay'],
      void: ['void'],
    };
    const pairs = INVOICE_STATUSES.flatMap((from) =>
      INVOICE_TRIGGERS.map((trigger) => [from, trigger] as const),
    );

    it.each(pairs)('an invoice that is %s handles %s as its state table says', async (from, trigger) => {
      const { id } = await bench.createInvoice();
      for (const step of wayTo[from]) await act[step](id);
      const before = (await bench.org.test.get(`/api/v1/invoices/${id}`).expect(200)).body;
      expect([before.status, before.status_label]).toEqual([from, toStatusLabel(from)]);
      const told = await bench.listInvoiceEventTypes(id);
      const answer = (await act[trigger](id)) as { status: number; body: { error?: object } } | undefined;
      const after = (await bench.org.test.get(`/api/v1/invoices/${id}`).expect(200)).body;
      const to = INVOICE_STATES.next(from, trigger);
      if (to !== null) {
        expect(after.status).toBe(to);
        expect((await bench.listInvoiceEventTypes(id)).slice(told.length)).toEqual(
          {
            pay: ['invoice.paid'],
            void: ['invoice.voided'],
            fall_due: ['invoice.updated', 'invoice.overdue'],
          }[trigger],
        );
        return;
      }
      expect(after).toEqual({ ...before, due_date: after.due_date });
      expect(await bench.listInvoiceEventTypes(id)).toEqual(told);
      if (!answer) return;
      expect(answer.status).toBe(422);
      expect(answer.body.error).toMatchObject({
        type: 'invalid_request_error',
        code: trigger === 'pay' ? 'invoice_not_payable' : 'invoice_not_voidable',
      });
    });
  });

  describe('paying', () => {
    it('records the payment method and leaves no balance', async () => {
      const { id, total_cents } = await bench.createInvoice();
      const { body } = await bench.org.test
        .post(`/api/v1/invoices/${id}/pay`)
        .send({ amount_cents: total_cents, method: 'check', reference: 'CHK-1' })
        .expect(200);
      expect(body).toMatchObject({
        status: 'paid',
        status_label: 'PAID',
        amount_paid_cents: total_cents,
        amount_remaining_cents: 0,
        payment_method: 'check',
        payment_reference: 'CHK-1',
        paid_at: expect.any(String),
        line_items: expect.any(Array),
      });
      expect((await bench.org.test.get(`/api/v1/invoices/${id}`).expect(200)).body).toEqual(body);
    });

    it.each([
      ['nothing', { amount_cents: 0 }, 'amount_cents'],
      ['less than nothing', { amount_cents: -1 }, 'amount_cents'],
      ['half a cent', { amount_cents: 0.5 }, 'amount_cents'],
      ['text', { amount_cents: '100' }, 'amount_cents'],
      ['null', { amount_cents: null }, 'amount_cents'],
      ['a number for a method', { method: 1 }, 'method'],
      ['a long reference', { reference: 'x'.repeat(256) }, 'reference'],
    ])('rejects %s and changes nothing', async (_name, body, param) => {
      const before = await bench.createInvoice();
      const { body: refused } = await bench.org.test
        .post(`/api/v1/invoices/${before.id}/pay`)
        .send(body)
        .expect(400);
      expect(refused.error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_value', param });
      expect((await bench.org.test.get(`/api/v1/invoices/${before.id}`).expect(200)).body).toEqual(before);
    });

    it('accepts one of several concurrent full payments', async () => {
      const { id } = await bench.createInvoice();
      const answers = await Promise.all([
        ...Array.from({ length: 3 }, () => bench.org.test.post(`/api/v1/invoices/${id}/pay`)),
        ...Array.from({ length: 3 }, () => bench.org.test.post(`/api/v1/invoices/${id}/void`)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
      expect((await bench.listInvoiceEventTypes(id)).slice(1)).toHaveLength(1);
    });
  });

  describe('falling due', () => {
    it('adds the late fee and publishes its event once across processes', async () => {
      const invoices = [
        await bench.createInvoice(),
        await bench.createInvoice(),
        await bench.createInvoice(),
      ];
      const early = await bench.createInvoice();
      for (const { id } of invoices) await bench.backdateDueDate(id);
      const counts = await Promise.all(Array.from({ length: 4 }, () => bench.markOverdue()));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
      for (const { id, amount_cents } of invoices) {
        const { body } = await bench.org.test.get(`/api/v1/invoices/${id}`).expect(200);
        const fee = Math.round(amount_cents * 0.015);
        expect(body).toMatchObject({
          status: 'overdue',
          status_label: 'OVERDUE',
          amount_cents,
          late_fee_cents: fee,
          total_cents: amount_cents + fee,
          amount_due_cents: amount_cents + fee,
          amount_remaining_cents: amount_cents + fee,
        });
        expect(await bench.listInvoiceEventTypes(id)).toEqual([
          'invoice.created',
          'invoice.updated',
          'invoice.overdue',
        ]);
      }
      expect((await bench.org.test.get(`/api/v1/invoices/${early.id}`).expect(200)).body).toEqual(early);
      expect(await bench.markOverdue()).toBe(0);
    });
  });

  describe('lists', () => {
    it('filters by customer and case-insensitive status and pages both ways', async () => {
      const own = await bench.app.organization();
      const made: Invoice[] = [];
      for (let i = 0; i < 4; i++) made.unshift(await bench.createInvoice(own));
      await own.test.post(`/api/v1/invoices/${made[1]!.id}/pay`).expect(200);
      const ids = async (query: string) => {
        const { body } = await own.test.get(`/api/v1/invoices?${query}`).expect(200);
        return [body.data.map(({ id }: Invoice) => id), body.has_more];
      };
      const all = made.map(({ id }) => id);
      expect(await ids('limit=3')).toEqual([all.slice(0, 3), true]);
      expect(await ids(`starting_after=${all[1]}`)).toEqual([all.slice(2), false]);
      expect(await ids(`ending_before=${all[3]}&limit=2`)).toEqual([all.slice(1, 3), true]);
      for (const status of ['paid', 'PAID', 'Paid']) {
        expect(await ids(`status=${status}`)).toEqual([[all[1]], false]);
      }
      expect(await ids('customer_id=77')).toEqual([[], false]);
    });

    it.each([
      ['status=issued', 'status'],
      ['status=', 'status'],
      ['customer_id=-1', 'customer_id'],
      ['limit=101', 'limit'],
    ])('rejects ?%s', async (query, param) => {
      const { body } = await bench.org.test.get(`/api/v1/invoices?${query}`).expect(400);
      expect(body.error.param).toBe(param);
    });

    it('lists only the organization’s own invoices', async () => {
      const { id } = await bench.createInvoice();
      const other = await bench.app.organization();
      for (const client of [other.test, bench.org.live]) {
        await client.get(`/api/v1/invoices/${id}`).expect(404);
        await client.get(`/api/v1/invoices/${id}/pdf`).expect(404);
        await client.post(`/api/v1/invoices/${id}/pay`).expect(404);
        await client.post(`/api/v1/invoices/${id}/void`).expect(404);
        await client.post(`/api/v1/invoices/${id}/waive-late-fee`).expect(404);
      }
      await bench.org.test.get('/api/v1/invoices/INV-000001').expect(404);
    });
  });

  describe('on paper', () => {
    it('returns a PDF', async () => {
      const { id, invoice_number: number } = await bench.createInvoice();
      const { headers, body } = await bench.org.test
        .get(`/api/v1/invoices/${id}/pdf`)
        .buffer(true)
        .expect(200);
      expect(headers['content-type']).toBe('application/pdf');
      expect(headers['content-disposition']).toBe(`inline; filename="invoice-${number}.pdf"`);
      expect((body as Buffer).subarray(0, 5).toString()).toBe('%PDF-');
    });

    it('shows the bill-to party, the lines and the amounts', async () => {
      const render = jest
        .spyOn(bench.app.app.get(DocumentRenderer), 'render')
        .mockResolvedValue(Buffer.from('%PDF-'));
      const { body: customer } = await bench.org.test
        .post('/api/v1/customers')
        .send({
          name: 'Ann',
          company: 'Acme',
          email: 'ann@example.com',
          address: '9 Mill Rd',
          city: 'Chicago',
          state: 'IL',
          zip: '60601',
        })
        .expect(201);
      const shown = async (changes: Record<string, unknown>) => {
        const { id } = await newFreight(bench.org.test, changes);
        await bench.publishFreightStatus(toTestTenant(bench.org), id, 'delivered');
        const [invoice] = await bench.listInvoices(bench.org.test, id);
        await bench.org.test.get(`/api/v1/invoices/${invoice!.id}/pdf`).expect(200);
        const [name, data] = render.mock.lastCall as unknown as [
          string,
          Record<string, Record<string, unknown>>,
        ];
        return { invoice: invoice!, name, data };
      };
      const { invoice, name, data } = await shown({ customer_id: customer.id });
      expect(name).toBe('invoice');
      expect(data).toMatchObject({
        invoiceNumber: invoice.invoice_number,
        status: 'open',
        statusLabel: 'ISSUED',
        test: true,
        paymentTerms: 'Net 30',
        remitTo: { company: 'Test' },
        billTo: {
          company: 'Acme',
          contact: 'Ann',
          email: 'ann@example.com',
          address: '9 Mill Rd',
          city: 'Chicago',
          state: 'IL',
          zip: '60601',
        },
        shipment: { origin: 'Los Angeles, CA 90001', destination: 'Chicago, IL 60601', weight: 500 },
        subtotalCents: invoice.amount_cents,
        balanceCents: invoice.amount_cents,
      });
      expect((await shown({ customer_id: customer.id + 1 })).data.billTo!.company).toBe('Acme Manufacturing');
      expect((await shown({ bill_to: { company: 'Payer', type: 'third_party' } })).data.billTo).toMatchObject(
        {
          company: 'Payer',
          city: '',
        },
      );
      render.mockRestore();
    });

    it('returns a retryable 500 when printing fails', async () => {
      const { id } = await bench.createInvoice();
      const render = jest
        .spyOn(bench.app.app.get(DocumentRenderer), 'render')
        .mockRejectedValue(new Error('no browser'));
      const { body } = await bench.org.test.get(`/api/v1/invoices/${id}/pdf`).expect(500);
      expect(body.error).toMatchObject({ type: 'api_error', code: 'pdf_failed' });
      render.mockRestore();
      await bench.org.test.get(`/api/v1/invoices/${id}/pdf`).expect(200);
    });
  });
});
