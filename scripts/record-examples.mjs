/** Walks through the API on a service of its own and writes what was asked and answered to openapi/examples.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { startService } from './support/service.mjs';

const FILE = 'openapi/examples.json';
const document = JSON.parse(readFileSync('openapi/openapi.json', 'utf8'));
const patterns = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));
const examples = {};
const service = await startService();

/** Calls an operation and keeps the call; a failing walk is a failing script. */
async function call(method, path, request) {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      Authorization: `Bearer ${service.testKey}`,
      ...(request && { 'Content-Type': 'application/json' }),
    },
    ...(request && { body: JSON.stringify(request) }),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const answer = isJson ? await response.json() : await response.arrayBuffer();
  if (!response.ok) throw new Error(`${method} ${path} → ${response.status} ${JSON.stringify(answer)}`);
  const template = patterns.find(({ pattern }) => pattern.test(path.split('?')[0]))?.path;
  const operation = document.paths[template]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  const example = (examples[operation.operationId] ??= { path, ...(request && { request }), answers: {} });
  if (isJson) example.answers[response.status] ??= shortened(answer);
  return answer;
}

/** Two resources show a list as well as ten. */
function shortened(answer) {
  return answer.object === 'list' ? { ...answer, data: answer.data.slice(0, 2) } : answer;
}

const place = { city: 'Los Angeles', state: 'CA', zip: '90001' };
const shipFrom = {
  company: 'Acme Manufacturing',
  contact: 'Ann Lee',
  address: '12 S Main St',
  phone: '555-222-6666',
  email: 'dock@acme.example',
};
const shipTo = {
  company: 'Lakeside Stores',
  contact: 'Bob Ray',
  address: '400 W Lake St',
  phone: '555-333-7777',
  email: 'receiving@lakeside.example',
};

async function book(customerId) {
  const quotes = await call('POST', '/api/v1/quotes', {
    origin: place,
    destination: { city: 'Chicago', state: 'IL', zip: '60601' },
    items: [{ weight: 500, freight_class: '92.5', length: 48, width: 40, height: 48 }],
    accessorials: { destination_liftgate: true },
    customer_id: customerId,
  });
  const draft = await call('POST', '/api/v1/freight', {
    quote_id: quotes.data[0].id,
    ship_from: shipFrom,
    ship_to: shipTo,
    bill_to: { type: 'prepaid' },
    freight: { description: 'Machine parts', handling_unit_type: 'pallet' },
    references: [{ name: 'PO', value: '554238' }],
    special_instructions: 'Gate code 123',
    ship_date: '2026-12-01',
  });
  return { quotes, draft };
}

async function walk() {
  const customer = await call('POST', '/api/v1/customers', {
    name: 'Lakeside Stores',
    email: 'ap@lakeside.example',
    external_ref: 'C-1001',
  });
  await call('GET', '/api/v1/customers');
  await call('GET', `/api/v1/customers/${customer.id}`);
  await call('PATCH', `/api/v1/customers/${customer.id}`, { phone: '555-333-7777' });

  const webhook = await call('POST', '/api/v1/webhooks', {
    url: 'https://example.com/webhooks/freight',
    events: ['shipment.booked', 'shipment.delivered', 'invoice.created'],
    description: 'Order system',
  });
  await call('GET', '/api/v1/webhooks');
  await call('GET', `/api/v1/webhooks/${webhook.id}`);
  await call('PATCH', `/api/v1/webhooks/${webhook.id}`, { description: 'Order system, production' });
  await call('POST', `/api/v1/webhooks/${webhook.id}/rotate-secret`);
  const delivery = await call('POST', `/api/v1/webhooks/${webhook.id}/test`);
  await call('GET', `/api/v1/webhooks/${webhook.id}/deliveries`);
  await call('POST', `/api/v1/webhooks/${webhook.id}/deliveries/${delivery.id}/resend`);

  const address = await call('POST', '/api/v1/addresses', { name: 'Main dock', ...shipFrom, ...place });
  await call('GET', '/api/v1/addresses');
  await call('GET', `/api/v1/addresses/${address.id}`);
  await call('PATCH', `/api/v1/addresses/${address.id}`, { contact: 'Ann Lee, dock 4' });
  await call('POST', '/api/v1/addresses/validate', {
    street: '12 S Main St',
    city: place.city,
    state: 'CA',
    zip: '90001',
  });
  await call('DELETE', `/api/v1/addresses/${address.id}`);

  await call('GET', '/api/v1/carriers');
  await call('GET', '/api/v1/carriers/SIM2');
  await call('POST', '/api/v1/freight-classes/suggest', {
    items: [{ weight: 500, length: 48, width: 40, height: 48 }],
  });

  const { quotes, draft } = await book(customer.id);
  await call('GET', '/api/v1/quotes');
  await call('GET', `/api/v1/quotes/group/${quotes.quote_group_id}`);
  await call('GET', `/api/v1/quotes/${quotes.data[0].id}`);
  await call('PATCH', `/api/v1/freight/${draft.id}`, { special_instructions: 'Gate code 456, dock 4' });
  const booked = await call('POST', `/api/v1/freight/${draft.id}/book`);
  for (const name of ['freight', 'shipments']) {
    await call('GET', `/api/v1/${name}`);
    await call('GET', `/api/v1/${name}/${draft.id}`);
    await call('GET', `/api/v1/${name}/${draft.id}/tracking`);
    await call('GET', `/api/v1/${name}/${draft.id}/bol`);
    await call('GET', `/api/v1/${name}/${draft.id}/bol/pdf`);
    await call('GET', `/api/v1/${name}/${draft.id}/labels/pdf`);
  }

  for (let started = 0; started < 2; started++) {
    await call('POST', '/api/v1/tracking', { tracking_number: '123456785', carrier: 'Prairie Star LTL' });
  }
  await call('GET', '/api/v1/tracking');
  await call('GET', '/api/v1/tracking/123456785');
  await call('POST', '/api/v1/tracking/123456785/refresh');
  await call('DELETE', '/api/v1/tracking/123456785');

  await call('POST', '/api/v1/sandbox/simulate/shipment.in_transit', { shipment_id: draft.id });
  await call('POST', '/api/v1/sandbox/simulate/shipment.delivered', { shipment_id: draft.id });
  const { data: invoices } = await call('GET', '/api/v1/invoices');
  await call('GET', `/api/v1/invoices/${invoices[0].id}`);
  await call('GET', `/api/v1/invoices/${invoices[0].id}/pdf`);
  await call('POST', `/api/v1/invoices/${invoices[0].id}/pay`, { method: 'ach', reference: 'ACH-77120' });
  const bill = await call('POST', '/api/v1/bills', {
    bill_number: 'FB-20931',
    carrier: booked.carrier.scac,
    pro_number: booked.pro_number,
    bill_date: '2026-12-08',
    lines: quotes.data[0].charges,
  });
  await call('GET', '/api/v1/bills');
  await call('GET', `/api/v1/bills/${bill.id}`);

  const second = await book(customer.id);
  await call('POST', `/api/v1/freight/${second.draft.id}/cancel`);
  const third = await book(customer.id);
  await call('POST', '/api/v1/shipments', { quote_id: third.quotes.data[0].id });
  await call('PATCH', `/api/v1/shipments/${third.draft.id}`, { special_instructions: 'Gate code 456' });
  await call('POST', `/api/v1/shipments/${third.draft.id}/book`);
  await call('POST', `/api/v1/shipments/${third.draft.id}/cancel`);
  const fourth = await book(customer.id);
  await call('POST', `/api/v1/freight/${fourth.draft.id}/book`);
  await call('POST', '/api/v1/sandbox/simulate/shipment.delivered', { shipment_id: fourth.draft.id });
  const { data: open } = await call('GET', '/api/v1/invoices?status=open');
  await call('POST', `/api/v1/invoices/${open[0].id}/void`);

  await call('GET', '/api/v1/sandbox/status');
  await call('DELETE', `/api/v1/webhooks/${webhook.id}`);
  await call('POST', '/api/v1/sandbox/reset');
}

try {
  await walk();
} finally {
  await service.stop();
}

// Simulated carriers book by themselves, so that there is nothing to confirm: what it would look like.
for (const [name, source] of [
  ['confirmFreight', 'getFreight'],
  ['confirmShipment', 'getShipment'],
]) {
  const { path, answers } = examples[source];
  examples[name] = {
    path: `${path}/confirm`,
    request: { pro_number: answers[200].pro_number, pickup_confirmation: '74201384' },
    answers: { 200: { ...answers[200], status: 'carrier_accepted' } },
  };
}

const ids = Object.values(document.paths).flatMap((path) =>
  Object.values(path).map(({ operationId }) => operationId),
);
const bare = ids.filter((id) => !examples[id]);
writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);
process.stdout.write(
  `${Object.keys(examples).length} operations recorded; without: ${bare.join(', ') || 'none'}\n`,
);
