import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { operations, type DocumentedOperation } from '../support/openapi-document.js';
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
/** Reads that may take more, and why. */
const MORE_FOR = new Map([
  // Papers also name who issues them; drawing one takes a hundred times as long as the look-up.
  ['downloadBol', 4],
  ['downloadShipmentBol', 4],
  // An invoice comes with its lines, its payments and where it is paid.
  ['getInvoice', 5],
  ['downloadInvoice', 5],
  // Each quota is counted where it is held.
  ['getLimits', 7],
]);
const ROWS = 50;
/** Reads of what the process knows by itself. */
const UNREAD = new Set(['listAdapters']);
/** Lists that don't grow with what a tenant stores. */
const BOUNDED = new Set(['listCarriers', 'getQuoteGroup']);

const reads = operations.filter(({ method }) => method === 'get');
const lists = reads.filter(({ parameters }) => parameters?.some(({ name }) => name === 'limit'));

/** A statement's text, wherever in a list it goes on. */
const normalizeStatement = ({ text }: Statement): string =>
  text.replace(/ AND id < \$\d+/, '').replace(/\$\d+/g, '$');

const cases = (of: DocumentedOperation[]): [string, DocumentedOperation][] =>
  of.map((operation) => [operation.operationId, operation]);

function buildPath(world: SeededResources, { path }: DocumentedOperation): string {
  return path === '/api/v1/carriers/{id}' ? '/api/v1/carriers/SIM1' : fillPath(world, path);
}

describe('statements of a read', () => {
  let app: TestApp;
  let org: TestOrganization;
  let world: SeededResources;
  let recorder: StatementRecorder;

  /** With a key that was never seen before, so that looking it up counts. */
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

  it.each(cases(reads))(`%s: at most ${MOST_FOR_A_READ}, the key's included`, async (id, operation) => {
    const path = buildPath(world, operation);
    // A paper's first print is an event; what counts is reading it.
    if (path.endsWith('/pdf')) await org.test.get(path).expect(200);
    const { statements } = await statementsOf(path);
    if (!UNREAD.has(id)) expect(statements.length).toBeGreaterThan(0);
    const most = MORE_FOR.get(id) ?? MOST_FOR_A_READ;
    expect(statements.map(({ text }) => text).slice(most)).toEqual([]);
  });

  describe('of a list', () => {
    beforeAll(async () => {
      for (const table of await listOwnedTables(app.sql, org.id))
        await copyRows(app.sql, table, org.id, ROWS);
      await app.sql.query('UPDATE webhook_deliveries SET endpoint_id = $1', [world.webhook]);
      await app.sql.query('UPDATE freight_documents SET freight_id = $1', [world.freight]);
    });

    it.each(cases(lists))(`%s: the same for 1 row and for ${ROWS}`, async (id, operation) => {
      const path = buildPath(world, operation);
      const one = await statementsOf(`${path}?limit=1`);
      const many = await statementsOf(`${path}?limit=${ROWS}`);
      expect(one.rows).toBe(1);
      if (BOUNDED.has(id)) expect(many.rows).toBeGreaterThan(1);
      else expect(many.rows).toBe(ROWS);
      expect(new Set(many.statements.map(normalizeStatement))).toEqual(
        new Set(one.statements.map(normalizeStatement)),
      );
      // The first rows of a page say how many more it can take; events may be so heavy that it begins with four.
      const more = id === 'listEvents' ? 2 : 1;
      expect(many.statements.length - one.statements.length).toBeLessThanOrEqual(more);
    });
  });
});

/** How many statements a write takes at most, transaction control included, how it is called, and what has to be made for it before, uncounted. */
type Write = [
  statements: number,
  call: (client: TestAgent, world: SeededResources, made: number) => Test,
  before?: (client: TestAgent) => Promise<number>,
];

const bill = { bill_number: 'FB-2', carrier: 'SIM1', pro_number: '99', bill_date: TODAY };
const place = { address: '1 Main St', city: 'Los Angeles', state: 'CA', zip: '90001' };
const hook = { url: 'https://example.com/other', events: ['quote.created', 'shipment.booked'] };

/** Another shipment, delivered and billed: the id of its invoice. */
async function createInvoice(client: TestAgent): Promise<number> {
  const { id } = await newFreight(client);
  await client.post(`/api/v1/freight/${id}/book`).expect(200);
  await client.post('/api/v1/sandbox/simulate/shipment.delivered').send({ shipment_id: id }).expect(200);
  return (await client.get('/api/v1/invoices?limit=1').expect(200)).body.data[0].id;
}

/** The same, past its due date. */
async function createOverdueInvoice(client: TestAgent): Promise<number> {
  const id = await createInvoice(client);
  await client.post('/api/v1/sandbox/simulate/invoice.overdue').send({ invoice_id: id }).expect(200);
  return id;
}

/** A bill for another shipment. */
async function createBill(client: TestAgent): Promise<number> {
  const { id } = await newFreight(client);
  await client.post(`/api/v1/freight/${id}/book`).expect(200);
  const sent = { bill_number: 'FB-9', carrier: 'SIM1', freight_id: id, bill_date: TODAY, total_cents: 1 };
  return (await client.post('/api/v1/bills').send(sent).expect(201)).body.id;
}

/** Where the tariff of the world goes. */
const NEW_YORK_TO_BOSTON = rateRequest({
  origin: { city: 'New York', state: 'NY', zip: '10001' },
  destination: { city: 'Boston', state: 'MA', zip: '02108' },
});

/** Every operation that is no read, in an order that leaves each what it needs. */
const WRITES: Record<string, Write> = {
  updateOrganization: [7, (to) => to.patch('/api/v1/organization').send({ legal_name: 'Acme' })],
  uploadLogo: [
    7,
    (to) => to.put('/api/v1/organization/logo').set('Content-Type', 'image/png').send(buildPng(3, 2)),
  ],
  deleteLogo: [7, (to) => to.delete('/api/v1/organization/logo')],
  createCustomer: [5, (to) => to.post('/api/v1/customers').send({ name: 'Ann' })],
  updateCustomer: [7, (to, { customer }) => to.patch(`/api/v1/customers/${customer}`).send({ name: 'Bob' })],
  createKey: [9, (to) => to.post('/api/v1/keys').send({})],
  rollKey: [10, (to, { key }) => to.post(`/api/v1/keys/${key}/roll`).send({ overlap_seconds: 60 })],
  revokeKey: [6, (to, { key }) => to.post(`/api/v1/keys/${key}/revoke`)],
  createInvitation: [
    8,
    (to) => to.post('/api/v1/invitations').send({ email: 'new@acme.example', role: 'viewer' }),
  ],
  revokeInvitation: [6, (to, { invitation }) => to.post(`/api/v1/invitations/${invitation}/revoke`)],
  updateMember: [7, (to, { member }) => to.patch(`/api/v1/members/${member}`).send({ role: 'operator' })],
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
  createAddress: [3, (to) => to.post('/api/v1/addresses').send(place)],
  updateAddress: [5, (to, { address }) => to.patch(`/api/v1/addresses/${address}`).send({ name: 'Dock' })],
  importAddresses: [
    5,
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
  createProduct: [3, (to) => to.post('/api/v1/products').send({ sku: 'P-2' })],
  updateProduct: [5, (to, { product }) => to.patch(`/api/v1/products/${product}`).send({ name: 'Screws' })],
  importProducts: [
    4,
    (to) => to.post('/api/v1/products/import').set('Content-Type', 'text/csv').send('sku\nP-3\nP-4'),
  ],
  deleteProduct: [3, (to, { product }) => to.delete(`/api/v1/products/${product}`)],
  createTariff: [5, (to) => to.post('/api/v1/tariffs').send(TARIFF)],
  updateTariff: [5, (to, { tariff }) => to.patch(`/api/v1/tariffs/${tariff}`).send({ name: 'Acme 2027' })],
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
  ],
  suggestFreightClass: [
    0,
    (to) => to.post('/api/v1/freight-classes/suggest').send({ items: rateRequest().items }),
  ],
  createQuotes: [9, (to) => to.post('/api/v1/quotes').send(rateRequest())],
  deleteTariff: [3, (to, { tariff }) => to.delete(`/api/v1/tariffs/${tariff}`)],
  createFreight: [
    5,
    (to, _world, quote) => to.post('/api/v1/freight').send(freightRequest(quote)),
    async (to) => (await newQuote(to)).id,
  ],
  updateFreight: [
    6,
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
  startTracking: [10, (to) => to.post('/api/v1/tracking').send({ tracking_number: '123456789' })],
  refreshTracking: [11, (to, { proNumber }) => to.post(`/api/v1/tracking/${proNumber}/refresh`)],
  stopTracking: [4, (to) => to.delete('/api/v1/tracking/123456789')],
  payInvoice: [12, (to, { invoice }) => to.post(`/api/v1/invoices/${invoice}/pay`)],
  voidInvoice: [10, (to, _world, invoice) => to.post(`/api/v1/invoices/${invoice}/void`), createInvoice],
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
  disputeBill: [11, (to, { bill }) => to.post(`/api/v1/bills/${bill}/dispute`).send({ reason: 'Wrong' })],
  resolveBill: [14, (to, { bill }) => to.post(`/api/v1/bills/${bill}/resolve`).send({ amount_cents: 1 })],
  approveBill: [14, (to, _world, made) => to.post(`/api/v1/bills/${made}/approve`), createBill],
  createWebhook: [7, (to) => to.post('/api/v1/webhooks').send(hook)],
  updateWebhook: [5, (to, { webhook }) => to.patch(`/api/v1/webhooks/${webhook}`).send({ description: 'A' })],
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
  resetSandbox: [32, (to) => to.post('/api/v1/sandbox/reset')],
};

/** Operations that are counted nowhere, and why. */
const UNCOUNTED = new Map([
  [
    'confirmFreight',
    'needs a carrier without a booking API, which no simulated one is; it writes what book does',
  ],
]);

describe('statements of a write', () => {
  let app: TestApp;
  let recorder: StatementRecorder;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
    recorder = new StatementRecorder(app);
  }, 60_000);
  afterAll(() => app.close());

  it('are known of every operation', () => {
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
      const made = (await before?.(org.test)) ?? 0;
      const statements = await recorder.record(async () => {
        const { status, text } = await call(org.test, world, made);
        if (status >= 300) throw new Error(`${id} → ${status} ${text}`);
      });
      // Whether the key is still in the cache of two seconds is not the operation's matter.
      counts[id] = statements.filter(({ text }) => !text.includes('FROM api_keys')).length;
    }
    return counts;
  }

  it('are few, and the same number with more rows in every table', async () => {
    const small = await app.organization();
    const counts = await countAll(small, await seedResources(app, small));
    const most = Object.fromEntries(Object.entries(WRITES).map(([id, [count]]) => [id, count]));
    // Fewer than noted is progress: the table above is to be lowered then.
    const noted = Object.fromEntries(Object.entries(counts).map(([id, n]) => [id, Math.max(n, most[id]!)]));
    expect(noted).toEqual(most);

    const large = await app.organization();
    const world = await seedResources(app, large);
    for (const table of await listOwnedTables(app.sql, large.id))
      await copyRows(app.sql, table, large.id, ROWS);
    expect(await countAll(large, world)).toEqual(counts);
  }, 60_000);
});
