import { MembersService } from '../../src/features/members/members.service.js';
import type { TestApp, TestOrganization } from './app.js';
import { buildFile, buildPartner, EDI_TYPE } from './edi.js';
import { XSS_SCRIPT, SHORT_XSS_SCRIPT, addScripts } from './free-text-fields.js';

export interface XssSeed {
  key: string;
  /** The pages that show the payloads, below `/app`. */
  pages: string[];
  /** The pages with details to open beside a list. */
  detailPages: string[];
  /** The pages that show no payload: only names of carriers, numbers and states. */
  pagesWithoutText: string[];
  /** The free-text fields that were filled, as `CreateAddress company`. */
  filledFields: Set<string>;
}

interface CreatedResource {
  id: number;
  data: { id: number; scac: string }[];
}

const HAZMAT = { un_number: 'UN1263', hazard_class: '3', packing_group: 'II' };
const LINE = { weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 };
/** A script of at most 30 characters without the component separator of X12. */
const X12_SCRIPT = '<img src=x onerror=alert()//';
const MANUAL_CARRIER = 'SIM6';
const LANE = { origin: { state: 'CA', zip: '90001' }, destination: { state: 'IL', zip: '60601' } };
const PARTIES = {
  ship_from: { email: 'ann@acme.example' },
  ship_to: {},
  bill_to: { type: 'third_party', state: 'IL', zip: '60601' },
  references: [{}, {}],
  orders: [{ packages: 1, weight: 100, palletized: true }],
  emergency_contact: {},
  customs: {
    broker: {},
    importer: {},
    items: [{ hs_code: '8431.49', quantity: 1, unit_value_cents: 100, country_of_origin: 'US' }],
  },
};

/** Seeds an organization with a script in every free-text field and one of each resource. */
export async function seedXssPayloads(app: TestApp, org: TestOrganization): Promise<XssSeed> {
  const { id: organizationId, test, testKey } = org;
  // Fields that addScripts does not fill: free names, and a number that must be unique.
  const texts = new Set(['CreateCustomer metadata.*', 'StartTracking tracking_number']);
  /** Sends a request with a script in every free-text field that it lacks. */
  const send = async (method: 'post' | 'patch', path: string, schema: string, base: object) => {
    const { body, filled } = addScripts(schema, base);
    const answer = await test[method](`/api/v1/${path}`).send(body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    for (const text of filled) texts.add(text);
    return answer.body as CreatedResource;
  };
  const make = (path: string, schema: string, base: object) => send('post', path, schema, base);
  const read = async (path: string) => (await test.get(`/api/v1/${path}`).expect(200)).body;

  await app.sql.query('UPDATE organizations SET name = $2 WHERE id = $1', [organizationId, XSS_SCRIPT]);
  const member = await app.app
    .get(MembersService)
    .add({ organizationId, mode: 'test' }, { email: 'ann@acme.example', role: 'viewer' });
  await send('patch', `members/${member.id}`, 'UpdateMember', {});
  const place = { state: 'IL', zip: '60601' };
  await send('patch', 'organization', 'UpdateOrganization', {
    address: place,
    remit_to: place,
    taxes: {},
  });
  await make('invitations', 'CreateInvitation', { email: 'bob@acme.example', role: 'viewer' });
  await make('addresses', 'CreateAddress', place);
  await make('products', 'CreateProduct', { freight_class: '92.5', weight: 40, hazmat: HAZMAT });
  const customer = await make('customers', 'CreateCustomer', { ...place, metadata: { note: XSS_SCRIPT } });
  await make('carrier-connections', 'CreateCarrierConnection', {
    adapter: 'simulated',
    scac: MANUAL_CARRIER,
    settings: {},
  });

  const quotes = await make('quotes', 'CreateQuotes', {
    ...LANE,
    customer_id: customer.id,
    items: [{ ...LINE, hazmat: HAZMAT }],
  });
  const undescribed = await make('quotes', 'CreateQuotes', {
    ...LANE,
    items: [LINE],
    accessorials: { hazmat: true },
  });
  const draftOf = (quote: { id: number }, freight: object = { handling_unit_type: 'pallet' }) =>
    make('freight', 'CreateFreight', { ...PARTIES, quote_id: quote.id, freight });
  const draft = await draftOf(undescribed.data[0]!, {
    handling_unit_type: 'pallet',
    hazmat: [{ item: 0, ...HAZMAT }],
  });
  const moved = await draftOf(quotes.data.find(({ scac }) => scac !== MANUAL_CARRIER)!);
  const byHand = await draftOf(quotes.data.find(({ scac }) => scac === MANUAL_CARRIER)!);
  const hours = { ready_time: '10:00', close_time: '16:00' };
  for (const { id } of [moved, byHand]) await make(`freight/${id}/book`, 'BookFreight', { pickup: hours });
  await make(`freight/${moved.id}/pickup`, 'ChangePickup', { ready_time: '11:00' });
  await make(`freight/${byHand.id}/confirm`, 'ConfirmFreight', {});
  const scan = { status: 'delivered', state: 'IL', occurred_at: new Date().toISOString() };
  await make(`freight/${byHand.id}/scans`, 'RecordScan', scan);
  for (const step of ['in_transit', 'exception', 'delivered'])
    await make(`sandbox/simulate/shipment.${step}`, 'Simulate', { shipment_id: moved.id });
  const { id: invoice } = (await read('invoices')).data[0];
  await make(`invoices/${invoice}/pay`, 'PayInvoice', { amount_cents: 100 });
  const extra = await make('invoices', 'CreateInvoice', {
    freight_id: moved.id,
    line_items: [{ type: 'accessorial', amount_cents: 200 }],
  });
  const credit = await make(`invoices/${extra.id}/credit`, 'CreditInvoice', { amount_cents: 100 });

  const { carrier } = await read(`freight/${moved.id}`);
  const lines = [{ type: 'linehaul', amount_cents: 99_900 }];
  const bill_date = new Date().toISOString().slice(0, 10);
  const bill = await make('bills', 'CreateBill', {
    carrier: carrier.scac,
    freight_id: moved.id,
    pro_number: undefined,
    bill_date,
    lines,
  });
  await make('bills', 'CreateBill', { bill_date, lines });
  await make(`bills/${bill.id}/dispute`, 'DisputeBill', {});
  await make(`bills/${bill.id}/resolve`, 'ResolveBill', { amount_cents: 90_000 });
  await make('tracking', 'StartTracking', { tracking_number: `1${SHORT_XSS_SCRIPT}` });
  const tariff = await make('tariffs', 'CreateTariff', { scac: 'ACME' });
  const { name: _name, ...partner } = buildPartner();
  const { id: partnerId } = await make('edi/partners', 'CreateEdiPartner', partner);
  const file = await test
    .post(`/api/v1/edi/interchanges?partner_id=${partnerId}`)
    .set('Content-Type', EDI_TYPE)
    .send(buildFile({ sets: [['214', ['B10', X12_SCRIPT, '', 'ACME'], ['LX', '1'], ['AT7', 'X6', 'NS']]] }))
    .expect(201);
  const webhook = await make('webhooks', 'CreateWebhook', {
    url: 'https://example.com/hooks',
    events: ['webhook.test'],
  });
  await make(`webhooks/${webhook.id}/test`, 'Nothing', {});
  await make('keys', 'CreateKey', {});
  await test.get(`/api/v1/freight/${encodeURIComponent(XSS_SCRIPT)}`).expect(404);
  const [event] = (await read('events?type=shipment.delivered')).data;
  const { quote_group_id: group } = await read(`quotes/${quotes.data[0]!.id}`);

  return {
    key: testKey,
    filledFields: texts,
    pagesWithoutText: [
      '/invoices',
      '/reports/spend',
      '/reports/transit',
      '/carriers/connections',
      '/carriers/rules',
      '/carriers/directory',
      '/carriers/calls',
      '/developers/events',
      '/developers/requests',
      '/developers/sandbox',
      '/settings/limits',
      '/settings/audit-log',
    ],
    detailPages: [
      '/addresses',
      '/products',
      '/customers',
      '/carriers/connections',
      '/edi/partners',
      `/developers/webhooks/${webhook.id}`,
    ],
    pages: [
      '/ship',
      `/ship/${group}`,
      '/shipments',
      `/shipments?q=${encodeURIComponent(XSS_SCRIPT)}`,
      `/shipments/${draft.id}`,
      `/shipments/${moved.id}`,
      `/shipments/${byHand.id}`,
      '/tracking',
      '/addresses',
      '/products',
      '/customers',
      `/customers/${customer.id}/statement`,
      '/invoices',
      `/invoices/new?freight_id=${moved.id}`,
      `/invoices/${invoice}`,
      `/invoices/${extra.id}`,
      `/invoices/${credit.id}`,
      '/bills',
      `/bills/${bill.id}`,
      '/reports/spend',
      '/reports/transit',
      '/reports/billing',
      '/carriers/connections',
      '/carriers/rules',
      '/carriers/directory',
      '/carriers/calls',
      '/tariffs',
      `/tariffs/${tariff.id}`,
      '/edi/files',
      `/edi/files/${file.body.id}`,
      '/edi/unmatched',
      '/edi/partners',
      '/developers/keys',
      '/developers/webhooks',
      `/developers/webhooks/${webhook.id}`,
      '/developers/events',
      `/developers/events/${event.id}`,
      '/developers/requests',
      '/developers/sandbox',
      '/settings/profile',
      '/settings/members',
      '/settings/limits',
      '/settings/audit-log',
    ],
  };
}
