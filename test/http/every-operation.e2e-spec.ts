import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import type TestAgent from 'supertest/lib/agent.js';
import type { QueryRunner } from 'typeorm';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { startApp, type TestApp, type TestOrganization } from '../support/app.js';
import { operations, type DocumentedOperation } from '../support/openapi-document.js';
import { buildPng } from '../support/images.js';

const cases = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const withBody = cases.filter(([, { requestBody }]) => requestBody?.content['application/json']);
const withFile = cases.filter(([, operation]) => buildFile(operation));
const posts = cases.filter(([, { method }]) => method === 'post');
/** Papers are printed anew instead. */
const kept = posts.filter(([, { operationId }]) => operationId !== 'printDocuments');
const withQuery = cases.filter(([, { parameters }]) => parameters.some(({ name }) => name === 'limit'));

function buildPath({ path }: DocumentedOperation): string {
  return path
    .replace('{groupId}', 'qg_0')
    .replace('{event_type}', 'quote.created')
    .replaceAll(/\{\w+\}/g, '123');
}

/** A body that passes validation, as the document's own example shows it. */
function getExampleBody({ requestBody }: DocumentedOperation): object {
  const examples = requestBody?.content['application/json']?.examples as
    Record<string, { value: object }> | undefined;
  return examples ? Object.values(examples)[0]!.value : {};
}

/** A file that passes, of the operation's first type. */
function buildFile({ requestBody }: DocumentedOperation): { type: string; bytes: Buffer } | undefined {
  const { 'image/png': image, 'text/csv': table } = requestBody?.content ?? {};
  if (image) return { type: 'image/png', bytes: buildPng(2, 2) };
  const [example] = Object.values(table?.examples ?? {}) as { value: string }[];
  return example && { type: 'text/csv', bytes: Buffer.from(example.value) };
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

  it.each(cases)('%s needs a key', async (_name, operation) => {
    const { body } = await call(app.client(), operation).expect(401);
    expect(body.error.type).toBe('authentication_error');
  });

  it.each(cases)('%s needs its scope', async (_name, operation) => {
    const powerless = operation.path.includes('/carriers') ? onlyCustomers : onlyCarriers;
    const { body } = await call(powerless, operation).expect(403);
    expect(body.error.code).toBe('insufficient_scope');
  });

  it.each(withBody)('%s refuses a body that is too large', async (_name, operation) => {
    await call(org.test, operation, { note: 'x'.repeat(300_000) }).expect(413);
  });

  it.each(withBody)('%s refuses a body that is not JSON', async (_name, operation) => {
    await org.test[operation.method](buildPath(operation))
      .set('Content-Type', 'text/plain')
      .send('{}')
      .expect(415);
  });

  it.each(withBody)('%s refuses a body that is no object', async (_name, operation) => {
    const request = org.test[operation.method](buildPath(operation)).set('Content-Type', 'application/json');
    expect((await request.send('[1]').expect(400)).body.error.code).toBe('invalid_json');
  });

  it.each(withFile)('%s refuses a file that is too large, or of another type', async (_name, operation) => {
    const request = () => org.test[operation.method](buildPath(operation));
    const tooLarge = Buffer.alloc((LARGE[operation.operationId] ?? 9) * 1024 * 1024);
    await request().set('Content-Type', buildFile(operation)!.type).send(tooLarge).expect(413);
    await request().send({}).expect(415);
  });

  it.each(withQuery)('%s refuses a limit of 0', async (_name, operation) => {
    const { body } = await org.test.get(`${buildPath(operation)}?limit=0`).expect(400);
    expect(body.error.param).toBe('limit');
  });

  it.each(cases)('%s refuses a query parameter that it does not have', async (_name, operation) => {
    const { body } = await call(org.test, operation).query({ cutomer: '1' }).expect(400);
    expect(body.error).toMatchObject({ code: 'unknown_parameter', param: 'cutomer' });
  });

  it.each(posts)('%s refuses an empty Idempotency-Key', async (_name, operation) => {
    const { body } = await call(org.test, operation).set('Idempotency-Key', '""').expect(400);
    expect(body.error.param).toBe('Idempotency-Key');
  });

  it.each(kept)('%s refuses a key that another request has used', async (_name, operation) => {
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

describe('every operation of a key that has used up its quota', () => {
  let app: TestApp;
  let org: TestOrganization;

  beforeAll(async () => {
    app = await startApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_TEST: '1', RATE_LIMIT_LIVE: '1' });
    org = await app.organization();
  });
  afterAll(() => app.close());

  it.each(cases)('%s answers 429', async (_name, operation) => {
    let status = 0;
    for (let tries = 0; tries < 6 && status !== 429; tries++) ({ status } = await call(org.test, operation));
    expect(status).toBe(429);
  });
});

describe('every operation of a service whose tables are gone', () => {
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

  it.each(cases)('%s answers 500 and says no more', async (_name, operation) => {
    const { status, body } = await call(org.test, operation);
    if (WITHOUT_TABLES.has(operation.operationId)) return;
    expect(status).toBe(500);
    expect(body.error).toMatchObject({ type: 'api_error', code: 'internal_error' });
    expect(JSON.stringify(body)).not.toMatch(/relation|gone_|SELECT|stack/);
  });
});

describe('every operation of a service whose tables are locked', () => {
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

  it.each(cases)('%s answers 503 and says when to come again', async (_name, operation) => {
    if (WITHOUT_TABLES.has(operation.operationId)) return;
    const { status, headers, body } = await call(org.test, operation);
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('2');
    expect(body.error).toMatchObject({ type: 'api_error', code: 'service_unavailable' });
  });
});

/** Files that may be larger than 8 MiB: what is too large, in MiB. */
const LARGE: Record<string, number> = { uploadTariffRates: 51, uploadFreightDocument: 11 };

/** Operations that only compute. */
const WITHOUT_TABLES = new Set([
  'suggestFreightClass',
  'validateAddress',
  'listAdapters',
  // Their table is the one that says who calls, and is left.
  'listKeys',
  'getKey',
  'rollKey',
  'revokeKey',
]);
