import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fixture } from '../support/fixture.js';
import { parsePdfPages, joinTexts } from '../support/printed-pdf.js';

describe('invoice payments', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());

  const post = (id: number, action: string, body?: object) =>
    bench.org.test.post(`/api/v1/invoices/${id}/${action}`).send(body);
  const get = async (id: number) => (await bench.org.test.get(`/api/v1/invoices/${id}`).expect(200)).body;

  it('mark the invoice paid when partial payments leave no balance', async () => {
    const { id, total_cents: total } = await bench.createInvoice();
    const { body: part } = await post(id, 'pay', {
      amount_cents: 10_000,
      method: 'check',
      reference: 'CHK-1',
    }).expect(200);
    expect(part).toMatchObject({
      status: 'open',
      amount_due_cents: total,
      amount_paid_cents: 10_000,
      amount_remaining_cents: total - 10_000,
      paid_at: null,
      payment_reference: 'CHK-1',
      payments: [
        {
          object: 'invoice_payment',
          id: expect.any(Number),
          amount_cents: 10_000,
          method: 'check',
          reference: 'CHK-1',
          created_at: expect.any(String),
        },
      ],
    });
    const { body: rest } = await post(id, 'pay').expect(200);
    expect(rest).toMatchObject({
      status: 'paid',
      amount_paid_cents: total,
      amount_remaining_cents: 0,
      paid_at: expect.any(String),
    });
    expect(rest.payments.map(({ amount_cents }: { amount_cents: number }) => amount_cents)).toEqual([
      10_000,
      total - 10_000,
    ]);
    expect(await get(id)).toEqual(rest);
    expect(await bench.listInvoiceEventTypes(id)).toEqual([
      'invoice.created',
      'invoice.updated',
      'invoice.paid',
    ]);
    const { body: misspelt } = await post(id, 'pay', { amount: 1 }).expect(400);
    expect(misspelt.error).toMatchObject({ code: 'unknown_parameter', param: 'amount' });
    expect((await post(id, 'pay', { amount_cents: 1 }).expect(422)).body.error.code).toBe(
      'invoice_not_payable',
    );
  });

  it('appear on the PDF with date, method and reference', async () => {
    const { id, total_cents: total } = await bench.createInvoice();
    await post(id, 'pay', { amount_cents: 10_000, method: 'check', reference: 'CHK-20417' }).expect(200);
    await post(id, 'pay', { amount_cents: 333 }).expect(200);
    const { body } = await bench.org.test.get(`/api/v1/invoices/${id}/pdf`).expect(200);
    const [page] = await parsePdfPages(body as Buffer);
    const today = new Date().toISOString().slice(0, 10);
    const balance = `$${((total - 10_333) / 100).toFixed(2)}`;
    expect(joinTexts(page!)).toContain(
      `${today} · check · CHK-20417 -$100.00 ${today} · Payment -$3.33 Balance due ${balance}`,
    );
  });

  it('are rejected above the remaining balance', async () => {
    const invoice = await bench.createInvoice();
    await post(invoice.id, 'pay', { amount_cents: 100 }).expect(200);
    const before = await get(invoice.id);
    const { body } = await post(invoice.id, 'pay', { amount_cents: invoice.total_cents - 99 }).expect(422);
    expect(body.error).toMatchObject({ code: 'payment_exceeds_balance', param: 'amount_cents' });
    expect(body.error.message).toContain(String(invoice.total_cents - 100));
    expect(await get(invoice.id)).toEqual(before);
  });

  it('are counted once each when concurrent, never above the total', async () => {
    const { id, total_cents: total } = await bench.createInvoice();
    const third = Math.ceil(total / 3);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(id, 'pay', { amount_cents: third })),
    );
    const taken = answers.filter(({ status }) => status === 200).length;
    const now = await get(id);
    expect(now.amount_paid_cents).toBe(taken * third);
    expect(now.payments).toHaveLength(taken);
    expect(now.amount_paid_cents).toBeLessThanOrEqual(total);
    expect(now.amount_remaining_cents).toBe(total - now.amount_paid_cents);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
  });

  it('stay on a void invoice, which has no balance due', async () => {
    const { id, total_cents: total } = await bench.createInvoice();
    await post(id, 'pay', { amount_cents: 500 }).expect(200);
    const { body } = await post(id, 'void').expect(200);
    expect(body).toMatchObject({
      status: 'void',
      total_cents: total,
      amount_due_cents: 0,
      amount_paid_cents: 500,
      amount_remaining_cents: 0,
      payments: [{ amount_cents: 500 }],
    });
  });

  it('limit the late fee to the unpaid balance', async () => {
    const { id, amount_cents: amount } = await bench.createInvoice();
    await post(id, 'pay', { amount_cents: amount - 10_000 }).expect(200);
    await bench.backdateDueDate(id);
    await bench.markOverdue();
    expect(await get(id)).toMatchObject({
      status: 'overdue',
      late_fee_cents: 150,
      amount_remaining_cents: 10_150,
    });
  });

  describe('a late fee', () => {
    const overdue = async () => {
      const invoice = await bench.createInvoice();
      await bench.backdateDueDate(invoice.id);
      await bench.markOverdue();
      return get(invoice.id);
    };

    it('can be waived once and does not return', async () => {
      const invoice = await overdue();
      const { body } = await post(invoice.id, 'waive-late-fee').expect(200);
      expect(body).toMatchObject({
        status: 'overdue',
        late_fee_cents: 0,
        late_fee_waived_cents: invoice.late_fee_cents,
        total_cents: invoice.amount_cents,
        amount_remaining_cents: invoice.amount_cents,
      });
      await bench.markOverdue();
      expect(await get(invoice.id)).toEqual(body);
      expect((await bench.listInvoiceEventTypes(invoice.id)).at(-1)).toBe('invoice.updated');
      const { body: again } = await post(invoice.id, 'waive-late-fee').expect(422);
      expect(again.error.code).toBe('late_fee_not_waivable');
    });

    it('completes the invoice when the waived fee was the last balance', async () => {
      const invoice = await overdue();
      await post(invoice.id, 'pay', { amount_cents: invoice.amount_cents }).expect(200);
      const { body } = await post(invoice.id, 'waive-late-fee').expect(200);
      expect(body).toMatchObject({ status: 'paid', paid_at: expect.any(String), amount_remaining_cents: 0 });
      expect((await bench.listInvoiceEventTypes(invoice.id)).at(-1)).toBe('invoice.paid');
    });

    it('is waived for its unpaid rest after a partial payment', async () => {
      const invoice = await overdue();
      await post(invoice.id, 'pay', { amount_cents: invoice.amount_cents + 100 }).expect(200);
      const { body } = await post(invoice.id, 'waive-late-fee').expect(200);
      expect(body).toMatchObject({
        status: 'paid',
        late_fee_cents: 100,
        late_fee_waived_cents: invoice.late_fee_cents - 100,
      });
    });

    it.each(['open', 'paid', 'void'])('is not charged on an invoice that is %s', async (status) => {
      const { id } = await bench.createInvoice();
      if (status !== 'open') await post(id, status === 'paid' ? 'pay' : 'void').expect(200);
      const before = await get(id);
      await post(id, 'waive-late-fee').expect(422);
      expect(await get(id)).toEqual(before);
    });

    it('stays on an invoice that was paid late or voided', async () => {
      for (const action of ['pay', 'void']) {
        const { id } = await overdue();
        await post(id, action).expect(200);
        await post(id, 'waive-late-fee').expect(422);
      }
    });
  });
});
