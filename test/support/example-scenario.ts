import * as acme from '../../src/app/demo/demo-data.ts';

/** The response of a call of the scenario. PDFs are bytes. */
export type ApiAnswer = any;

/** Sends objects as JSON, bytes as PNG and text as CSV. Returns the body. Throws if the service rejects the request. */
export type ApiCall = (method: string, path: string, body?: object | string) => Promise<ApiAnswer>;

const PROFILE = {
  legal_name: 'Acme Manufacturing, Inc.',
  address: { address: '12 S Main St', ...acme.ORIGIN, phone: '555-222-6666', email: 'office@acme.example' },
  color: '#0b5394',
  rate_shopping: { exclude_carriers: ['SIM6'], prefer_carriers: [], cheapest_within_days: 10 },
  remit_to: { company: 'First Bank', contact: 'Lockbox 7', address: 'PO Box 4410', ...acme.ORIGIN },
};
const PRODUCTS_FILE = [
  'sku,name,freight_class,nmfc_item_number,weight,length,width,height',
  'MP-24,"Machine parts, pallet of 24",92.5,,500,48,40,48',
  'GK-100,Gaskets,70,,320,48,40,36',
  '',
].join('\n');
const DETENTION = {
  type: 'accessorial',
  code: 'DET',
  description: 'Detention, 2 hours',
  amount_cents: 12_500,
};
const CUSTOMS = {
  broker: { company: 'Northern Customs Brokers', phone: '905-555-0100' },
  incoterm: 'DAP',
  items: [
    {
      description: 'Machine parts',
      hs_code: '8431.49',
      country_of_origin: 'US',
      quantity: 12,
      unit_value_cents: 12_500,
    },
  ],
};
const PARTNER = {
  name: 'Prairie Star LTL',
  scac: 'SIM2',
  isa_qualifier: '02',
  isa_id: 'OLDMILL',
  own_isa_qualifier: 'ZZ',
  own_isa_id: 'ACMEMFG',
  usage: 'T',
};
const ADDRESSES_FILE = [
  'external_ref,company,contact,address,city,state,zip,phone,hours.open,hours.close,accessorials.destination_liftgate',
  'DC-4,Lakeside Stores,Bob Ray,400 W Lake St,Chicago,IL,60601,555-333-7777,08:00,16:30,true',
  '',
].join('\n');
const SCAN = {
  status: 'delivered',
  city: acme.DESTINATION.city,
  state: acme.DESTINATION.state,
  description: 'Left at dock 4',
  signed_by: 'Bob Ray',
  pieces: 1,
};
const RATES_FILE = [
  'origin,destination,class,minimum,L5C,M5C,M1M,M2M,M5M,M10M,M20M',
  '900,606,70,125.00,189.20,151.34,128.10,110.55,92.01,74.80,61.15',
  'CA,IL,70,135.00,198.75,158.92,134.50,116.08,96.62,78.54,64.21',
  'US,US,100,150.00,270.40,216.30,183.05,157.98,131.49,106.89,87.38',
  '',
].join('\n');

/** The resources of the demo organization that the scenario continues with. */
interface DemoResources {
  customer: ApiAnswer;
  webhook: ApiAnswer;
  delivery: ApiAnswer;
  invitation: ApiAnswer;
  address: ApiAnswer;
  product: ApiAnswer;
  shipment: ApiAnswer;
  document: ApiAnswer;
  unmatchedBill: ApiAnswer;
  /** Two drafts, one of them created by the older path. */
  drafts: [ApiAnswer, ApiAnswer];
  scheduled: ApiAnswer;
  overdueInvoice: ApiAnswer;
  tariff: ApiAnswer;
}

/**
 * Runs the scenario of the document's examples: Acme ships a pallet of machine parts to Lakeside Stores, from the quote
 * to the paid invoice and the carrier's bill. Calls each operation at least once; the first call is its example. On an
 * empty service the ids and prices are always the same.
 */
export async function runExampleScenario(call: ApiCall): Promise<void> {
  await call('PATCH', '/organization', PROFILE);
  const demo = await createDemoResources(call);
  await performWrites(call, demo);
  await performReads(call);
  await issueInvoices(call, demo);
  await deleteResources(call, demo);
}

/**
 * Repeats the calls of src/app/demo/demo-story.ts in the same order, so that an example's ids are those of the demo.
 * Reads responses between the writes, in their most complete state.
 */
async function createDemoResources(call: ApiCall): Promise<DemoResources> {
  const customer = await call('POST', '/customers', acme.CUSTOMER);
  await call('GET', '/customers');
  await call('GET', `/customers/${customer.id}`);

  const webhook = await call('POST', '/webhooks', acme.WEBHOOK);
  await call('GET', '/webhooks');
  await call('GET', `/webhooks/${webhook.id}`);
  const delivery = await call('POST', `/webhooks/${webhook.id}/test`);
  await call('GET', `/webhooks/${webhook.id}/deliveries`);
  await call('GET', `/webhooks/${webhook.id}/deliveries/${delivery.id}`);

  const invitation = await call('POST', '/invitations', acme.INVITATION);
  await call('GET', '/invitations');
  await call('GET', `/invitations/${invitation.id}`);
  const address = await call('POST', '/addresses', acme.ADDRESS);
  await call('GET', '/addresses');
  await call('GET', `/addresses/${address.id}`);
  const product = await call('POST', '/products', acme.PRODUCT);
  await call('GET', '/products');
  await call('GET', `/products/${product.id}`);

  const quotes = await call('POST', '/quotes', { ...acme.RATE_REQUEST, customer_id: customer.id });
  const [cheapest, ...dearer] = quotes.data;
  await call('GET', '/quotes');
  await call('GET', `/quotes/group/${quotes.quote_group_id}`);
  await call('GET', `/quotes/${cheapest.id}`);

  const { shipment, document } = await shipAndDeliver(call, cheapest);
  const [, stray] = await submitBills(call, { ...shipment, charges: cheapest.charges });

  const draft = await call('POST', '/freight', { quote_id: dearer[0].id, ...acme.DRAFT });
  const scheduled = await call('POST', '/freight', { quote_id: dearer[1].id, ...acme.DRAFT });
  await call('POST', `/freight/${scheduled.id}/book`, { pickup: acme.PICKUP });
  const late = await useDeprecatedPaths(call, dearer[2].id);
  const older = await call('POST', '/shipments', { quote_id: dearer[3].id, ...acme.DRAFT });

  await call('POST', '/tracking', acme.TRACKED_NUMBER);
  await call('POST', '/tracking', acme.TRACKED_NUMBER);
  const tariff = await call('POST', '/tariffs', acme.TARIFF);
  await call('GET', '/tariffs');
  await call('GET', `/tariffs/${tariff.id}`);
  return {
    customer,
    webhook,
    delivery,
    invitation,
    address,
    product,
    shipment,
    document,
    unmatchedBill: stray,
    drafts: [draft, older],
    scheduled,
    overdueInvoice: late,
    tariff,
  };
}

/** Moves the shipment from the draft to booked, in transit, delivered and invoiced. */
async function shipAndDeliver(
  call: ApiCall,
  quote: ApiAnswer,
): Promise<{ shipment: ApiAnswer; document: ApiAnswer }> {
  const { id } = await call('POST', '/freight', { quote_id: quote.id, ...acme.DRAFT });
  await call('PATCH', `/freight/${id}`, { special_instructions: 'Gate code 456, dock 4' });
  const shipment = await call('POST', `/freight/${id}/book`, { pickup: acme.PICKUP });
  await call('POST', `/freight/${id}/pickup`, { ready_time: '10:00' });
  await call('GET', '/freight');
  await call('GET', `/freight/${id}`);
  await call('GET', `/freight/${id}/bol`);
  await call('POST', '/sandbox/simulate/shipment.in_transit', { shipment_id: id });
  await call('GET', `/freight/${id}/tracking`);
  await call('GET', '/tracking');
  await call('GET', `/tracking/${shipment.pro_number}`);
  await call('POST', '/sandbox/simulate/shipment.delivered', { shipment_id: id });
  const document = await call('POST', `/freight/${id}/documents?type=pod`, acme.PIXEL);
  await call('POST', `/freight/${id}/documents?type=pod`, acme.PIXEL);
  await call('GET', `/freight/${id}/documents`);
  await call('GET', `/freight/${id}/documents/${document.id}`);
  await call('POST', `/freight/${id}/tracking-link`, acme.TRACKING_LINK);
  await call('POST', `/freight/${id}/tracking-link`, acme.TRACKING_LINK);
  await call('GET', `/freight/${id}/tracking-link`);
  const { data: events } = await call('GET', `/events?freight_id=${id}`);
  await call('GET', `/events/${events[0].id}`);
  const { data: invoices } = await call('GET', '/invoices');
  await call('GET', `/invoices/${invoices[0].id}`);
  await call('GET', '/invoices/aging');
  return { shipment, document };
}

/** Submits a bill that matches the quote, and one for an unknown shipment. */
async function submitBills(
  call: ApiCall,
  { carrier, pro_number, created_at, charges }: ApiAnswer,
): Promise<ApiAnswer[]> {
  const day = created_at.slice(0, 10);
  const matched = await call('POST', '/bills', acme.buildBill(carrier.scac, pro_number, day, charges));
  await call('GET', '/bills');
  await call('GET', `/bills/${matched.id}`);
  return [matched, await call('POST', '/bills', acme.buildUnmatchedBill(carrier.scac, day))];
}

/** Creates a shipment by the older paths, with an overdue invoice. */
async function useDeprecatedPaths(call: ApiCall, quoteId: number): Promise<ApiAnswer> {
  const { id } = await call('POST', '/shipments', { quote_id: quoteId, ...acme.DRAFT });
  await call('PATCH', `/shipments/${id}`, { special_instructions: 'Gate code 456, dock 4' });
  await call('POST', `/shipments/${id}/book`, { pickup: acme.PICKUP });
  await call('GET', '/shipments');
  await call('GET', `/shipments/${id}`);
  await call('GET', `/shipments/${id}/bol`);
  await call('POST', '/sandbox/simulate/shipment.delivered', { shipment_id: id });
  await call('GET', `/shipments/${id}/tracking`);
  const { data: open } = await call('GET', `/invoices?freight_id=${id}`);
  await call('POST', '/sandbox/simulate/invoice.overdue', { invoice_id: open[0].id });
  return { id, invoice: open[0] };
}

/** Performs the remaining writes of the demo organization. */
async function performWrites(call: ApiCall, demo: DemoResources): Promise<void> {
  const {
    customer,
    webhook,
    delivery,
    address,
    product,
    shipment,
    document,
    unmatchedBill: stray,
    tariff,
  } = demo;
  await call('PUT', '/organization/logo', acme.PIXEL);
  await call('PATCH', `/customers/${customer.id}`, { phone: '555-333-7777' });
  await call('PATCH', `/webhooks/${webhook.id}`, { description: 'Order system, production' });
  await call('POST', `/webhooks/${webhook.id}/rotate-secret`, { overlap_seconds: 3_600 });
  await call('POST', `/webhooks/${webhook.id}/deliveries/${delivery.id}/resend`);
  await call('POST', `/webhooks/${webhook.id}/recover`, { since: '2026-11-20T08:00:00Z' });
  await call('POST', `/invitations/${demo.invitation.id}/revoke`);
  await call('PATCH', `/addresses/${address.id}`, { contact: 'Ann Lee, dock 4' });
  await call('POST', '/addresses/import', ADDRESSES_FILE);
  await call('PATCH', `/products/${product.id}`, { pieces: 24 });
  await call('POST', '/products/import', PRODUCTS_FILE);

  await call('POST', `/tracking/${shipment.pro_number}/refresh`);
  const { delivered_at: occurred_at } = await call('GET', `/freight/${shipment.id}/tracking`);
  await call('POST', `/freight/${shipment.id}/scans`, { ...SCAN, occurred_at });
  await call('POST', '/scans/import', buildScansFile(shipment.pro_number, occurred_at));
  await call('GET', `/freight/${shipment.id}/bol/pdf`);
  await call('GET', `/freight/${shipment.id}/labels/pdf`);
  for (const [at, path] of ['freight', 'shipments'].entries()) {
    const { id } = demo.drafts[at];
    await call('PATCH', `/freight/${id}`, { customs: CUSTOMS });
    await call('GET', `/${path}/${id}/commercial-invoice/pdf`);
  }
  await call('GET', `/shipments/${demo.overdueInvoice.id}/bol/pdf`);
  await call('GET', `/shipments/${demo.overdueInvoice.id}/labels/pdf`);
  await call('POST', '/documents', { freight_ids: [shipment.id], documents: ['bol', 'labels'] });
  await call('DELETE', `/freight/${shipment.id}/documents/${document.id}`);
  await call('DELETE', `/freight/${shipment.id}/tracking-link`);
  await call('POST', `/freight/${demo.drafts[0].id}/cancel`);
  await call('POST', `/shipments/${demo.drafts[1].id}/cancel`);
  await call('DELETE', `/freight/${demo.scheduled.id}/pickup`);

  await payAndSettle(call, shipment, stray, demo.overdueInvoice.invoice);
  await call('DELETE', `/tracking/${acme.TRACKED_NUMBER.tracking_number}`);
  await call('PATCH', `/tariffs/${tariff.id}`, { discount_percent: 72.5 });
  await call('PUT', `/tariffs/${tariff.id}/rates`, RATES_FILE);
  await call('GET', `/tariffs/${tariff.id}/rates`);
  await call('POST', `/tariffs/${tariff.id}/rate`, acme.RATE_REQUEST);
  await tradeDocuments(call, shipment.pro_number);
}

/** Builds a file with a new scan, and a scan of an unknown shipment. */
function buildScansFile(proNumber: string, time: string): string {
  const rows = [
    `${proNumber},in_transit,${time},${SCAN.city},${SCAN.state}`,
    `700999999,delivered,${time},,`,
  ];
  return ['pro_number,status,occurred_at,city,state', ...rows, ''].join('\n');
}

/** Creates a trading partner, which sends a status and gets an acknowledgment. */
async function tradeDocuments(call: ApiCall, proNumber: string): Promise<void> {
  const partner = await call('POST', '/edi/partners', PARTNER);
  await call('GET', '/edi/partners');
  await call('GET', `/edi/partners/${partner.id}`);
  await call('PATCH', `/edi/partners/${partner.id}`, { gs_id: 'OLDMILL' });
  const path = `/edi/interchanges?partner_id=${partner.id}`;
  const file = buildStatusFile(proNumber);
  const received = await call('POST', path, file);
  await call('POST', path, file);
  await call('GET', '/edi/interchanges');
  await call('GET', `/edi/interchanges/${received.id}`);
  await call('GET', `/edi/interchanges/${received.id}/raw`);
  await call('GET', '/edi/documents');
  const { id: stray } = await call('POST', path, buildStatusFile('700123456', 2));
  await call('POST', `/edi/interchanges/${stray}/replay`);
  const unused = await call('POST', '/edi/partners', { ...PARTNER, scac: 'SIM3', isa_id: 'FOXHARBOR' });
  await call('DELETE', `/edi/partners/${unused.id}`);
}

/** Builds a 214 of `PARTNER` that reports a departure. */
function buildStatusFile(proNumber: string, control = 1): string {
  const isa = `ISA*00*          *00*          *02*OLDMILL        *ZZ*ACMEMFG        *261120*0800*U*00401*00000000${control}*0*T*>`;
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const segments = [
    isa,
    `GS*QM*OLDMILL*ACMEMFG*20261120*0800*${control}*X*004010`,
    'ST*214*0001',
    `B10*${proNumber}**SIM2`,
    'LX*1',
    `AT7*X6*NS***${today}*0745*ET`,
    'MS1*CHICAGO*IL*US',
    'SE*6*0001',
    `GE*1*${control}`,
    `IEA*1*00000000${control}`,
  ];
  return segments.map((segment) => `${segment}~\n`).join('');
}

/** Pays one invoice in two parts and voids the other. Approves one carrier bill and disputes one. */
async function payAndSettle(
  call: ApiCall,
  shipment: ApiAnswer,
  stray: ApiAnswer,
  late: ApiAnswer,
): Promise<void> {
  const { data } = await call('GET', `/invoices?freight_id=${shipment.id}`);
  const [{ id }] = data;
  await call('GET', `/invoices/${id}/pdf`);
  await call('POST', `/invoices/${id}/pay`, {
    amount_cents: 25_000,
    method: 'check',
    reference: 'CHK-20417',
  });
  await call('POST', `/invoices/${id}/pay`, { method: 'ach', reference: 'ACH-77120' });
  await call('POST', `/invoices/${late.id}/waive-late-fee`);
  await call('POST', `/invoices/${late.id}/void`);
  const { data: bills } = await call('GET', `/bills?freight_id=${shipment.id}`);
  await call('POST', `/bills/${bills[0].id}/approve`);
  await call('POST', `/bills/${stray.id}/reclassify`, { kind: 'supplement' });
  await call('POST', `/bills/${stray.id}/dispute`, { reason: 'No shipment of ours has this PRO number.' });
  await call('POST', `/bills/${stray.id}/resolve`, {
    amount_cents: 41_250,
    note: 'Withdrawn by the carrier',
  });
}

/** Bills extra charges, credits a part of them, replaces a voided invoice, and reads the customer's statement. */
async function issueInvoices(
  call: ApiCall,
  { customer, shipment, overdueInvoice }: DemoResources,
): Promise<void> {
  const extra = await call('POST', '/invoices', { freight_id: shipment.id, line_items: [DETENTION] });
  await call('POST', `/invoices/${extra.id}/credit`, { amount_cents: 5_000, reason: 'Late delivery' });
  await call('POST', `/freight/${overdueInvoice.id}/invoice`);
  await call('GET', `/customers/${customer.id}/statement`);
  await call('GET', `/customers/${customer.id}/statement/pdf`);
}

/** Performs reads that need no preparation. */
async function performReads(call: ApiCall): Promise<void> {
  await call('GET', '/organization');
  await call('GET', '/organization/logo');
  await call('POST', '/addresses/validate', { street: acme.SHIP_FROM.address, ...acme.ORIGIN });
  await call('GET', '/carriers');
  await call('GET', '/carriers/SIM2');
  await call('GET', '/carrier-calls');
  await call('GET', '/event-types');
  await call('GET', '/adapters');
  await call('POST', '/carrier-connections', acme.CONNECTION);
  // Every organization has this connection from the start.
  const { data: connections } = await call('GET', '/carrier-connections');
  const connection = connections.at(-1);
  await call('GET', `/carrier-connections/${connection.id}`);
  await call('PATCH', `/carrier-connections/${connection.id}`, { settings: { behaviour: 'normal' } });
  await call('POST', `/carrier-connections/${connection.id}/test`);
  await call('GET', '/reports/spend');
  await call('GET', '/reports/transit');
  await call('GET', '/reports/billing');
  await call('GET', '/limits');
  await call('GET', '/audit-log?limit=2');
  const key = await call('POST', '/keys', acme.KEY);
  await call('GET', '/keys');
  await call('GET', `/keys/${key.id}`);
  await call('POST', `/keys/${key.id}/roll`, { overlap_seconds: 3_600 });
  await call('POST', `/keys/${key.id}/revoke`);
  await call('POST', '/freight-classes/suggest', {
    items: [{ weight: 500, length: 48, width: 40, height: 48 }],
  });
  // Skips the newest requests, which are logged within a second.
  await call('GET', '/requests?limit=2&ending_before=1');
  await call('GET', '/sandbox/status');
}

/** Deletes resources; runs last. */
async function deleteResources(
  call: ApiCall,
  { address, product, webhook, tariff }: DemoResources,
): Promise<void> {
  await call('DELETE', '/organization/logo');
  await call('DELETE', `/tariffs/${tariff.id}`);
  const { data: connections } = await call('GET', '/carrier-connections');
  await call('DELETE', `/carrier-connections/${connections[0].id}`);
  await call('DELETE', `/addresses/${address.id}`);
  await call('DELETE', `/products/${product.id}`);
  await call('DELETE', `/webhooks/${webhook.id}`);
  await call('POST', '/sandbox/reset');
}
