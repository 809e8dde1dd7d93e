import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import type { QueryRunner } from 'typeorm';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { operations, type DocumentedOperation } from '../support/openapi-document.js';
import { EDI_TYPE } from '../support/edi.js';
import { buildPng } from '../support/images.js';

const cases = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const withBody = cases.filter(([, { requestBody }]) => requestBody?.content['application/json']);
const withFile = cases.filter(([, operation]) => buildFile(operation));
const posts = cases.filter(([, { method }]) => method === 'post');
/** PDFs are printed again instead. */
const kept = posts.filter(([, { operationId }]) => operationId !== 'printDocuments');
const withQuery = cases.filter(([, { parameters }]) => parameters.some(({ name }) => name === 'limit'));

function buildPath({ path, operationId }: DocumentedOperation): string {
  const query = operationId === 'receiveEdiInterchange' ? '?partner_id=123' : '';
  const filled = path
    .replace('{groupId}', 'qg_0')
    .replace('{event_type}', 'quote.created')
    .replaceAll(/\{\w+\}/g, '123');
  return filled + query;
}

/** Returns the document's example of a body, which passes validation. */
function getExampleBody({ requestBody }: DocumentedOperation): object {
  const examples = requestBody?.content['application/json']?.examples as
    Record<string, { value: object }> | undefined;
  return examples ? Object.values(examples)[0]!.value : {};
}

/** Builds a valid file of the operation's first content type. */
function buildFile({ requestBody }: DocumentedOperation): { type: string; bytes: Buffer } | undefined {
  const { 'image/png': image, 'text/csv': table, [EDI_TYPE]: interchange } = requestBody?.content ?? {};
  if (image) return { type: 'image/png', bytes: buildPng(2, 2) };
  const [example] = Object.values((table ?? interchange)?.examples ?? {}) as { value: string }[];
  return example && { type: table ? 'text/csv' : EDI_TYPE, bytes: Buffer.from(example.value) };
}

function call(client: TestAgent, operation: DocumentedOperation, body = getExampleBody(operation)): Test {
  const request = client[operation.method](buildPath(operation));
  const file = buildFile(operation);
  if (file) return request.set('Content-Type', file.type).send(file.bytes);
  return operation.method === 'post' || operation.method === 'patch' ? request.send(body) : request;
}

describe('every operation', () => {
  let app: TestApp;
  let org: TestOrganization;
  let onlyCarriers: TestAgent;
  let onlyCustomers: TestAgent;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
    const keys = app.app.get(ApiKeysService);
    onlyCarriers = app.client((await keys.create(org.id, 'test', { scopes: ['carriers.read'] })).key);
    onlyCustomers = app.client((await keys.create(org.id, 'test', { scopes: ['customers.read'] })).key);
  });
  afterAll(() => app.close());

  it.each(cases)('%s requires a key', async (_name, operation) => {
    const { body } = await call(app.client(), operation).expect(401);
    expect(body.error.type).toBe('authentication_error');
  });

  it.each(cases)('%s requires its scope', async (_name, operation) => {
    const powerless = operation.path.includes('/carriers') ? onlyCustomers : onlyCarriers;
    const { body } = await call(powerless, operation).expect(403);
    expect(body.error.code).toBe('insufficient_scope');
  });

  it.each(withBody)('%s rejects a body that is too large', async (_name, operation) => {
    await call(org.test, operation, { note: 'x'.repeat(300_000) }).expect(413);
  });

  it.each(withBody)('%s rejects a body that is not JSON', async (_name, operation) => {
    await org.test[operation.method](buildPath(operation))
      .set('Content-Type', 'text/plain')
      .send('{}')
      .expect(415);
  });

  it.each(withBody)('%s rejects a body that is not an object', async (_name, operation) => {
    const request = org.test[operation.method](buildPath(operation)).set('Content-Type', 'application/json');
    expect((await request.send('[1]').expect(400)).body.error.code).toBe('invalid_json');
  });

  it.each(withFile)('%s rejects a file that is too large or of another type', async (_name, operation) => {
    const request = () => org.test[operation.method](buildPath(operation));
    const tooLarge = Buffer.alloc((LARGE[operation.operationId] ?? 9) * 1024 * 1024);
    await request().set('Content-Type', buildFile(operation)!.type).send(tooLarge).expect(413);
    await request().send({}).expect(415);
  });

  it.each(withQuery)('%s rejects a limit of 0', async (_name, operation) => {
    const { body } = await org.test.get(`${buildPath(operation)}?limit=0`).expect(400);
    expect(body.error.param).toBe('limit');
  });

  it.each(cases)('%s rejects an unknown query parameter', async (_name, operation) => {
    const { body } = await call(org.test, operation).query({ cutomer: '1' }).expect(400);
    expect(body.error).toMatchObject({ code: 'unknown_parameter', param: 'cutomer' });
  });

  it.each(posts)('%s rejects an empty Idempotency-Key', async (_name, operation) => {
    const { body } = await call(org.test, operation).set('Idempotency-Key', '""').expect(400);
    expect(body.error.param).toBe('Idempotency-Key');
  });

  it.each(kept)('%s rejects an Idempotency-Key that another request has used', async (_name, operation) => {
    const key = `key of ${operation.operationId}`;
    const { status } = await call(org.test, operation).set('Idempotency-Key', key);
    expect([200, 201, 404, 422]).toContain(status);
    const again = org.test.post(buildPath(operation)).set('Idempotency-Key', key);
    const file = buildFile(operation);
    const { body } = await (
      file
        ? again.set('Content-Type', file.type).send(`${file.bytes.toString()}\n`)
        : again.send({ ...getExampleBody(operation), other: 1 })
    ).expect(409);
    expect(body.error).toMatchObject({ type: 'idempotency_error', code: 'idempotency_key_reused' });
  });
});

describe('every operation with an exhausted rate limit', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_TEST: '1', RATE_LIMIT_LIVE: '1' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  it.each(cases)('%s returns 429', async (_name, operation) => {
    let status = 0;
    for (let tries = 0; tries < 6 && status !== 429; tries++) ({ status } = await call(org.test, operation));
    expect(status).toBe(429);
  });
});

describe('every operation without database tables', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp();
    org = await app.organization();
    await org.test.get('/api/v1/quotes').expect(200);
    const tables = await app.sql.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'
       AND table_type = 'BASE TABLE' AND table_name NOT IN ('api_keys', 'organizations', 'migrations')`,
    );
    for (const { name } of tables) await app.sql.query(`ALTER TABLE ${name} RENAME TO gone_${name}`);
  });
  afterAll(() => app.close());

  it.each(cases)('%s returns 500 without details', async (_name, operation) => {
    const { status, body } = await call(org.test, operation);
    if (WITHOUT_TABLES.has(operation.operationId)) return;
    expect(status).toBe(500);
    expect(body.error).toMatchObject({ type: 'api_error', code: 'internal_error' });
    expect(JSON.stringify(body)).not.toMatch(/relation|gone_|SELECT|stack/);
  });
});

describe('every operation with locked tables', () => {
  let app: TestApp;
  let org: TestOrganization;
  let locks: QueryRunner;

  beforeAll(async () => {
    app = await startApp({ DATABASE_LOCK_TIMEOUT: '20ms' });
    org = await app.organization();
    await org.test.get('/api/v1/quotes').expect(200);
    locks = app.sql.createQueryRunner();
    await locks.startTransaction();
    const tables = (await locks.query(
      `SELECT string_agg(table_name, ', ') AS names FROM information_schema.tables WHERE table_schema = 'public'
       AND table_type = 'BASE TABLE' AND table_name NOT IN ('api_keys', 'organizations', 'migrations')`,
    )) as [{ names: string }];
    await locks.query(`SET LOCAL idle_in_transaction_session_timeout = 0`);
    await locks.query(`SET LOCAL lock_timeout = 0`);
    await locks.query(`LOCK TABLE ${tables[0].names} IN ACCESS EXCLUSIVE MODE`);
  });
  afterAll(async () => {
    await locks.rollbackTransaction();
    await locks.release();
    await app.close();
  });

  it.each(cases)('%s returns 503 with Retry-After', async (_name, operation) => {
    if (WITHOUT_TABLES.has(operation.operationId)) return;
    const { status, headers, body } = await call(org.test, operation);
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('2');
    expect(body.error).toMatchObject({ type: 'api_error', code: 'service_unavailable' });
  });
});

/** Sizes above the limit, in MiB, for files that may be larger than 8 MiB. */
const LARGE: Record<string, number> = {
  uploadTariffRates: 51,
  uploadFreightDocument: 11,
  receiveEdiInterchange: 11,
};

/** Operations that only compute. */
const WITHOUT_TABLES = new Set([
  'suggestFreightClass',
  'validateAddress',
  'listAdapters',
  'listEventTypes',
  // Its table also authenticates callers, so it is not renamed.
  'listKeys',
  'getKey',
  'rollKey',
  'revokeKey',
]);
