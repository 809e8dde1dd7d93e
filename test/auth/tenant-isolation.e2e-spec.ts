import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type TestAgent from 'supertest/lib/agent.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { freightRequest, rateRequest } from '../support/factories.js';
import { operations, type DocumentedOperation } from '../support/openapi-document.js';
import { buildPng } from '../support/images.js';
import { fillPath, seedResources, type SeededResources } from '../support/seeded-resources.js';

/** Unused ids in the format of the path. */
const UNKNOWN: SeededResources = {
  quote: 987_654_321,
  quoteGroup: 'qg_00000000000000000000000000000000',
  draft: 987_654_321,
  freight: 987_654_321,
  proNumber: '987654321',
  address: 987_654_321,
  product: 987_654_321,
  tariff: 987_654_321,
  customer: 987_654_321,
  invoice: 987_654_321,
  bill: 987_654_321,
  webhook: 987_654_321,
  key: 987_654_321,
  member: 987_654_321,
  invitation: 987_654_321,
  connection: 987_654_321,
  delivery: 987_654_321,
  document: 987_654_321,
  event: 'evt_00000000000000000000000000000000',
  partner: 987_654_321,
  interchange: 987_654_321,
};

/** The carrier directory is shared by all tenants, and the path of a simulated event contains no id. */
const COMMON = new Set(['getCarrier', 'simulateEvent']);

const guarded = operations.filter(({ path, operationId }) => path.includes('{') && !COMMON.has(operationId));

/** Returns the document's example of a body, which passes validation. */
function getExampleBody({ requestBody }: DocumentedOperation): object | undefined {
  const examples = requestBody?.content['application/json']?.examples as
    Record<string, { value: object }> | undefined;
  return examples ? Object.values(examples)[0]!.value : undefined;
}

/** Builds a file for operations with a file as the body. */
function buildFile({ requestBody }: DocumentedOperation): { type: string; bytes: Buffer } | undefined {
  if (requestBody?.content['image/png']) return { type: 'image/png', bytes: buildPng(2, 2) };
  const examples = requestBody?.content['text/csv']?.examples as
    Record<string, { value: string }> | undefined;
  return examples && { type: 'text/csv', bytes: Buffer.from(Object.values(examples)[0]!.value) };
}

async function fetchBody(
  client: TestAgent,
  operation: DocumentedOperation,
  world: SeededResources,
): Promise<string> {
  const request = client[operation.method](fillPath(world, operation.path));
  const file = buildFile(operation);
  const { status, text, headers } = await (file === undefined
    ? request.send(getExampleBody(operation))
    : request.set('Content-Type', file.type).send(file.bytes));
  return `${status} ${headers['content-type']} ${text.replaceAll(/req_\w+/g, 'req_')}`;
}

describe('tenant isolation', () => {
  let app: TestApp;
  let owner: TestOrganization;
  let stranger: TestOrganization;
  let world: SeededResources;

  beforeAll(async () => {
    app = await startApp();
    owner = await app.organization();
    stranger = await app.organization();
    world = await seedResources(app, owner);
  }, 60_000);
  afterAll(() => app.close());

  it('covers every route that takes an id', () => expect(guarded.length).toBeGreaterThan(30));

  it.each(guarded.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s: a foreign id, one of the other mode and an unknown one are the same 404',
    async (_name, operation) => {
      const unknown = await fetchBody(owner.test, operation, UNKNOWN);
      expect(unknown).toMatch(/^404 /);
      expect(await fetchBody(stranger.test, operation, world)).toBe(unknown);
      expect(await fetchBody(owner.live, operation, world)).toBe(unknown);
    },
  );

  it('lists only the tenant’s own records', async () => {
    const lists = operations.filter(
      ({ path, method }) => method === 'get' && !/\{|\/organization|\/limits/.test(path),
    );
    for (const { path } of lists) {
      // Each organization has these itself: the carrier directory, adapters, event types, the test-mode connections, and the
      // keys, their audit entries and the requests of this test.
      if (
        /\/(carriers|adapters|event-types|carrier-connections|audit-log|requests|keys)$|\/sandbox\//.test(
          path,
        )
      )
        continue;
      for (const client of [stranger.test, owner.live]) {
        expect((await client.get(path).expect(200)).body.data).toEqual([]);
      }
      expect((await owner.test.get(path).expect(200)).body.data.length).toBeGreaterThan(0);
    }
  });

  it('returns the error of an unknown quote for another tenant’s quote', async () => {
    const { body } = await stranger.test
      .post('/api/v1/freight')
      .send(freightRequest(world.quote))
      .expect(404);
    expect(body.error.code).toBe('resource_missing');
  });

  it('treats another tenant’s cursors and customers as unused ids', async () => {
    await stranger.test
      .post('/api/v1/quotes')
      .send(rateRequest({ customer_id: world.customer }))
      .expect(201);
    const { body } = await stranger.test.get(`/api/v1/quotes?starting_after=${world.quote}`).expect(200);
    expect(body.data).toEqual([]);
    const own = await stranger.test.get(`/api/v1/quotes?customer_id=${world.customer}&limit=100`).expect(200);
    expect(own.body.data.length).toBeGreaterThan(0);
    const theirs = await owner.test.get('/api/v1/quotes?limit=100').expect(200);
    const ids = new Set(theirs.body.data.map(({ id }: { id: number }) => id));
    expect(own.body.data.filter(({ id }: { id: number }) => ids.has(id))).toEqual([]);
  });
});
