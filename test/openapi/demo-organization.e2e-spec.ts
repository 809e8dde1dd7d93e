import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { PIXEL } from '../../src/app/demo/demo-data.js';
import { startApp, type TestApp } from '../support/app.js';
import { createDemoOrganization } from '../support/installation.js';
import { operations, resolveRef, type DocumentedOperation, type Json } from '../support/openapi-document.js';

/** Operations that a new demo organization rejects, with the expected status. */
const REFUSED: Record<string, number> = {
  // The demo trades no EDI documents.
  getEdiPartner: 404,
  deleteEdiPartner: 404,
  getEdiInterchange: 404,
  downloadEdiInterchange: 404,
  replayEdiInterchange: 404,
  // A logo belongs to both modes, and demo data to test mode only.
  downloadLogo: 404,
  // The demo ships within the United States.
  downloadCommercialInvoice: 422,
  downloadShipmentCommercialInvoice: 422,
  // The demo endpoint is paused, so that a demo sends no requests.
  testWebhook: 422,
  resendWebhookDelivery: 422,
  recoverWebhook: 422,
  // The demo has already performed these.
  createProduct: 422,
  createBill: 422,
  reclassifyBill: 422,
  updateFreight: 422,
  bookFreight: 422,
  invoiceFreight: 422,
  confirmFreight: 422,
  changePickup: 422,
  simulateEvent: 422,
  updateShipment: 422,
  bookShipment: 422,
  confirmShipment: 422,
};

/** Returns the value that Swagger UI fills in. */
function buildExampleValue({ example, schema }: Json): unknown {
  const { example: told, default: assumed } = resolveRef(schema);
  return example ?? told ?? assumed;
}

/** Moves the recorded body to the current day: a bill or a scan is never older than its shipment. */
function withTodaysDate(body: string | object): string | object {
  if (typeof body === 'string') return body;
  const now = new Date().toISOString();
  return {
    ...body,
    ...('bill_date' in body && { bill_date: now.slice(0, 10) }),
    ...('occurred_at' in body && { occurred_at: now }),
  };
}

/** Sends the operation's example without changes. */
function send(app: TestApp, key: string, operation: DocumentedOperation): Promise<Response> {
  let path = operation.path;
  const query = new URLSearchParams();
  for (const parameter of operation.parameters.map((each) => resolveRef(each))) {
    const { in: place, name } = parameter as { in: string; name: string };
    const value = buildExampleValue(parameter);
    if (place === 'path') path = path.replace(`{${name}}`, String(value));
    if (place === 'query' && value !== undefined) query.set(name, String(value));
  }
  const call = app.client(key)[operation.method](`${path}?${query.toString()}`);
  const content = Object.entries(operation.requestBody?.content ?? {});
  const [type, body] =
    content.find(([type, { examples }]) => examples && /json|csv/.test(type)) ?? content.at(-1) ?? [];
  if (!type) return call;
  const [told] = Object.values(body?.examples ?? {}) as { value: string | object }[];
  return call
    .set('Content-Type', type.startsWith('image/') ? 'image/png' : type)
    .send(type.startsWith('image/') ? PIXEL : withTodaysDate(told?.value ?? PIXEL));
}

/** Orders reads before writes, and deletions last. */
function getOrder({ method, operationId }: DocumentedOperation): number {
  if (operationId === 'resetSandbox') return 3;
  return method === 'delete' || operationId === 'voidInvoice' ? 2 : method === 'get' ? 0 : 1;
}

describe('a new demo organization', () => {
  let app: TestApp;
  let testKey: string;
  let liveKey: string;

  beforeAll(async () => {
    app = await startApp();
    ({ testKey, liveKey } = await createDemoOrganization(app));
  });
  afterAll(() => app.close());

  it('has no live data and an inactive webhook endpoint', async () => {
    for (const path of ['quotes', 'freight', 'invoices', 'webhooks', 'tariffs', 'events', 'tracking']) {
      const { body } = await app.client(liveKey).get(`/api/v1/${path}`).expect(200);
      expect(body.data).toEqual([]);
    }
    const { body } = await app.client(testKey).get('/api/v1/webhooks').expect(200);
    expect(body.data).toMatchObject([{ id: 1, active: false }]);
    const attempts = await app.sql.query('SELECT status, attempt_count FROM webhook_deliveries');
    expect(attempts).toEqual([{ status: 'pending', attempt_count: 0 }]);
  });

  it('gets quotes from the simulated carriers only', async () => {
    const { examples } = operations.find(({ operationId }) => operationId === 'createQuotes')!.requestBody!
      .content['application/json']! as { examples: Record<string, { value: object }> };
    const { body } = await app
      .client(testKey)
      .post('/api/v1/quotes')
      .send(examples.createQuotes!.value)
      .expect(201);
    expect(new Set(body.data.map(({ scac }: { scac: string }) => scac))).toEqual(
      new Set(['SIM1', 'SIM2', 'SIM3', 'SIM4', 'SIM5']),
    );
  });

  it.each(
    operations.toSorted((a, b) => getOrder(a) - getOrder(b)).map((each) => [each.operationId, each] as const),
  )('accepts the documented example of %s', async (id, operation) => {
    const { status, body } = await send(app, testKey, operation);
    expect({ status: status < 300 ? 200 : status, body }).toEqual({ status: REFUSED[id] ?? 200, body });
  });
});
