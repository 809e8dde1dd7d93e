import type { TestApp, TestOrganization } from './app.js';
import { buildFile, buildPartner, EDI_TYPE } from './edi.js';
import { buildPng } from './images.js';
import { CarrierCallLog } from '../../src/features/carriers/calls/carrier-call-log.js';
import { MembersService } from '../../src/features/members/members.service.js';
import { freightRequest, newFreight, rateRequest, createTariff, SINGLE_LANE_RATES } from './factories.js';

/** One of each resource of an organization in test mode, by the name that paths use. */
export interface SeededResources {
  quote: number;
  quoteGroup: string;
  draft: number;
  freight: number;
  proNumber: string;
  address: number;
  product: number;
  tariff: number;
  customer: number;
  invoice: number;
  bill: number;
  webhook: number;
  key: number;
  member: number;
  invitation: number;
  connection: number;
  delivery: number;
  document: number;
  event: string;
  partner: number;
  interchange: number;
}

const RESOURCE_BY_PATH: Record<string, keyof SeededResources> = {
  quotes: 'quote',
  freight: 'freight',
  shipments: 'freight',
  addresses: 'address',
  products: 'product',
  tariffs: 'tariff',
  customers: 'customer',
  invoices: 'invoice',
  bills: 'bill',
  webhooks: 'webhook',
  keys: 'key',
  members: 'member',
  invitations: 'invitation',
  'carrier-connections': 'connection',
  events: 'event',
  'edi/partners': 'partner',
  'edi/interchanges': 'interchange',
};

/** Fills a documented path with the ids of seeded resources. */
export function fillPath(world: SeededResources, path: string): string {
  const [, , , first, second] = path.split('/');
  const resource = first === 'edi' ? `edi/${second}` : first!;
  return path
    .replace('{groupId}', world.quoteGroup)
    .replace('{tracking_number}', world.proNumber)
    .replace('{delivery_id}', String(world.delivery))
    .replace('{document_id}', String(world.document))
    .replace('{id}', () => String(world[RESOURCE_BY_PATH[resource]!]));
}

interface Answer {
  id: number;
  pro_number: string;
  quote_group_id: string;
  data: { id: number }[];
}

/** Creates one of each resource through the API. */
export async function seedResources(app: TestApp, { id, test }: TestOrganization): Promise<SeededResources> {
  const post = async (path: string, body: object = {}): Promise<Answer> => {
    const response = await test.post(`/api/v1${path}`).send(body);
    if (response.status >= 300) throw new Error(`POST ${path} → ${response.status} ${response.text}`);
    return response.body;
  };
  const customer = await post('/customers', { name: 'Customer' });
  const group = await post('/quotes', rateRequest({ customer_id: customer.id }));
  const quotes = group.data;
  const draft = await newFreight(test);
  const { id: freight } = await post('/freight', {
    ...freightRequest(quotes[1]!.id),
    customs: {
      items: [
        {
          description: 'Parts',
          hs_code: '8431.49',
          country_of_origin: 'US',
          quantity: 1,
          unit_value_cents: 100,
        },
      ],
    },
  });
  const booked = await post(`/freight/${freight}/book`);
  await post('/sandbox/simulate/shipment.delivered', { shipment_id: freight });
  const { body: invoices } = await test.get('/api/v1/invoices').expect(200);
  const bill = await post('/bills', {
    bill_number: 'FB-1',
    carrier: 'SIM1',
    pro_number: booked.pro_number,
    bill_date: new Date().toISOString().slice(0, 10),
    lines: [{ type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amount_cents: 100 }],
  });
  const address = await post('/addresses', {
    address: '1 Main St',
    city: 'Los Angeles',
    state: 'CA',
    zip: '90001',
  });
  const product = await post('/products', { sku: 'P-1', name: 'Parts' });
  // From New York to Boston: no quote of the tests uses this lane.
  const tariff = await createTariff(test, {}, SINGLE_LANE_RATES.replace('900,606', '100,021'));
  await test
    .put('/api/v1/organization/logo')
    .set('Content-Type', 'image/png')
    .send(buildPng(2, 2))
    .expect(200);
  const { body: document } = await test
    .post(`/api/v1/freight/${freight}/documents`)
    .set('Content-Type', 'image/png')
    .send(buildPng(2, 2))
    .expect(201);
  await post(`/freight/${freight}/tracking-link`, { pod: true });
  const webhook = await post('/webhooks', { url: 'https://example.com/hook', events: ['quote.expired'] });
  const delivery = await post(`/webhooks/${webhook.id}/test`);
  const { body: events } = await test.get('/api/v1/events').expect(200);
  const key = await post('/keys');
  // An invited member accepts by a link that no API client sees.
  const member = await app.app
    .get(MembersService)
    .add({ organizationId: id, mode: 'test' }, { email: 'sam@acme.example', role: 'viewer' });
  const invitation = await post('/invitations', { email: 'lee@acme.example', role: 'viewer' });
  const connection = await post('/carrier-connections', { adapter: 'simulated', scac: 'SIM5' });
  const partner = await post('/edi/partners', buildPartner());
  const { body: interchange } = await test
    .post(`/api/v1/edi/interchanges?partner_id=${partner.id}`)
    .set('Content-Type', EDI_TYPE)
    .send(buildFile({ sets: [['214', ['B10', '000000001']]] }))
    .expect(201);
  await insertCarrierCall(app, id);
  return {
    quote: quotes[0]!.id,
    quoteGroup: group.quote_group_id,
    draft: draft.id,
    freight,
    proNumber: booked.pro_number,
    address: address.id,
    product: product.id,
    tariff,
    customer: customer.id,
    invoice: invoices.data[0].id,
    bill: bill.id,
    webhook: webhook.id,
    key: key.id,
    member: member.id,
    invitation: invitation.id,
    connection: connection.id,
    delivery: delivery.id,
    document: document.id,
    event: events.data[0].id,
    partner: partner.id,
    interchange: interchange.id,
  };
}

/** Inserts a carrier call: test mode calls no carrier. */
async function insertCarrierCall({ app }: TestApp, organizationId: number): Promise<void> {
  const log = app.get(CarrierCallLog);
  const said = { method: 'POST', url: 'https://carrier.example/rates', request: '{}', durationMs: 12 };
  log.record(
    { ...said, status: 200, answer: '{"total":"$1.00"}', fault: null },
    { tenant: { organizationId, mode: 'test' }, scac: 'SIM1', operation: 'rate', secrets: [] },
  );
  await log.flush();
}
