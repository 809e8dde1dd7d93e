import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import { toLocalDay } from '../src/domain/local-time.js';
import { startApp, type TestApp, type TestOrganization } from './support/app.js';
import { freightRequest, rateRequest } from './support/factories.js';

async function extractPdfText(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text;
}

describe('a shipment from quote to payment', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
  });
  afterAll(() => app.close());

  const pdf = async (path: string): Promise<string> => {
    const response = await org.test
      .get(path)
      .buffer(true)
      .parse(parseBinary)
      .expect(200)
      .expect('Content-Type', /pdf/);
    return extractPdfText(response.body as Buffer);
  };

  it('goes the whole way', async () => {
    const accessorials = { destination_liftgate: true, notify_before_delivery: true };
    const { body: group } = await org.test
      .post('/api/v1/quotes')
      .send(rateRequest({ accessorials }))
      .expect(201);
    const [quote] = group.data;

    const { body: draft } = await org.test
      .post('/api/v1/freight')
      .send(freightRequest(quote.id, { freight: undefined }))
      .expect(201);
    expect(draft).toMatchObject({ object: 'freight', status: 'draft', pro_number: null });
    const draftBol = await pdf(`/api/v1/freight/${draft.id}/bol/pdf`);
    expect(draftBol).toContain('DRAFT');

    const patch = { freight: { description: 'Machine parts', handling_unit_type: 'pallet' } };
    const { body: patched } = await org.test.patch(`/api/v1/freight/${draft.id}`).send(patch).expect(200);
    expect(patched.freight).toEqual(patch.freight);

    const { body: booked } = await org.test.post(`/api/v1/freight/${draft.id}/book`).expect(200);
    expect(booked.status).toBe('scheduled');
    expect(booked.pro_number).toMatch(/^\d{9}$/);

    const bol = await pdf(`/api/v1/freight/${draft.id}/bol/pdf`);
    const expected = [
      booked.bol_number,
      booked.pro_number,
      'Acme Manufacturing',
      'Lakeside Stores',
      '12 S Main St',
      'Machine parts',
      '92.5',
      '500',
      'Liftgate at delivery',
      'Notify before delivery',
      'Gate code 123',
      '554238',
      quote.quote_number,
    ];
    for (const text of expected) expect(bol).toContain(text);
    expect(bol).not.toContain('DRAFT');

    await org.test
      .post('/api/v1/sandbox/simulate/shipment.delivered')
      .send({ shipment_id: draft.id })
      .expect(200);
    const { body: tracking } = await org.test.get(`/api/v1/freight/${draft.id}/tracking`).expect(200);
    expect(tracking).toMatchObject({
      object: 'tracking',
      status: 'delivered',
      tracking_number: booked.pro_number,
    });
    const { body: delivered } = await org.test.get(`/api/v1/freight/${draft.id}`).expect(200);
    expect(delivered.status).toBe('delivered');

    const { body: invoices } = await org.test.get('/api/v1/invoices').expect(200);
    expect(invoices.data).toHaveLength(1);
    const [invoice] = invoices.data;
    expect(invoice).toMatchObject({ status: 'open', amount_cents: quote.net_charge_cents });
    const { body: detailed } = await org.test.get(`/api/v1/invoices/${invoice.id}`).expect(200);
    const sum = detailed.line_items.reduce(
      (total: number, line: { amount_cents: number }) => total + line.amount_cents,
      0,
    );
    expect(sum).toBe(invoice.amount_cents);
    const invoicePdf = await pdf(`/api/v1/invoices/${invoice.id}/pdf`);
    expect(invoicePdf).toContain(invoice.invoice_number);
    const day = toLocalDay('America/Chicago', new Date(tracking.delivered_at));
    expect(invoicePdf).toContain(`Delivered\n${day}`);

    const { body: paid } = await org.test.post(`/api/v1/invoices/${invoice.id}/pay`).expect(200);
    expect(paid).toMatchObject({ status: 'paid', amount_remaining_cents: 0 });

    const events = await app.sql.query<{ type: string }[]>(
      'SELECT type FROM events WHERE organization_id = $1 ORDER BY id',
      [org.id],
    );
    const types = events.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'quote.created',
        'shipment.booked',
        'bol.generated',
        'shipment.delivered',
        'invoice.created',
        'invoice.paid',
      ]),
    );
    expect(new Set(types).size).toBe(types.length);
  }, 60_000);
});

function parseBinary(response: unknown, done: (error: Error | null, body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = response as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}
