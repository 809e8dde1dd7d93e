import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestOrganization } from '../support/app.js';
import { Fixture } from '../support/fixture.js';
import { joinTexts, parsePdfPages } from '../support/printed-pdf.js';

const TORONTO = { city: 'Toronto', state: 'ON', zip: 'M5V 3L9', country: 'CA' };
const MONTREAL = { city: 'Montreal', state: 'QC', zip: 'H3B 2Y5', country: 'CA' };
const DETENTION = { type: 'accessorial', description: 'Detention', amount_cents: 12_347 };

describe('the PDF of an invoice', () => {
  let bench: Fixture;
  let org: TestOrganization;

  beforeAll(async () => {
    bench = await Fixture.start();
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    org = await bench.app.organization();
  });

  const post = async (path: string, body: object = {}) => {
    const response = await org.test.post(`/api/v1/${path}`).send(body);
    expect(response.status).toBeLessThan(300);
    return response.body;
  };
  const ship = async (rating: Record<string, unknown> = {}, changes: Record<string, unknown> = {}) => {
    const { id } = await bench.createInTransitFreight(org, rating, changes);
    return id;
  };
  const bill = async (rating: Record<string, unknown> = {}, changes: Record<string, unknown> = {}) =>
    post('invoices', { freight_id: await ship(rating, changes), line_items: [DETENTION] });
  const print = async (id: number) => {
    const { body } = await org.test.get(`/api/v1/invoices/${id}/pdf`).expect(200);
    const [page] = await parsePdfPages(body as Buffer);
    return joinTexts(page!);
  };

  it('names a credit memo in the footer, and prints no negative zero once it is refunded', async () => {
    const invoice = await bill();
    expect(await print(invoice.id)).toContain(`Invoice ${invoice.invoice_number} ·`);
    const credit = await post(`invoices/${invoice.id}/credit`, { amount_cents: 700, reason: 'Goodwill' });
    await post(`invoices/${credit.id}/pay`);
    const text = await print(credit.id);
    expect(text).toContain(`Credit memo ${credit.invoice_number} · PAID`);
    expect(text).toContain('Refund $7.00 Credit $0.00');
    expect(text).not.toContain('-$0.00');
  });

  it('sums the charges without the taxes, and lists each tax', async () => {
    const taxes = { gst_hst_number: '123456789 RT0001', qst_number: '1234567890 TQ0001' };
    await org.test.patch('/api/v1/organization').send({ taxes }).expect(200);
    const { id } = await bill({ origin: TORONTO, destination: MONTREAL });
    const text = await print(id);
    expect(text).toMatch(
      /Subtotal \$123\.47 GST 5%, registration number 123456789 RT0001 \$6\.17 QST 9\.975%, registration number 1234567890 TQ0001 \$12\.32 Late fee \$0\.00 Total \$141\.96/,
    );
    expect(text.match(/GST 5%/g)).toHaveLength(1);
  });

  it('prints the name of a customer once if it is also its company', async () => {
    const { body } = await org.test
      .post('/api/v1/customers')
      .send({ name: 'Lakeside Stores', company: 'LAKESIDE STORES' })
      .expect(201);
    const { id } = await bill({}, { customer_id: body.id });
    expect((await print(id)).match(/lakeside stores/gi)).toHaveLength(1);
  });
});
