import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../../src/platform/database/data-source.js';
import { createIndexConcurrently } from '../../src/platform/database/concurrent-index.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { ApiKeysService } from '../../src/platform/auth/api-keys.service.js';
import { RequestLog } from '../../src/features/request-log/request-log.js';
import { startApp, type TestApp } from '../support/app.js';
import { createEmptyDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { newFreight } from '../support/factories.js';
import { partitionsOf } from '../support/partitions.js';

describe('migrations', () => {
  let url: string;
  let dataSource: DataSource;

  beforeAll(async () => {
    url = await createEmptyDatabase();
    dataSource = new DataSource(await dataSourceOptions(url, 4));
  });
  afterAll(() => dataSource.destroy());

  it('run once when several processes start at once', async () => {
    const runs = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(runs.filter((done) => done.length > 0)).toHaveLength(1);
    await dataSource.initialize();
  });

  it('agree with the entities', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('go on without the index of searches where the role may not create its extensions', async () => {
    const role = `plain_${randomBytes(4).toString('hex')}`;
    const database = new URL(await createEmptyDatabase());
    const owner = new DataSource({ type: 'postgres', url: database.href });
    await owner.initialize();
    try {
      await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'plain'`);
      await owner.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${role}`);
      const plain = new URL(database);
      [plain.username, plain.password] = [role, 'plain'];
      expect((await migrate(plain.href)).length).toBeGreaterThan(0);
      expect(await owner.query(`SELECT to_regclass('"IDX_freight_search"') AS oid`)).toEqual([{ oid: null }]);
      await owner.query(`DROP OWNED BY ${role}`);
      await owner.query(`DROP ROLE ${role}`);
    } finally {
      await owner.destroy();
    }
  });

  it('can be taken back, one by one, and run again', async () => {
    const count = dataSource.migrations.length;
    for (let more = count; more > 0; more--) await dataSource.undoLastMigration();
    const [left] = await dataSource.query<{ tables: number }[]>(
      `SELECT count(*) AS tables FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'migrations'`,
    );
    expect(left?.tables).toBe(0);
    expect(await dataSource.runMigrations()).toHaveLength(count);
  });
});

class OneMoreColumn1999000000000 implements MigrationInterface {
  name = 'OneMoreColumn1999000000000';
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE customers ADD one_more text');
  }
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE customers DROP COLUMN one_more');
  }
}

class OneMoreIndex1999000001000 implements MigrationInterface {
  name = 'OneMoreIndex1999000001000';
  transaction = false;
  async up(queryRunner: QueryRunner): Promise<void> {
    await createIndexConcurrently(queryRunner, 'one_more', 'customers (created_at)');
  }
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX one_more');
  }
}

describe('a migration of tables that others use', () => {
  let url: string;
  let other: DataSource;
  let held: QueryRunner;
  const more = { entities: [], migrations: [OneMoreColumn1999000000000] };
  const said: unknown[] = [];
  const log = { info: (text: unknown) => said.push(text), warn: (text: unknown) => said.push(text) } as never;

  beforeAll(async () => {
    url = await createEmptyDatabase();
    await migrate(url);
    other = new DataSource({ type: 'postgres', url, applicationName: 'a long report' });
    await other.initialize();
    held = other.createQueryRunner();
    await held.startTransaction();
    await held.query('SELECT count(*) FROM customers');
  });
  afterAll(() => other.destroy());

  it('is given up with a sentence, undone, when they never let go', async () => {
    await expect(migrate(url, more, { patienceMs: 0, log })).rejects.toThrow(/stayed locked/);
    const columns = await other.query(
      `SELECT FROM information_schema.columns WHERE table_name = 'customers' AND column_name = 'one_more'`,
    );
    expect(columns).toEqual([]);
  });

  it('says whom it waits for, lets others by, and is done when they let go', async () => {
    const done = migrate(url, more, { log });
    const [{ pid }] = (await held.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
    const blocked = async () => {
      const rows = await other.query(
        `SELECT FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0`,
      );
      return rows.length > 0;
    };
    while (!(await blocked())) await sleep(50);
    // Behind the migration's own lock, which it takes back in time.
    await other.query('SELECT count(*) FROM customers');
    while (!said.some((text) => String(text).includes(`process ${pid} (a long report`))) await sleep(50);
    await held.commitTransaction();
    expect(await done).toEqual([OneMoreColumn1999000000000.name]);
  });

  it('builds an index beside their writes, once more where an attempt was cut off', async () => {
    await other.query(`INSERT INTO organizations (name) VALUES ('A')`);
    const twice = `INSERT INTO customers (organization_id, mode, name) SELECT max(id), 'test', 'Same' FROM organizations`;
    await other.query(twice);
    await other.query(twice);
    await expect(
      other.query('CREATE UNIQUE INDEX CONCURRENTLY one_more ON customers (name)'),
    ).rejects.toThrow();
    await held.startTransaction();
    await held.query(twice);
    const index = { entities: [], migrations: [...more.migrations, OneMoreIndex1999000001000] };
    const done = migrate(url, index, { log });
    await other.query(twice);
    await held.commitTransaction();
    expect(await done).toEqual([OneMoreIndex1999000001000.name]);
    const [{ valid }] = (await other.query(
      `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'one_more'::regclass`,
    )) as [{ valid: boolean }];
    expect(valid).toBe(true);
  });
});

describe('a migration of stored rows', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ PROCESS_ROLE: 'api' });
  });
  afterAll(() => app.close());

  /** Takes migrations back, newest first, until the table is gone that this one made. */
  async function undoUntilGone(table: string): Promise<void> {
    const stands = async () =>
      (await app.sql.query('SELECT to_regclass($1) AS oid', [table]))[0].oid !== null;
    while (await stands()) await app.sql.undoLastMigration();
  }

  it('keeps an organization’s profile for both modes, and what an endpoint was sent from narrower keys', async () => {
    const { id, test, live } = await app.organization();
    await live.patch('/api/v1/organization').send({ legal_name: 'Acme' }).expect(200);
    const hook = { url: 'https://example.com/hook', events: ['customer.created'] };
    const { body: endpoint } = await test.post('/api/v1/webhooks').send(hook).expect(201);
    await test.post('/api/v1/customers').send({ name: 'Ann' }).expect(201);
    const path = `/api/v1/webhooks/${endpoint.id}`;
    await test
      .patch(path)
      .send({ events: ['quote.created'] })
      .expect(200);

    const former = `SELECT FROM information_schema.columns WHERE column_name = 'former_events'`;
    while ((await app.sql.query<unknown[]>(former)).length > 0) await app.sql.undoLastMigration();
    await app.sql.runMigrations();

    for (const client of [test, live])
      expect((await client.get('/api/v1/organization')).body.legal_name).toBe('Acme');
    const scopes = ['webhooks.write', 'quotes.read'];
    const { key } = await app.app.get(ApiKeysService).create(id, 'test', { scopes });
    await app.client(key).patch(path).send({ description: 'mine' }).expect(403);
  });

  it('makes the rows of a log its first partition, beside who writes to it', async () => {
    const role = `reader_${randomBytes(4).toString('hex')}`;
    const { test } = await app.organization();
    await test.post('/api/v1/customers').send({ name: 'Ann' }).expect(201);
    await app.app.get(RequestLog).onApplicationShutdown();
    const rows = () => app.sql.query<{ id: number }[]>('SELECT * FROM api_requests ORDER BY id');
    const partitions = () => partitionsOf(app.sql, 'api_requests');
    while (Object.keys(await partitions()).length > 0) await app.sql.undoLastMigration();
    const before = await rows();
    expect(before.length).toBeGreaterThan(0);

    await app.sql.query(`CREATE ROLE ${role}`);
    await app.sql.query(`GRANT SELECT ON api_requests TO ${role}`);
    const writer = app.sql.createQueryRunner();
    await writer.startTransaction();
    const copy = `INSERT INTO api_requests (organization_id, mode, request_id, method, path, outcome, status, duration_ms)
      SELECT organization_id, mode, request_id, method, path, outcome, status, duration_ms FROM api_requests LIMIT 1`;
    await writer.query(copy);
    const running = app.sql.runMigrations();
    await eventually(async () => {
      const [{ waiting }] = await app.sql.query<[{ waiting: number }]>(
        `SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted AND relation = 'api_requests'::regclass`,
      );
      return waiting > 0;
    });
    await writer.commitTransaction();
    await writer.release();
    await running;

    expect(await partitions()).toEqual({ api_requests_p0: before.length + 1, api_requests_p1: 0 });
    expect((await rows()).slice(0, -1)).toEqual(before);
    await app.sql.query(copy);
    const ids = (await rows()).map(({ id }) => id);
    expect(ids.at(-1)! - ids.at(-3)!).toBe(2);
    const [{ may }] = await app.sql.query<[{ may: boolean }]>(
      `SELECT has_table_privilege($1, 'api_requests', 'SELECT') AS may`,
      [role],
    );
    expect(may).toBe(true);
    const constraints = await app.sql.query(
      `SELECT convalidated FROM pg_constraint WHERE conrelid = 'api_requests_p0'::regclass AND contype = 'c'`,
    );
    expect(constraints).toEqual([]);
    await app.sql.query(`DROP OWNED BY ${role}`);
    await app.sql.query(`DROP ROLE ${role}`);
  });

  it('makes the deliveries that stand their first partition, with the indexes that they have, beside who writes', async () => {
    const { test } = await app.organization();
    const hook = { url: 'https://example.com/hook', events: ['customer.created'] };
    const { body: endpoint } = await test.post('/api/v1/webhooks').send(hook).expect(201);
    const publish = () => test.post('/api/v1/customers').send({ name: 'Ann' }).expect(201);
    for (let n = 0; n < 3; n++) await publish();
    const rows = () => app.sql.query<{ id: number }[]>('SELECT * FROM webhook_deliveries ORDER BY id');
    const partitions = () => partitionsOf(app.sql, 'webhook_deliveries');
    const filesOf = async (table: string): Promise<number[]> => {
      const files = await app.sql.query<{ file: number }[]>(
        `SELECT relfilenode AS file FROM pg_index JOIN pg_class ON oid = indexrelid WHERE indrelid = $1::regclass ORDER BY 1`,
        [table],
      );
      return files.map(({ file }) => file);
    };
    const before = await rows();
    while (Object.keys(await partitions()).length > 0) await app.sql.undoLastMigration();
    expect(await rows()).toEqual(before);
    const files = await filesOf('webhook_deliveries');
    expect(files).toHaveLength(8);

    // An attempt before was cut off after its first step.
    await app.sql.query(
      'ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_bound CHECK (id < 7) NOT VALID',
    );
    const writer = app.sql.createQueryRunner();
    await writer.startTransaction();
    await writer.query(`UPDATE webhook_deliveries SET status = 'retrying' WHERE id < 0`);
    const running = app.sql.runMigrations();
    await eventually(async () => {
      const [{ waiting }] = await app.sql.query<[{ waiting: number }]>(
        `SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted AND relation = 'webhook_deliveries'::regclass`,
      );
      return waiting > 0;
    });
    await writer.commitTransaction();
    await writer.release();
    await running;

    expect(await partitions()).toEqual({ webhook_deliveries_p0: before.length, webhook_deliveries_p1: 0 });
    expect(await rows()).toEqual(before);
    expect(await filesOf('webhook_deliveries_p0')).toEqual(files);
    const same = await app.sql.query(
      `SELECT DISTINCT array_to_string(reloptions, ',') AS settings,
         (SELECT string_agg(attname || attstorage::text, ',' ORDER BY attname) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0) AS columns,
         (SELECT string_agg(conname, ',') FROM pg_constraint WHERE conrelid = c.oid AND contype = 'c') AS checks,
         (SELECT count(*) FROM pg_index WHERE indrelid = c.oid AND indisvalid) AS indexes
       FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'webhook_deliveries'::regclass`,
    );
    expect(same).toEqual([expect.objectContaining({ checks: 'CHK_webhook_deliveries_body', indexes: 8 })]);
    expect(same[0].settings).toContain('fillfactor=70');
    await publish();
    const { body } = await test.get(`/api/v1/webhooks/${endpoint.id}/deliveries`).expect(200);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(
      [1, 0, -1, -2].map((more) => before.at(-1)!.id + more),
    );
  });

  it('keeps the bill of lading of a booked shipment as it was booked, and of a draft none', async () => {
    const { test } = await app.organization();
    const bolOf = async (id: number) => (await test.get(`/api/v1/freight/${id}/bol`).expect(200)).body;
    const draft = await newFreight(test);
    const { id } = await newFreight(test);
    await test.post(`/api/v1/freight/${id}/book`).expect(200);
    const booked = await bolOf(id);

    await undoUntilGone('bills_of_lading');
    const former = await app.sql.query('SELECT freight_id, bol FROM bookings');
    expect(former).toEqual([
      { freight_id: id, bol: expect.objectContaining({ bol_number: booked.bol_number, status: 'final' }) },
    ]);
    // What is composed anew would say this; what was booked doesn't.
    await app.sql.query(`UPDATE freight SET special_instructions = 'Forged'`);
    await app.sql.runMigrations();

    expect(await bolOf(id)).toEqual(booked);
    expect(await bolOf(draft.id)).toMatchObject({ status: 'draft', special_instructions: 'Forged' });
    const { body: cancelled } = await test.post(`/api/v1/freight/${id}/cancel`).expect(200);
    expect(cancelled.status).toBe('voided');
  });
});
