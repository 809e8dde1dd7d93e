import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { eventually } from '../support/eventually.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { operations, type DocumentedOperation } from '../support/openapi-document.js';
import { buildFile, buildPartner, EDI_TYPE } from '../support/edi.js';
import { buildPng } from '../support/images.js';
import { copyRows, listOwnedTables } from '../support/copy-rows.js';
import {
  freightRequest,
  newFreight,
  newQuote,
  rateRequest,
  SINGLE_LANE_RATES,
  TARIFF,
} from '../support/factories.js';
import { TODAY } from '../support/fixture.js';
import { StatementRecorder, type Statement } from '../support/statement-recorder.js';
import { fillPath, seedResources, type SeededResources } from '../support/seeded-resources.js';

const MOST_FOR_A_READ = 3;
/** Reads that may run more statements, with the reason. */
const MORE_FOR = new Map([
  // PDFs also show the issuer. Rendering one takes a hundred times as long as that lookup.
  ['downloadBol', 4],
  ['downloadShipmentBol', 4],
  // An invoice includes its lines, its payments and the payment address.
  ['getInvoice', 5],
  ['downloadInvoice', 5],
  // A statement also shows the customer and the issuer.
  ['downloadCustomerStatement', 5],
  // Each quota is counted in its own table.
  ['getLimits', 8],
]);
const ROWS = 50;
/** Reads that return data of the process. */
const UNREAD = new Set(['listAdapters', 'listEventTypes']);
/** Lists that do not grow with a tenant's data. */
const BOUNDED = new Set(['listCarriers', 'getQuoteGroup']);

/** The customer of the copied invoices, in SQL, for lists that depend on it. */
const CUSTOMER_OF_INVOICES: Record<string, string> = {
  getCustomerStatement: '$1',
  getInvoiceAging: '$1 + id',
};

const reads = operations.filter(({ method }) => method === 'get');
const lists = reads.filter(({ parameters }) => parameters?.some(({ name }) => name === 'limit'));

/** Returns the text of a statement without the position of its page. */
const normalizeStatement = ({ text }: Statement): string =>
  text.replace(/ AND id < \$\d+/, '').replace(/\$\d+/g, '$');

const cases = (of: DocumentedOperation[]): [string, DocumentedOperation][] =>
  of.map((operation) => [operation.operationId, operation]);

function buildPath(world: SeededResources, { path }: DocumentedOperation): string {
  return path === '/api/v1/carriers/{id}' ? '/api/v1/carriers/SIM1' : fillPath(world, path);
}

describe('the statement count of a read', () => {
  let app: TestApp;
  let org: TestOrganization;
  let world: SeededResources;
  let recorder: StatementRecorder;

  /** Uses a new key, so that its lookup counts. */
  async function statementsOf(path: string): Promise<{ statements: Statement[]; rows: number | undefined }> {
    const { key } = await app.app.get(ApiKeysService).create(org.id, 'test');
    const client: TestAgent = app.client(key);
    let rows: number | undefined;
    const statements = await recorder.record(async () => {
      const { body } = (await client.get(path).expect(200)) as { body: { data?: unknown[] } };
      rows = body.data?.length;
    });
    return { statements, rows };
  }

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    recorder = new StatementRecorder(app);
    org = await app.organization();
    world = await seedResources(app, org);
  }, 60_000);
  afterAll(() => app.close());

  it.each(cases(reads))(
    `of %s is at most ${MOST_FOR_A_READ}, including the API key lookup`,
    async (id, operation) => {
      const path = buildPath(world, operation);
      // The first print of a PDF publishes an event. Only later reads count.
      if (path.endsWith('/pdf')) await org.test.get(path).expect(200);
      const { statements } = await statementsOf(path);
      if (!UNREAD.has(id)) expect(statements.length).toBeGreaterThan(0);
      const most = MORE_FOR.get(id) ?? MOST_FOR_A_READ;
      expect(statements.map(({ text }) => text).slice(most)).toEqual([]);
    },
  );

  describe('of a list', () => {
    beforeAll(async () => {
      for (const table of await listOwnedTables(app.sql, org.id))
        await copyRows(app.sql, table, org.id, ROWS);
      await app.sql.query('UPDATE webhook_deliveries SET endpoint_id = $1', [world.webhook]);
      await app.sql.query('UPDATE freight_documents SET freight_id = $1', [world.freight]);
    });

    it.each(cases(lists))(`%s is the same for 1 row and for ${ROWS}`, async (id, operation) => {
      const path = buildPath(world, operation);
      if (id in CUSTOMER_OF_INVOICES)
        await app.sql.query(`UPDATE invoices SET customer_id = ${CUSTOMER_OF_INVOICES[id]}`, [
          world.customer,
        ]);
      const one = await statementsOf(`${path}?limit=1`);
      const many = await statementsOf(`${path}?limit=${ROWS}`);
      expect(one.rows).toBe(1);
      if (BOUNDED.has(id)) expect(many.rows).toBeGreaterThan(1);
      else expect(many.rows).toBe(ROWS);
      expect(new Set(many.statements.map(normalizeStatement))).toEqual(
        new Set(one.statements.map(normalizeStatement)),
      );
      // The first rows of a page determine how many more it can take. Events may be so large that it begins with four.
      const more = id === 'listEvents' ? 2 : 1;
      expect(many.statements.length - one.statements.length).toBeLessThanOrEqual(more);
    });
  });
});

/**
 * The maximum number of statements of a write, transaction control included; the call; and the preparation, which is
 * not counted.
 */
type Write = [
  statements: number,
  call: (client: TestAgent, world: SeededResources, made: number) => Test,
  before?: (client: TestAgent, world: SeededResources) => Promise<unknown>,
];

const bill = { bill_number: 'FB-2', carrier: 'SIM1', pro_number: '99', bill_date: TODAY };
const place = { address: '1 Main St', city: 'Los Angeles', state: 'CA', zip: '90001' };
const hook = { url: 'https://example.com/other', events: ['quote.created', 'shipment.booked'] };

/** Creates another delivered and billed shipment. Returns the id of its invoice. */
async function createInvoice(client: TestAgent): Promise<number> {
  const { id } = await newFreight(client);
  await client.post(`/api/v1/freight/${id}/book`).expect(200);
  await client.post('/api/v1/sandbox/simulate/shipment.delivered').send({ shipment_id: id }).expect(200);
  return (await client.get('/api/v1/invoices?limit=1').expect(200)).body.data[0].id;
}

/** Creates a shipment whose invoice is void. Returns the id of the shipment. */
async function voidInvoice(client: TestAgent): Promise<number> {
  const id = await createInvoice(client);
  return (await client.post(`/api/v1/invoices/${id}/void`).expect(200)).body.freight_id;
}

/** Creates an invoice and moves its due date to the past. */
async function createOverdueInvoice(client: TestAgent): Promise<number> {
  const id = await createInvoice(client);
  await client.post('/api/v1/sandbox/simulate/invoice.overdue').send({ invoice_id: id }).expect(200);
  return id;
}

/** Creates a bill for another shipment. */
async function createEdiPartner(client: TestAgent): Promise<number> {
  return (await client.post('/api/v1/edi/partners').send(buildPartner()).expect(201)).body.id;
}

async function createBill(client: TestAgent): Promise<number> {
  const { id } = await newFreight(client);
  await client.post(`/api/v1/freight/${id}/book`).expect(200);
  const sent = {
    bill_number: `FB-9-${id}`,
    carrier: 'SIM1',
    freight_id: id,
    bill_date: TODAY,
    total_cents: 1,
  };
  return (await client.post('/api/v1/bills').send(sent).expect(201)).body.id;
}

/** A lane that the tariff covers. */
const NEW_YORK_TO_BOSTON = rateRequest({
  origin: { city: 'New York', state: 'NY', zip: '10001' },
  destination: { city: 'Boston', state: 'MA', zip: '02108' },
});

/** Every write, in an order that leaves each what it needs. */
const WRITES: Record<string, Write> = {
  updateOrganization: [7, (to) => to.patch('/api/v1/organization').send({ legal_name: 'Acme' })],
  uploadLogo: [
    7,
    (to) => to.put('/api/v1/organization/logo').set('Content-Type', 'image/png').send(buildPng(3, 2)),
  ],
  deleteLogo: [7, (to) => to.delete('/api/v1/organization/logo')],
  createCustomer: [6, (to) => to.post('/api/v1/customers').send({ name: 'Ann' })],
  updateCustomer: [6, (to, { customer }) => to.patch(`/api/v1/customers/${customer}`).send({ name: 'Bob' })],
  createKey: [9, (to) => to.post('/api/v1/keys').send({})],
  rollKey: [10, (to, { key }) => to.post(`/api/v1/keys/${key}/roll`).send({ overlap_seconds: 60 })],
  revokeKey: [6, (to, { key }) => to.post(`/api/v1/keys/${key}/revoke`)],
  createInvitation: [
    9,
    (to) => to.post('/api/v1/invitations').send({ email: 'new@acme.example', role: 'viewer' }),
  ],
  revokeInvitation: [6, (to, { invitation }) => to.post(`/api/v1/invitations/${invitation}/revoke`)],
  updateMember: [7, (to, { member }) => to.patch(`/api/v1/members/${member}`).send({ role: 'operator' })],
  unlinkMember: [6, (to, { member }) => to.post(`/api/v1/members/${member}/unlink`)],
  deleteMember: [7, (to, { member }) => to.delete(`/api/v1/members/${member}`)],
  createCarrierConnection: [
    13,
    (to) => to.post('/api/v1/carrier-connections').send({ adapter: 'simulated', scac: 'SIM4' }),
  ],
  updateCarrierConnection: [
    9,
    (to, { connection }) =>
      to.patch(`/api/v1/carrier-connections/${connection}`).send({ settings: { factor: 1 } }),
  ],
  testCarrierConnection: [
    3,
    (to, { connection }) => to.post(`/api/v1/carrier-connections/${connection}/test`),
  ],
  deleteCarrierConnection: [
    9,
    (to, { connection }) => to.delete(`/api/v1/carrier-connections/${connection}`),
  ],
  createAddress: [4, (to) => to.post('/api/v1/addresses').send(place)],
  updateAddress: [4, (to, { address }) => to.patch(`/api/v1/addresses/${address}`).send({ name: 'Dock' })],
  importAddresses: [
    6,
    (to) =>
      to
        .post('/api/v1/addresses/import')
        .set('Content-Type', 'text/csv')
        .send(
          'external_ref,address,city,state,zip\nA,1 Main St,Los Angeles,CA,90001\nB,2 Main St,Los Angeles,CA,90001',
        ),
  ],
  validateAddress: [2, (to) => to.post('/api/v1/addresses/validate').send(place)],
  deleteAddress: [3, (to, { address }) => to.delete(`/api/v1/addresses/${address}`)],
  createProduct: [4, (to) => to.post('/api/v1/products').send({ sku: 'P-2' })],
  updateProduct: [4, (to, { product }) => to.patch(`/api/v1/products/${product}`).send({ name: 'Screws' })],
  importProducts: [
    5,
    (to) => to.post('/api/v1/products/import').set('Content-Type', 'text/csv').send('sku\nP-3\nP-4'),
  ],
  deleteProduct: [3, (to, { product }) => to.delete(`/api/v1/products/${product}`)],
  createTariff: [5, (to) => to.post('/api/v1/tariffs').send(TARIFF)],
  updateTariff: [4, (to, { tariff }) => to.patch(`/api/v1/tariffs/${tariff}`).send({ name: 'Acme 2027' })],
  uploadTariffRates: [
    8,
    (to, { tariff }) =>
      to
        .put(`/api/v1/tariffs/${tariff}/rates`)
        .set('Content-Type', 'text/csv')
        .send(SINGLE_LANE_RATES.replace('900,606', '100,021')),
  ],
  rateTariff: [3, (to, { tariff }) => to.post(`/api/v1/tariffs/${tariff}/rate`).send(NEW_YORK_TO_BOSTON)],
  uploadFreightDocument: [
    8,
    (to, { freight }) =>
      to.post(`/api/v1/freight/${freight}/documents`).set('Content-Type', 'image/png').send(buildPng(3, 3)),
  ],
  createTrackingLink: [
    12,
    (to, { draft }) =>
      to.post(`/api/v1/freight/${draft}/tracking-link`).send({ notify: [{ email: 'dock@acme.example' }] }),
  ],
  deleteTrackingLink: [8, (to, { draft }) => to.delete(`/api/v1/freight/${draft}/tracking-link`)],
  deleteFreightDocument: [
    4,
    (to, { freight, document }) => to.delete(`/api/v1/freight/${freight}/documents/${document}`),
  ],
  printDocuments: [
    9,
    (to, { freight }) =>
      to.post('/api/v1/documents').send({ freight_ids: [freight], documents: ['bol', 'labels'] }),
    // The first print starts Chromium. On a busy machine, it returns 503 `pdf_busy`.
    (to, { freight }) => eventually(async () => (await to.get(`/api/v1/freight/${freight}/bol/pdf`)).ok),
  ],
  suggestFreightClass: [
    0,
    (to) => to.post('/api/v1/freight-classes/suggest').send({ items: rateRequest().items }),
  ],
  createQuotes: [9, (to) => to.post('/api/v1/quotes').send(rateRequest())],
  createEdiPartner: [1, (to) => to.post('/api/v1/edi/partners').send(buildPartner())],
  updateEdiPartner: [
    4,
    (to, { partner }) => to.patch(`/api/v1/edi/partners/${partner}`).send({ version: '005010' }),
  ],
  receiveEdiInterchange: [
    33,
    (to, { partner }) =>
      to
        .post(`/api/v1/edi/interchanges?partner_id=${partner}`)
        .set('Content-Type', EDI_TYPE)
        .send(buildFile({ control: '77', sets: [['214', ['B10', '000000077']]] })),
  ],
  replayEdiInterchange: [
    28,
    (to, { interchange }) => to.post(`/api/v1/edi/interchanges/${interchange}/replay`),
  ],
  deleteEdiPartner: [6, (to, _world, made) => to.delete(`/api/v1/edi/partners/${made}`), createEdiPartner],
  deleteTariff: [4, (to, { tariff }) => to.delete(`/api/v1/tariffs/${tariff}`)],
  createFreight: [
    6,
    (to, _world, quote) => to.post('/api/v1/freight').send(freightRequest(quote)),
    async (to) => (await newQuote(to)).id,
  ],
  updateFreight: [
    5,
    (to, { draft }) => to.patch(`/api/v1/freight/${draft}`).send({ special_instructions: 'Ring' }),
  ],
  bookFreight: [50, (to, { draft }) => to.post(`/api/v1/freight/${draft}/book`)],
  changePickup: [
    26,
    (to, { draft }) =>
      to.post(`/api/v1/freight/${draft}/pickup`).send({ ready_time: '09:00', close_time: '16:00' }),
  ],
  cancelPickup: [27, (to, { draft }) => to.delete(`/api/v1/freight/${draft}/pickup`)],
  cancelFreight: [34, (to, { draft }) => to.post(`/api/v1/freight/${draft}/cancel`)],
  recordScan: [
    22,
    (to, { freight }) =>
      to
        .post(`/api/v1/freight/${freight}/scans`)
        .send({ status: 'delivered', occurred_at: new Date().toISOString(), signed_by: 'Bob Ray' }),
  ],
  importScans: [
    25,
    (to, { freight }) =>
      to
        .post('/api/v1/scans/import')
        .set('Content-Type', 'text/csv')
        .send(`freight_id,status,occurred_at\n${freight},delivered,${new Date().toISOString()}`),
  ],
  startTracking: [10, (to) => to.post('/api/v1/tracking').send({ tracking_number: '123456789' })],
  refreshTracking: [11, (to, { proNumber }) => to.post(`/api/v1/tracking/${proNumber}/refresh`)],
  stopTracking: [4, (to) => to.delete('/api/v1/tracking/123456789')],
  createInvoice: [
    19,
    (to, { freight }) =>
      to.post('/api/v1/invoices').send({
        freight_id: freight,
        line_items: [{ type: 'accessorial', description: 'Detention', amount_cents: 100 }],
      }),
  ],
  creditInvoice: [
    18,
    (to, _world, invoice) =>
      to.post(`/api/v1/invoices/${invoice}/credit`).send({ amount_cents: 1, reason: 'Late' }),
    createInvoice,
  ],
  invoiceFreight: [16, (to, _world, freight) => to.post(`/api/v1/freight/${freight}/invoice`), voidInvoice],
  payInvoice: [12, (to, { invoice }) => to.post(`/api/v1/invoices/${invoice}/pay`)],
  voidInvoice: [14, (to, _world, invoice) => to.post(`/api/v1/invoices/${invoice}/void`), createInvoice],
  waiveLateFee: [
    10,
    (to, _world, invoice) => to.post(`/api/v1/invoices/${invoice}/waive-late-fee`),
    createOverdueInvoice,
  ],
  createBill: [
    11,
    (to) =>
      to.post('/api/v1/bills').send({
        ...bill,
        lines: [{ type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amount_cents: 100 }],
      }),
  ],
  disputeBill: [10, (to, { bill }) => to.post(`/api/v1/bills/${bill}/dispute`).send({ reason: 'Wrong' })],
  resolveBill: [11, (to, { bill }) => to.post(`/api/v1/bills/${bill}/resolve`).send({ amount_cents: 1 })],
  reclassifyBill: [
    19,
    (to, _world, made) => to.post(`/api/v1/bills/${made}/reclassify`).send({ kind: 'supplement' }),
    createBill,
  ],
  approveBill: [11, (to, _world, made) => to.post(`/api/v1/bills/${made}/approve`), createBill],
  createWebhook: [7, (to) => to.post('/api/v1/webhooks').send(hook)],
  updateWebhook: [4, (to, { webhook }) => to.patch(`/api/v1/webhooks/${webhook}`).send({ description: 'A' })],
  rotateWebhookSecret: [5, (to, { webhook }) => to.post(`/api/v1/webhooks/${webhook}/rotate-secret`)],
  testWebhook: [7, (to, { webhook }) => to.post(`/api/v1/webhooks/${webhook}/test`)],
  resendWebhookDelivery: [
    6,
    (to, { webhook, delivery }) => to.post(`/api/v1/webhooks/${webhook}/deliveries/${delivery}/resend`),
  ],
  recoverWebhook: [
    9,
    (to, { webhook }) => to.post(`/api/v1/webhooks/${webhook}/recover`).send({ since: '2026-01-01' }),
  ],
  deleteWebhook: [5, (to, { webhook }) => to.delete(`/api/v1/webhooks/${webhook}`)],
  simulateEvent: [5, (to) => to.post('/api/v1/sandbox/simulate/customer.updated')],
  resetSandbox: [35, (to) => to.post('/api/v1/sandbox/reset')],
};

/** Operations without a count, with the reason. */
const UNCOUNTED = new Map([
  [
    'confirmFreight',
    'needs a carrier without a booking API, which no simulated one is; it writes what book does',
  ],
]);

describe('the statement count of a write', () => {
  let app: TestApp;
  let recorder: StatementRecorder;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    recorder = new StatementRecorder(app);
  }, 60_000);
  afterAll(() => app.close());

  it('is listed for every operation', () => {
    const writes = operations.filter(({ method, deprecated }) => method !== 'get' && !deprecated);
    const missing = writes.filter(
      ({ operationId }) => !(operationId in WRITES || UNCOUNTED.has(operationId)),
    );
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  });

  async function countAll(org: TestOrganization, world: SeededResources): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const [id, [, call, before]] of Object.entries(WRITES)) {
      await org.test.get('/api/v1/carriers').expect(200);
      const made = Number((await before?.(org.test, world)) ?? 0);
      const statements = await recorder.record(async () => {
        const { status, text } = await call(org.test, world, made);
        if (status >= 300) throw new Error(`${id} → ${status} ${text}`);
      });
      // The cache keeps a key for two seconds, so the lookup of the key is not counted.
      counts[id] = statements.filter(({ text }) => !text.includes('FROM api_keys')).length;
    }
    return counts;
  }

  it('is at most the listed count and does not grow with the rows', async () => {
    const small = await app.organization();
    const counts = await countAll(small, await seedResources(app, small));
    const most = Object.fromEntries(Object.entries(WRITES).map(([id, [count]]) => [id, count]));
    // If the count is below the listed one, the table above must be lowered.
    const noted = Object.fromEntries(Object.entries(counts).map(([id, n]) => [id, Math.max(n, most[id]!)]));
    expect(noted).toEqual(most);

    const large = await app.organization();
    const world = await seedResources(app, large);
    for (const table of await listOwnedTables(app.sql, large.id))
      await copyRows(app.sql, table, large.id, ROWS);
    expect(await countAll(large, world)).toEqual(counts);
  }, 60_000);
});
