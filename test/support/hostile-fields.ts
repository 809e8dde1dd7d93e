import type { TestOrganization } from './app.js';
import { freightRequest, rateRequest } from './factories.js';

/** What a page that pastes text into itself would run. */
const SCRIPT = '"><img src=x onerror=alert(1)><script>alert(2)</script>';

export interface Filled {
  key: string;
  /** The pages that show what was filled in, below `/app`. */
  pages: string[];
}

/** An organization every field of which, where it is free text, holds a script; and a little of everything. */
export async function fillWithScripts({ test, testKey }: TestOrganization): Promise<Filled> {
  const make = async (path: string, body: object, status = 201) => {
    const answer = await test.post(`/api/v1/${path}`).send(body);
    if (answer.status !== status) throw new Error(`${path}: ${answer.text}`);
    return answer.body as { id: number; data: { id: number }[] };
  };

  await make('addresses', {
    company: SCRIPT,
    contact: SCRIPT,
    address: SCRIPT,
    city: 'Chicago',
    state: 'IL',
    zip: '60601',
    instructions: SCRIPT,
    external_ref: SCRIPT,
  });
  await make('products', {
    sku: SCRIPT,
    name: SCRIPT,
    description: SCRIPT,
    freight_class: '92.5',
    weight: 40,
  });
  const customer = await make('customers', { name: SCRIPT, company: SCRIPT, external_ref: SCRIPT });
  const quotes = await make('quotes', {
    ...rateRequest({ customer_id: customer.id }),
    items: [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48, description: SCRIPT }],
  });
  const party = { company: SCRIPT, contact: SCRIPT, address: SCRIPT, phone: '555-222-6666' };
  const written = {
    ship_from: party,
    ship_to: party,
    freight: { description: SCRIPT },
    references: [{ name: 'PO', value: SCRIPT }],
    special_instructions: SCRIPT,
  };
  const draft = await make('freight', freightRequest(quotes.data[0]!.id, written));
  const moved = await make('freight', freightRequest(quotes.data[1]!.id, written));
  await make(
    `freight/${moved.id}/book`,
    { pickup: { ready_time: '10:00', close_time: '16:00', instructions: SCRIPT } },
    200,
  );
  for (const step of ['in_transit', 'exception', 'delivered'])
    await make(
      `sandbox/simulate/shipment.${step}`,
      { shipment_id: moved.id, description: SCRIPT, location: SCRIPT },
      200,
    );
  const {
    body: { data: invoices },
  } = await test.get('/api/v1/invoices').expect(200);
  await make(`invoices/${invoices[0].id}/pay`, { amount_cents: 100, method: SCRIPT, reference: SCRIPT }, 200);
  const {
    body: { carrier },
  } = await test.get(`/api/v1/freight/${moved.id}`).expect(200);
  const bill = await make('bills', {
    bill_number: '<script>alert(3)</script>',
    carrier: carrier.scac,
    freight_id: moved.id,
    bill_date: new Date().toISOString().slice(0, 10),
    lines: [{ type: 'linehaul', description: SCRIPT, amount_cents: 99_900 }],
  });
  await make('tracking', { tracking_number: '123456785', carrier: 'SIM2' });
  const tariff = await make('tariffs', { name: SCRIPT, scac: 'ACME', carrier_name: SCRIPT });
  const webhook = await make('webhooks', {
    url: 'https://example.com/hooks',
    events: ['webhook.test'],
    description: SCRIPT,
  });
  await make('keys', { name: SCRIPT });
  await test.patch('/api/v1/organization').send({ legal_name: SCRIPT }).expect(200);
  const {
    body: { data: events },
  } = await test.get('/api/v1/events').expect(200);
  const {
    body: { quote_group_id: group },
  } = await test.get(`/api/v1/quotes/${quotes.data[0]!.id}`).expect(200);

  return {
    key: testKey,
    pages: [
      '/ship',
      `/ship/${group}`,
      '/shipments',
      `/shipments/${draft.id}`,
      `/shipments/${moved.id}`,
      '/tracking',
      '/addresses',
      '/products',
      '/customers',
      '/invoices',
      `/invoices/${invoices[0].id}`,
      '/bills',
      `/bills/${bill.id}`,
      '/carriers/connections',
      '/carriers/directory',
      '/carriers/calls',
      '/tariffs',
      `/tariffs/${tariff.id}`,
      '/developers/keys',
      '/developers/webhooks',
      `/developers/webhooks/${webhook.id}`,
      '/developers/events',
      `/developers/events/${events[0].id}`,
      '/developers/requests',
      '/developers/sandbox',
      '/settings/profile',
      '/settings/members',
      '/settings/limits',
      '/settings/audit-log',
    ],
  };
}
