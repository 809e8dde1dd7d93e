import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import type { TestOrganization } from '../support/app.js';
import { copyRows } from '../support/copy-rows.js';
import { newFreight } from '../support/factories.js';
import { Fixture, getError, toTestTenant } from '../support/fixture.js';

const TORONTO = { city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' };
const MONTREAL = { city: 'Montreal', state: 'QC', zip: 'H3B 2Y5', country: 'CA' };

interface StatementInvoice {
  id: number;
  invoice_number: string;
  total_cents: number;
  amount_remaining_cents: number;
}

describe('the statement of account', () => {
  let bench: Fixture;
  let org: TestOrganization;
  let customer: number;
  /** Cents of each shipment. */
  let price: number;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    org = await bench.app.organization();
    const person = { name: 'Ann', company: 'Lakeside Stores', city: 'Chicago', state: 'IL', zip: '60601' };
    customer = (await org.test.post('/api/v1/customers').send(person).expect(201)).body.id;
  });

  const get = async (path: string) => (await org.test.get(`/api/v1/${path}`).expect(200)).body;
  const post = async (path: string, body: object = {}) =>
    (await org.test.post(`/api/v1/${path}`).send(body)).body;
  const open = async (daysLate: number, customerId: number | null = customer) => {
    const { id } = await newFreight(org.test, { customer_id: customerId });
    await bench.publishFreightStatus(toTestTenant(org), id, 'delivered');
    const [invoice] = await bench.listInvoices(org.test, id);
    await bench.app.sql.query(
      `UPDATE invoices SET due_date = now() - $2 * interval '1 day' + interval '1 minute' WHERE id = $1`,
      [invoice!.id, daysLate],
    );
    price = invoice!.amount_cents;
    return invoice!;
  };

  it('lists the unpaid invoices and credits of one customer with the balance by days overdue', async () => {
    const late = await open(45);
    const current = await open(-10);
    await post(`invoices/${late.id}/pay`, { amount_cents: 1_234 });
    const credit = await post(`invoices/${current.id}/credit`, { amount_cents: 2_000, reason: 'Late' });
    await post(`invoices/${(await open(-10)).id}/pay`);
    await post(`invoices/${(await open(-10)).id}/void`);
    await open(-10, null);
    const body = await get(`customers/${customer}/statement`);
    expect(body).toMatchObject({
      object: 'list',
      url: `/api/v1/customers/${customer}/statement`,
      has_more: false,
      currencies: ['USD'],
      totals: {
        currency: 'USD',
        current_cents: price - 2_000,
        days_1_30_cents: 0,
        days_31_60_cents: price - 1_234,
        days_61_90_cents: 0,
        days_over_90_cents: 0,
        total_cents: 2 * price - 3_234,
        invoice_count: 3,
      },
    });
    const rows = body.data as StatementInvoice[];
    expect(rows.map(({ id, amount_remaining_cents: left }) => [id, left])).toEqual([
      [credit.id, -2_000],
      [current.id, price],
      [late.id, price - 1_234],
    ]);
    const first = await get(`customers/${customer}/statement?limit=2`);
    expect([first.has_more, first.totals]).toEqual([true, body.totals]);
    const last = await get(`customers/${customer}/statement?limit=2&starting_after=${current.id}`);
    expect([last.has_more, last.data]).toEqual([false, [rows[2]]]);
  });

  it('is a CSV file of all pages', async () => {
    const numbers = [];
    for (let count = 0; count < 7; count++) numbers.unshift((await open(5)).invoice_number);
    const { text, headers } = await org.test
      .get(`/api/v1/customers/${customer}/statement`)
      .set('Accept', 'text/csv')
      .expect(200);
    expect(headers['content-disposition']).toBe('attachment; filename="statement.csv"');
    const [header, ...lines] = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const column = header!.indexOf('invoice_number');
    expect(lines.map((line) => line[column])).toEqual(numbers);
    const remaining = header!.indexOf('amount_remaining_cents');
    expect(lines.map((line) => line[remaining])).toEqual(numbers.map(() => String(price)));
  });

  it('covers one currency', async () => {
    const invoice = await open(-5);
    await bench.app.sql.query(`UPDATE invoices SET currency = 'CAD' WHERE id = $1`, [invoice.id]);
    await open(-5);
    const { data, totals, currencies } = await get(`customers/${customer}/statement?currency=CAD`);
    expect([totals.currency, totals.total_cents, totals.invoice_count]).toEqual(['CAD', price, 1]);
    expect([data.length, data[0].id, currencies]).toEqual([1, invoice.id, ['USD', 'CAD']]);
    expect((await get(`customers/${customer}/statement`)).totals.currency).toBe('USD');
    expect((await get(`customers/${customer}/statement?currency=MXN`)).totals.total_cents).toBe(0);
  });

  it('is a PDF with the balance, the invoices and the aging', async () => {
    const late = await open(45);
    const current = await open(-10);
    await post(`invoices/${late.id}/pay`, { amount_cents: 1_234 });
    await bench.markOverdue();
    const credit = await post(`invoices/${current.id}/credit`, { amount_cents: 2_000, reason: 'Late' });
    const { total_cents: balance } = (await get(`customers/${customer}/statement`)).totals;
    const [page] = await downloadPages(`customers/${customer}/statement/pdf`);
    const money = (cents: number) =>
      (cents < 0 ? '-' : '') +
      '$' +
      (Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
    for (const text of [
      'STATEMENT',
      'Lakeside Stores',
      'Remit to',
      `Balance due ${money(balance)}`,
      late.invoice_number,
      'Overdue',
      current.invoice_number,
      credit.invoice_number,
      'Credit',
      money(-2_000),
      money(-1_234),
      '31–60 days',
    ])
      expect(page).toContain(text);
  });

  it('prints the oldest 500 invoices and says how many it leaves out', async () => {
    await open(-10);
    await copyRows(bench.app.sql, 'invoices', org.id, 502);
    await bench.app.sql.query('UPDATE invoices SET customer_id = $1 WHERE organization_id = $2', [
      customer,
      org.id,
    ]);
    const text = (await downloadPages(`customers/${customer}/statement/pdf`)).join(' ');
    expect(text.match(/Invoice \d{4}-/g)).toHaveLength(500);
    expect(text).toContain('3 newer invoices are not listed. The totals include them.');
  }, 60_000);

  it('is empty for a customer who owes nothing', async () => {
    expect(await get(`customers/${customer}/statement`)).toMatchObject({
      data: [],
      currencies: [],
      totals: { currency: 'USD', total_cents: 0, invoice_count: 0 },
    });
    const [page] = await downloadPages(`customers/${customer}/statement/pdf`);
    expect(page).toContain('No unpaid invoices.');
  });

  it('needs the scopes of the customer and of its invoices', async () => {
    const keyWith = async (...scopes: string[]) => {
      const { key } = (await org.test.post('/api/v1/keys').send({ name: 'Desk', scopes }).expect(201)).body;
      return bench.app.client(key);
    };
    const narrow = await keyWith('customers.read');
    for (const path of ['statement', 'statement/pdf']) {
      const refused = await narrow.get(`/api/v1/customers/${customer}/${path}`).expect(403);
      expect(getError(refused.body)).toMatchObject({
        code: 'insufficient_scope',
        message: 'The API key lacks the scope invoices.read.',
      });
    }
    const wide = await keyWith('customers.read', 'invoices.read');
    await wide.get(`/api/v1/customers/${customer}/statement`).expect(200);
  });

  it('returns 404 for an unknown customer and for one of another tenant, and 400 for an unknown filter', async () => {
    const other = await bench.app.organization();
    for (const path of ['statement', 'statement/pdf']) {
      await org.test.get(`/api/v1/customers/999999999/${path}`).expect(404);
      await other.test.get(`/api/v1/customers/${customer}/${path}`).expect(404);
      await org.test.get(`/api/v1/customers/${customer}/${path}?currency=EUR`).expect(400);
      await org.test.get(`/api/v1/customers/${customer}/${path}?status=open`).expect(400);
    }
  });

  async function downloadPages(path: string): Promise<string[]> {
    const { body } = await org.test.get(`/api/v1/${path}`).responseType('blob').expect(200);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(body)), { mergePages: false });
    return text;
  }
});

describe('the form of invoices', () => {
  let bench: Fixture;
  let org: TestOrganization;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    org = await bench.app.organization();
  });

  const createCustomer = async (body: object) =>
    (
      await org.test
        .post('/api/v1/customers')
        .send({ name: 'Ann', ...body })
        .expect(201)
    ).body;
  const invoice = async (customerId: number, rating: object = {}) => {
    const shipment = await bench.createInTransitFreight(org, { ...rating }, { customer_id: customerId });
    await bench.publishFreightStatus(toTestTenant(org), shipment.id, 'delivered');
    const [opened] = await bench.listInvoices(org.test, shipment.id);
    return { shipment, body: (await org.test.get(`/api/v1/invoices/${opened!.id}`).expect(200)).body };
  };

  it('is itemized by default, and one line after the customer chooses all_in', async () => {
    const customer = await createCustomer({});
    expect(customer.invoice_form).toBe('itemized');
    const itemized = await invoice(customer.id);
    expect(itemized.body.line_items).toHaveLength(itemized.shipment.charges.length);
    await org.test.patch(`/api/v1/customers/${customer.id}`).send({ invoice_form: 'all_in' }).expect(200);
    const { shipment, body } = await invoice(customer.id);
    expect(body.amount_cents).toBe(shipment.quotedCents);
    expect(body.line_items).toMatchObject([
      {
        type: 'linehaul',
        code: 'ALL_IN',
        description: 'Freight charges, all-in',
        quantity: 1,
        unit: 'flat',
        rate_cents: shipment.quotedCents,
        amount_cents: shipment.quotedCents,
        freight_class: null,
        weight: null,
      },
    ]);
    // The issued invoice stays as it is.
    const { line_items: lines } = (await org.test.get(`/api/v1/invoices/${itemized.body.id}`)).body;
    expect(lines).toEqual(itemized.body.line_items);
  });

  it('keeps each tax as its own line', async () => {
    await org.test
      .patch('/api/v1/organization')
      .send({ taxes: { gst_hst_number: '123456789 RT0001' } })
      .expect(200);
    const customer = await createCustomer({ invoice_form: 'all_in' });
    const { shipment, body } = await invoice(customer.id, { origin: MONTREAL, destination: TORONTO });
    const hst = Math.floor(Number((shipment.quotedCents * 0.13 + 0.5).toFixed(6)));
    const amounts = body.line_items.map((line: { code: string; amount_cents: number }) => [
      line.code,
      line.amount_cents,
    ]);
    expect(amounts).toEqual([
      ['ALL_IN', shipment.quotedCents],
      ['HST', hst],
    ]);
    expect(body.amount_cents).toBe(shipment.quotedCents + hst);
  });

  it('leaves the lines of an invoice by hand as they are', async () => {
    const customer = await createCustomer({ invoice_form: 'all_in' });
    const { shipment } = await invoice(customer.id);
    const lines = [
      { type: 'accessorial', description: 'Detention', amount_cents: 5_000 },
      { type: 'accessorial', description: 'Storage', amount_cents: 2_500 },
    ];
    const { body } = await org.test
      .post('/api/v1/invoices')
      .send({ freight_id: shipment.id, line_items: lines })
      .expect(201);
    expect(body.line_items).toMatchObject(lines);
  });

  it.each(['spread', '', null, 1])('is refused as %j', async (form) => {
    const { body } = await org.test
      .post('/api/v1/customers')
      .send({ name: 'Ann', invoice_form: form })
      .expect(400);
    expect(body.error.param).toBe('invoice_form');
  });
});
