import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { buildDataSourceOptions } from '../../src/platform/database/data-source.js';
import { createIndexConcurrently } from '../../src/platform/database/concurrent-index.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createEmptyDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

describe('migrations', () => {
  let url: string;
  let dataSource: DataSource;

  beforeAll(async () => {
    url = await createEmptyDatabase();
    dataSource = new DataSource(await buildDataSourceOptions(url, 4));
  });
  afterAll(() => dataSource.destroy());

  it('run once for processes that start concurrently', async () => {
    const runs = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(runs.filter((done) => done.length > 0)).toHaveLength(1);
    await dataSource.initialize();
  });

  it('agree with the entities', async () => {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('skip the search index if the role cannot create its extensions', async () => {
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

  it('can be reverted one by one and run again', async () => {
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

describe('a migration of locked tables', () => {
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

  it('is rolled back with a message when the locks stay', async () => {
    await expect(migrate(url, more, { patienceMs: 0, log })).rejects.toThrow(/stayed locked/);
    const columns = await other.query(
      `SELECT FROM information_schema.columns WHERE table_name = 'customers' AND column_name = 'one_more'`,
    );
    expect(columns).toEqual([]);
  });

  it('names the blocking session, lets other statements pass and completes after the release', async () => {
    const done = migrate(url, more, { log });
    const [{ pid }] = (await held.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
    const blocked = async () => {
      const rows = await other.query(
        `SELECT FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0`,
      );
      return rows.length > 0;
    };
    await eventually(blocked);
    // Waits behind the migration's lock, which the migration releases in time.
    await other.query('SELECT count(*) FROM customers');
    await eventually(() => said.some((text) => String(text).includes(`process ${pid} (a long report`)));
    await held.commitTransaction();
    expect(await done).toEqual([OneMoreColumn1999000000000.name]);
  });

  it('builds an index during concurrent writes and repeats an interrupted build', async () => {
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
