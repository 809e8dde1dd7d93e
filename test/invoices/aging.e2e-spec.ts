import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newFreight } from '../support/factories.js';
import { Fixture, toTestTenant } from '../support/fixture.js';
import { copyRows } from '../support/copy-rows.js';
import { StatementRecorder } from '../support/statement-recorder.js';

const NOTHING = {
  currency: 'USD',
  current_cents: 0,
  days_1_30_cents: 0,
  days_31_60_cents: 0,
  days_61_90_cents: 0,
  days_over_90_cents: 0,
  total_cents: 0,
  invoice_count: 0,
};

describe('the aging report', () => {
  let bench: Fixture;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());

  const aging = async (of = bench.org.test, query = '') =>
    (await of.get(`/api/v1/invoices/aging${query}`).expect(200)).body;

  it('is empty without unpaid invoices', async () => {
    expect(await aging()).toEqual({
      object: 'list',
      url: '/api/v1/invoices/aging',
      data: [],
      has_more: false,
      totals: NOTHING,
      currencies: [],
    });
  });

  it('totals unpaid invoices by customer and days past due, page by page', async () => {
    const org = await bench.app.organization();
    const { body: customer } = await org.test
      .post('/api/v1/customers')
      .send({ name: 'Ann', company: 'Acme' })
      .expect(201);
    const owed = async (customerId: number | null, daysLate: number): Promise<number> => {
      const { id } = await newFreight(org.test, { customer_id: customerId });
      await bench.publishFreightStatus(toTestTenant(org), id, 'delivered');
      const [invoice] = await bench.listInvoices(org.test, id);
      await bench.app.sql.query(
        `UPDATE invoices SET due_date = now() - $2 * interval '1 day' + interval '1 minute' WHERE id = $1`,
        [invoice!.id, daysLate],
      );
      return invoice!.id;
    };
    const known = customer.id as number;
    for (const days of [-29, 1, 30, 31, 60, 61, 90, 91, 400]) await owed(known, days);
    const part = await owed(known, -5);
    await org.test.post(`/api/v1/invoices/${part}/pay`).send({ amount_cents: 1_000 }).expect(200);
    await org.test.post(`/api/v1/invoices/${await owed(known, 10)}/pay`).expect(200);
    await org.test.post(`/api/v1/invoices/${await owed(known, 10)}/void`).expect(200);
    await owed(known + 1_000, 45);
    await owed(null, 5);
    const { total_cents: each } = (await org.test.get(`/api/v1/invoices/${part}`).expect(200)).body;

    const acme = {
      object: 'invoice_aging',
      customer_id: known,
      customer_name: 'Acme',
      currency: 'USD',
      current_cents: 2 * each - 1_000,
      days_1_30_cents: 2 * each,
      days_31_60_cents: 2 * each,
      days_61_90_cents: 2 * each,
      days_over_90_cents: 2 * each,
      total_cents: 10 * each - 1_000,
      invoice_count: 10,
    };
    const other = { ...NOTHING, days_31_60_cents: each, total_cents: each, invoice_count: 1 };
    const unknown = { ...NOTHING, days_1_30_cents: each, total_cents: each, invoice_count: 1 };
    const all = [
      { object: 'invoice_aging', customer_id: known + 1_000, customer_name: null, ...other },
      acme,
      { object: 'invoice_aging', customer_id: null, customer_name: null, ...unknown },
    ];
    const totals = {
      ...acme,
      days_1_30_cents: 3 * each,
      days_31_60_cents: 3 * each,
      total_cents: 12 * each - 1_000,
      invoice_count: 12,
      object: undefined,
      customer_id: undefined,
      customer_name: undefined,
    };
    expect(await aging(org.test)).toMatchObject({ data: all, has_more: false });
    const { object: _o, customer_id: _i, customer_name: _n, ...sums } = totals;
    expect((await aging(org.test)).totals).toEqual(sums);
    expect(await aging(org.test, '?limit=1')).toMatchObject({ data: all.slice(0, 1), has_more: true });
    expect(await aging(org.test, `?limit=2&starting_after=${known + 1_000}`)).toMatchObject({
      data: all.slice(1),
      has_more: false,
      totals: sums,
    });
    expect(await aging(org.test, '?starting_after=0')).toMatchObject({ data: all.slice(2), totals: sums });
    expect(await aging(org.live)).toMatchObject({ data: [], totals: NOTHING });
    expect(await aging(bench.org.test)).toMatchObject({ data: [], totals: NOTHING });
    await org.test.get('/api/v1/invoices/aging?status=open').expect(400);
  });

  it('runs one statement that uses an index', async () => {
    const org = await bench.app.organization();
    await bench.createInvoice(org);
    await copyRows(bench.app.sql, 'invoices', org.id, 20_000, 200);
    const sent = await new StatementRecorder(bench.app).record(() => aging(org.test, '?limit=100'));
    const [report, ...others] = sent.filter(({ text }) => /\b(invoices|customers)\b/.test(text));
    expect(others).toEqual([]);
    const plan = await bench.app.sql.query<{ 'QUERY PLAN': string }[]>(
      `EXPLAIN ${report!.text}`,
      report!.values as unknown[],
    );
    const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(lines).toMatch(/Scan (using|on) .*(IDX|UQ)_/);
    expect(lines).not.toContain('Seq Scan on invoices');
  }, 60_000);
});
