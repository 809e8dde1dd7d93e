/** What a call of the story came to. PDFs come as their bytes. */
export type Answer = any;

/** Sends a request as JSON, bytes as a PNG, text as CSV, and answers the body; throws when the service refuses. */
export type Call = (method: string, path: string, body?: object | string) => Promise<Answer>;

const ORIGIN = { city: 'Los Angeles', state: 'CA', zip: '90001' };
const DESTINATION = { city: 'Chicago', state: 'IL', zip: '60601' };

const SHIP_FROM = {
  company: 'Acme Manufacturing',
  contact: 'Ann Lee',
  address: '12 S Main St',
  phone: '555-222-6666',
  email: 'dock@acme.example',
};
const SHIP_TO = {
  company: 'Lakeside Stores',
  contact: 'Bob Ray',
  address: '400 W Lake St',
  phone: '555-333-7777',
  email: 'receiving@lakeside.example',
};

const PROFILE = {
  legal_name: 'Acme Manufacturing, Inc.',
  address: { address: '12 S Main St', ...ORIGIN, phone: '555-222-6666', email: 'office@acme.example' },
  color: '#0b5394',
  remit_to: { company: 'First Bank', contact: 'Lockbox 7', address: 'PO Box 4410', ...ORIGIN },
};
/** The smallest PNG. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** What Acme ships, for a pallet of it. */
const PRODUCT = {
  sku: 'MP-24',
  name: 'Machine parts, pallet of 24',
  description: 'Machine parts',
  freight_class: '92.5',
  handling_unit_type: 'pallet',
  packaging_type: 'carton',
  weight: 500,
  length: 48,
  width: 40,
  height: 48,
};
const PRODUCTS_FILE = [
  'sku,name,freight_class,nmfc_item_number,weight,length,width,height',
  'MP-24,"Machine parts, pallet of 24",92.5,,500,48,40,48',
  'GK-100,Gaskets,70,,320,48,40,36',
  '',
].join('\n');
const ADDRESSES_FILE = [
  'external_ref,company,contact,address,city,state,zip,phone,hours.open,hours.close,accessorials.destination_liftgate',
  'DC-4,Lakeside Stores,Bob Ray,400 W Lake St,Chicago,IL,60601,555-333-7777,08:00,16:30,true',
  '',
].join('\n');

const TARIFF = {
  name: 'Acme Freight 2026',
  scac: 'ACME',
  carrier_name: 'Acme Freight',
  effective_from: '2026-01-01',
  discount_percent: 70,
  minimum_cents: 9500,
  fuel_percent: 31.5,
  fak: { '77.5': '70', '85': '70', '92.5': '70' },
  accessorials: {
    LFTD: { flat_cents: 9500 },
    IDL: { per_cwt_cents: 850, minimum_cents: 7500, maximum_cents: 45000 },
  },
  transit_days: 4,
  tender_email: 'dispatch@acme-freight.example',
};
const RATES_FILE = [
  'origin,destination,class,minimum,L5C,M5C,M1M,M2M,M5M,M10M,M20M',
  '900,606,70,125.00,189.20,151.34,128.10,110.55,92.01,74.80,61.15',
  'CA,IL,70,135.00,198.75,158.92,134.50,116.08,96.62,78.54,64.21',
  'US,US,100,150.00,270.40,216.30,183.05,157.98,131.49,106.89,87.38',
  '',
].join('\n');

const RATE_REQUEST = {
  origin: ORIGIN,
  destination: DESTINATION,
  items: [
    {
      weight: 500,
      freight_class: '92.5',
      length: 48,
      width: 40,
      height: 48,
      quantity: 1,
      handling_unit_type: 'pallet',
      pieces: 12,
      packaging_type: 'carton',
      description: 'Machine parts',
    },
  ],
  accessorials: { destination_liftgate: true },
};

/**
 * The story that every example of the document is taken from: Acme ships a pallet of machine parts to Lakeside Stores,
 * from the quote to the paid invoice and the carrier's bill. Each operation is called at least once; the first call of an
 * operation is its example. On an empty service the ids are always the same, and so are the prices.
 */
export async function tellStory(call: Call): Promise<void> {
  await call('PATCH', '/organization', PROFILE);
  await call('PUT', '/organization/logo', PIXEL);
  await call('GET', '/organization');
  await call('GET', '/organization/logo');
  await call('DELETE', '/organization/logo');

  const customer = await call('POST', '/customers', {
    name: 'Lakeside Stores',
    email: 'ap@lakeside.example',
    address: '400 W Lake St',
    ...DESTINATION,
    external_ref: 'C-1001',
  });
  await call('GET', '/customers');
  await call('GET', `/customers/${customer.id}`);
  await call('PATCH', `/customers/${customer.id}`, { phone: '555-333-7777' });

  const webhook = await call('POST', '/webhooks', {
    url: 'https://example.com/webhooks/freight',
    events: ['shipment.booked', 'shipment.delivered', 'invoice.created'],
    description: 'Order system',
  });
  await call('GET', '/webhooks');
  await call('GET', `/webhooks/${webhook.id}`);
  await call('PATCH', `/webhooks/${webhook.id}`, { description: 'Order system, production' });
  await call('POST', `/webhooks/${webhook.id}/rotate-secret`);
  const delivery = await call('POST', `/webhooks/${webhook.id}/test`);
  await call('GET', `/webhooks/${webhook.id}/deliveries`);
  await call('GET', `/webhooks/${webhook.id}/deliveries/${delivery.id}`);
  await call('POST', `/webhooks/${webhook.id}/deliveries/${delivery.id}/resend`);
  await call('POST', `/webhooks/${webhook.id}/recover`, { since: '2026-11-20T08:00:00Z' });

  const address = await call('POST', '/addresses', { name: 'Main dock', ...SHIP_FROM, ...ORIGIN });
  await call('GET', '/addresses');
  await call('GET', `/addresses/${address.id}`);
  await call('PATCH', `/addresses/${address.id}`, { contact: 'Ann Lee, dock 4' });
  await call('POST', '/addresses/validate', { street: SHIP_FROM.address, ...ORIGIN });

  await call('POST', '/addresses/import', ADDRESSES_FILE);

  const product = await call('POST', '/products', PRODUCT);
  await call('GET', '/products');
  await call('GET', `/products/${product.id}`);
  await call('PATCH', `/products/${product.id}`, { pieces: 24 });
  await call('POST', '/products/import', PRODUCTS_FILE);

  await call('GET', '/carriers');
  await call('GET', '/carriers/SIM2');
  await call('GET', '/carrier-calls');
  await call('GET', '/limits');
  await call('POST', '/freight-classes/suggest', {
    items: [{ weight: 500, length: 48, width: 40, height: 48 }],
  });

  const shipment = await shipAndDeliver(call, customer.id);
  await bill(call, shipment);
  await otherEnds(call, customer.id);
  await olderNames(call, customer.id);
  await trackByNumber(call);
  await ratesOfOnesOwn(call);

  // The oldest but one: they are written within a second, and this story takes longer.
  await call('GET', '/requests?limit=2&ending_before=1');
  await call('GET', '/sandbox/status');
  await call('DELETE', `/addresses/${address.id}`);
  await call('DELETE', `/products/${product.id}`);
  await call('DELETE', `/webhooks/${webhook.id}`);
  await call('POST', '/sandbox/reset');
}

/** The shipment of the story: rated, drafted, booked, under way, delivered, invoiced, paid. */
async function shipAndDeliver(call: Call, customerId: number): Promise<Answer> {
  const quotes = await call('POST', '/quotes', { ...RATE_REQUEST, customer_id: customerId });
  const [cheapest] = quotes.data;
  await call('GET', '/quotes');
  await call('GET', `/quotes/group/${quotes.quote_group_id}`);
  await call('GET', `/quotes/${cheapest.id}`);
  const { id } = await draft(call, cheapest.id);
  await call('PATCH', `/freight/${id}`, { special_instructions: 'Gate code 456, dock 4' });
  const booked = await call('POST', `/freight/${id}/book`, {
    pickup: {
      ready_time: '09:00',
      close_time: '16:30',
      contact: 'Ann Lee',
      instructions: 'Dock 4, ring twice',
    },
  });
  await call('POST', `/freight/${id}/pickup`, { ready_time: '10:00' });
  await call('GET', '/freight');
  await call('GET', `/freight/${id}`);
  await call('GET', `/freight/${id}/bol`);
  await call('GET', `/freight/${id}/bol/pdf`);
  await call('GET', `/freight/${id}/labels/pdf`);
  await call('POST', '/documents', { freight_ids: [id], documents: ['bol', 'labels'] });
  await call('POST', '/sandbox/simulate/shipment.in_transit', { shipment_id: id });
  await call('GET', `/freight/${id}/tracking`);
  await call('GET', '/tracking');
  await call('GET', `/tracking/${booked.pro_number}`);
  await call('POST', `/tracking/${booked.pro_number}/refresh`);
  await call('POST', '/sandbox/simulate/shipment.delivered', { shipment_id: id });
  const photo = await call('POST', `/freight/${id}/documents?type=pod`, PIXEL);
  await call('POST', `/freight/${id}/documents?type=pod`, PIXEL);
  await call('GET', `/freight/${id}/documents`);
  await call('GET', `/freight/${id}/documents/${photo.id}`);
  await call('DELETE', `/freight/${id}/documents/${photo.id}`);
  const { data: events } = await call('GET', `/events?freight_id=${id}`);
  await call('GET', `/events/${events[0].id}`);
  const { data: invoices } = await call('GET', '/invoices');
  await call('GET', `/invoices/${invoices[0].id}`);
  await call('GET', `/invoices/${invoices[0].id}/pdf`);
  await call('GET', '/invoices/aging');
  await call('POST', `/invoices/${invoices[0].id}/pay`, {
    amount_cents: 25_000,
    method: 'check',
    reference: 'CHK-20417',
  });
  await call('POST', `/invoices/${invoices[0].id}/pay`, { method: 'ach', reference: 'ACH-77120' });
  return { ...booked, charges: cheapest.charges };
}

/** The carrier bills what it quoted, and that is approved. Of what it billed for another shipment a part is contested. */
async function bill(call: Call, { carrier, pro_number, created_at, charges }: Answer): Promise<void> {
  const lines = charges.map(({ type, code, description, amount_cents }: Answer) => ({
    type,
    code,
    description,
    amount_cents,
  }));
  const { id } = await call('POST', '/bills', {
    bill_number: 'FB-20931',
    carrier: carrier.scac,
    pro_number,
    bill_date: created_at.slice(0, 10),
    lines,
  });
  await call('GET', '/bills');
  await call('GET', `/bills/${id}`);
  await call('POST', `/bills/${id}/approve`);
  const other = await call('POST', '/bills', {
    bill_number: 'FB-20977',
    carrier: carrier.scac,
    pro_number: '000000000',
    bill_date: created_at.slice(0, 10),
    total_cents: 41_250,
  });
  await call('POST', `/bills/${other.id}/dispute`, { reason: 'No shipment of ours has this PRO number.' });
  await call('POST', `/bills/${other.id}/resolve`, {
    amount_cents: 41_250,
    note: 'Withdrawn by the carrier',
  });
}

/** A shipment that is cancelled, and an invoice whose late fee is waived and which is voided in the end. */
async function otherEnds(call: Call, customerId: number): Promise<void> {
  const cancelled = await quoteAndDraft(call, customerId);
  await call('POST', `/freight/${cancelled.id}/cancel`);
  const { id } = await quoteAndDraft(call, customerId);
  await call('POST', `/freight/${id}/book`);
  await call('DELETE', `/freight/${id}/pickup`);
  await call('POST', '/sandbox/simulate/shipment.delivered', { shipment_id: id });
  const { data: open } = await call('GET', '/invoices?status=open');
  await call('POST', '/sandbox/simulate/invoice.overdue', { invoice_id: open[0].id });
  await call('POST', `/invoices/${open[0].id}/waive-late-fee`);
  await call('POST', `/invoices/${open[0].id}/void`);
}

/** The older naming of the same resource. */
async function olderNames(call: Call, customerId: number): Promise<void> {
  const { data } = await call('POST', '/quotes', { ...RATE_REQUEST, customer_id: customerId });
  const { id } = await draft(call, data[0].id, '/shipments');
  await call('PATCH', `/shipments/${id}`, { special_instructions: 'Gate code 456, dock 4' });
  await call('POST', `/shipments/${id}/book`, { pickup: { ready_time: '09:00', close_time: '16:30' } });
  await call('GET', '/shipments');
  await call('GET', `/shipments/${id}`);
  await call('GET', `/shipments/${id}/bol`);
  await call('GET', `/shipments/${id}/bol/pdf`);
  await call('GET', `/shipments/${id}/labels/pdf`);
  await call('POST', '/sandbox/simulate/shipment.picked_up', { shipment_id: id });
  await call('GET', `/shipments/${id}/tracking`);
  const other = await quoteAndDraft(call, customerId);
  await call('POST', `/shipments/${other.id}/cancel`);
}

/** A number of a carrier that nobody booked through us. Started twice: the second time it is found. */
async function trackByNumber(call: Call): Promise<void> {
  const number = { tracking_number: '123456785', carrier: 'Prairie Star LTL' };
  await call('POST', '/tracking', number);
  await call('POST', '/tracking', number);
  await call('DELETE', `/tracking/${number.tracking_number}`);
}

/** Prices agreed on with a carrier. They come last: every quote would have one of them. */
async function ratesOfOnesOwn(call: Call): Promise<void> {
  const tariff = await call('POST', '/tariffs', TARIFF);
  await call('GET', '/tariffs');
  await call('GET', `/tariffs/${tariff.id}`);
  await call('PATCH', `/tariffs/${tariff.id}`, { discount_percent: 72.5 });
  await call('PUT', `/tariffs/${tariff.id}/rates`, RATES_FILE);
  await call('GET', `/tariffs/${tariff.id}/rates`);
  await call('POST', `/tariffs/${tariff.id}/rate`, RATE_REQUEST);
  await call('DELETE', `/tariffs/${tariff.id}`);
}

async function quoteAndDraft(call: Call, customerId: number): Promise<Answer> {
  const { data } = await call('POST', '/quotes', { ...RATE_REQUEST, customer_id: customerId });
  return draft(call, data[0].id);
}

function draft(call: Call, quoteId: number, path = '/freight'): Promise<Answer> {
  return call('POST', path, {
    quote_id: quoteId,
    ship_from: SHIP_FROM,
    ship_to: SHIP_TO,
    bill_to: { type: 'prepaid' },
    freight: { description: 'Machine parts', handling_unit_type: 'pallet' },
    references: [{ name: 'PO', value: '554238' }],
    orders: [{ number: '554238', packages: 12, weight: 500, palletized: true, info: 'Dept. 12' }],
    special_instructions: 'Gate code 123',
  });
}
