/**
 * A client as a shipper's team would write it, with types from the published document only. The client check compiles
 * it under `--strict` and runs it against a service.
 */
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

const [baseUrl, apiKey] = process.argv.slice(2) as [string, string];
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });

/** Returns the body of the response. An API error ends the journey. */
function unwrap<T>({ data, error }: { data?: T; error?: { error: { code: string; message: string } } }): T {
  if (data === undefined)
    throw new Error(error ? `${error.error.code}: ${error.error.message}` : 'no answer');
  return data;
}

const rated = unwrap(
  await api.POST('/api/v1/quotes', {
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {
      origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
      destination: { city: 'Chicago', state: 'IL', zip: '60601' },
      items: [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 }],
      accessorials: { destination_liftgate: true },
    },
  }),
);
const quote = rated.data[0]!;
const total: number = quote.charges.reduce((sum, charge) => sum + charge.amount_cents, 0);
if (total !== quote.net_charge_cents) throw new Error('the charges do not sum to the price');

const party = { contact: 'Ann', address: '12 S Main St', phone: '555-222-6666' };
const draft = unwrap(
  await api.POST('/api/v1/freight', {
    body: {
      quote_id: quote.id,
      ship_from: { company: 'Acme Manufacturing', ...party },
      ship_to: { company: 'Lakeside Stores', ...party },
    },
  }),
);
const path = { id: draft.id };
unwrap(
  await api.PATCH('/api/v1/freight/{id}', { params: { path }, body: { freight: { description: 'Parts' } } }),
);
const booked = unwrap(await api.POST('/api/v1/freight/{id}/book', { params: { path } }));
const pro: string | null = booked.pro_number;
if (pro === null) throw new Error('booked without a PRO number');

const bol = unwrap(await api.GET('/api/v1/freight/{id}/bol', { params: { path } }));
if (bol.pro_number !== pro) throw new Error('the bill of lading lacks the PRO number');
const pdf = await api.GET('/api/v1/freight/{id}/bol/pdf', { params: { path }, parseAs: 'arrayBuffer' });
if (
  Buffer.from(unwrap(pdf) as unknown as ArrayBuffer)
    .subarray(0, 5)
    .toString() !== '%PDF-'
)
  throw new Error('no PDF');

unwrap(
  await api.POST('/api/v1/sandbox/simulate/{event_type}', {
    params: { path: { event_type: 'shipment.delivered' } },
    body: { shipment_id: draft.id },
  }),
);
const tracking = unwrap(await api.GET('/api/v1/freight/{id}/tracking', { params: { path } }));
if (tracking.status !== 'delivered') throw new Error(`tracking says ${tracking.status}`);

const invoices = unwrap(await api.GET('/api/v1/invoices', { params: { query: { status: 'open' } } }));
const invoice = invoices.data[0]!;
const paid = unwrap(await api.POST('/api/v1/invoices/{id}/pay', { params: { path: { id: invoice.id } } }));
if (paid.status !== 'paid' || paid.amount_remaining_cents !== 0) throw new Error('the invoice is not paid');
process.stdout.write(`journey done: quote ${quote.id}, PRO ${pro}, invoice ${invoice.invoice_number}\n`);
