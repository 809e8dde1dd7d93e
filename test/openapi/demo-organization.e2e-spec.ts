import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { PIXEL } from '../../src/app/demo/demo-data.js';
import { startApp, type TestApp } from '../support/app.js';
import { createDemoOrganization } from '../support/installation.js';
import { operations, resolveRef, type DocumentedOperation, type Json } from '../support/openapi-document.js';

/** What an operation of a fresh demo organization refuses, and why that is right. */
const REFUSED: Record<string, number> = {
  // A logo is of both modes, the demo's data of test mode alone.
  downloadLogo: 404,
  // Its endpoint is paused: nobody is called that nobody asked for.
  testWebhook: 422,
  resendWebhookDelivery: 422,
  recoverWebhook: 422,
  // What they do is done already.
  createProduct: 422,
  createBill: 422,
  updateFreight: 422,
  bookFreight: 422,
  confirmFreight: 422,
  changePickup: 422,
  simulateEvent: 422,
  updateShipment: 422,
  bookShipment: 422,
  confirmShipment: 422,
};

/** What Swagger UI fills in of itself. */
function buildExampleValue({ example, schema }: Json): unknown {
  const { example: told, default: assumed } = resolveRef(schema);
  return example ?? told ?? assumed;
}

/** What was recorded, on the day on which it is sent: no bill is older than its shipment. */
function withTodaysDate(body: string | object): string | object {
  if (typeof body === 'string' || !('bill_date' in body)) return body;
  return { ...body, bill_date: new Date().toISOString().slice(0, 10) };
}

/** What it sends when nothing is changed. */
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
  const [type, body] = content.find(([, { examples }]) => examples) ?? content.at(-1) ?? [];
  if (!type) return call;
  const [told] = Object.values(body?.examples ?? {}) as { value: string | object }[];
  return call
    .set('Content-Type', type.startsWith('image/') ? 'image/png' : type)
    .send(withTodaysDate(told?.value ?? PIXEL));
}

/** Reads before writes, and last what takes away. */
function getOrder({ method, operationId }: DocumentedOperation): number {
  if (operationId === 'resetSandbox') return 3;
  return method === 'delete' || operationId === 'voidInvoice' ? 2 : method === 'get' ? 0 : 1;
}

describe('a fresh demo organization', () => {
  let app: TestApp;
  let testKey: string;
  let liveKey: string;

  beforeAll(async () => {
    app = await startApp();
    ({ testKey, liveKey } = await createDemoOrganization(app));
  });
  afterAll(() => app.close());

  it('has nothing in live mode, and sends nothing to anybody', async () => {
    for (const path of ['quotes', 'freight', 'invoices', 'webhooks', 'tariffs', 'events', 'tracking']) {
      const { body } = await app.client(liveKey).get(`/api/v1/${path}`).expect(200);
      expect(body.data).toEqual([]);
    }
    const { body } = await app.client(testKey).get('/api/v1/webhooks').expect(200);
    expect(body.data).toMatchObject([{ id: 1, active: false }]);
    const attempts = await app.sql.query('SELECT status, attempt_count FROM webhook_deliveries');
    expect(attempts).toEqual([{ status: 'pending', attempt_count: 0 }]);
  });

  it('quotes from the simulated carriers alone', async () => {
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
  )('takes the example of %s as it is', async (id, operation) => {
    const { status, body } = await send(app, testKey, operation);
    expect({ status: status < 300 ? 200 : status, body }).toEqual({ status: REFUSED[id] ?? 200, body });
  });
});
