import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { migrate } from '../../src/platform/database/migrate.js';
import type { DataSource } from 'typeorm';

const TEMPLATE_LOCK = 7_215_438_902;

/** Creates a migrated database for a test file, copied from a template that the first file makes. */
export async function createDatabase(): Promise<string> {
  const server = process.env.TEST_DATABASE_URL!;
  const template = `${process.env.TEST_RUN}_template`;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
    if (rowCount === 0) {
      const draft = `${template}_draft`;
      await client.query(`DROP DATABASE IF EXISTS "${draft}"`);
      await client.query(`CREATE DATABASE "${draft}"`);
      await migrate(withDatabase(server, draft));
      await client.query(`ALTER DATABASE "${draft}" RENAME TO "${template}"`);
    }
    const name = `${process.env.TEST_RUN}_${randomBytes(5).toString('hex')}`;
    await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
    return withDatabase(server, name);
  } finally {
    await client.end();
  }
}

/** Creates an empty database, for tests of the migrations. */
export async function createEmptyDatabase(): Promise<string> {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  const name = `${process.env.TEST_RUN}_${randomBytes(5).toString('hex')}`;
  await client.query(`CREATE DATABASE "${name}"`);
  await client.end();
  return withDatabase(process.env.TEST_DATABASE_URL!, name);
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A condition for views of information_schema that excludes partitions. */
export const EXCLUDE_PARTITIONS =
  'NOT EXISTS (SELECT FROM pg_class WHERE relispartition AND relname::text = table_name::text)';

/** Returns the partitions of a table with their row counts, in the order of their ids. */
export async function countPartitionRows(sql: DataSource, table: string): Promise<Record<string, number>> {
  const names = await sql.query<{ name: string }[]>(
    `SELECT relname AS name FROM pg_inherits JOIN pg_class ON oid = inhrelid
     WHERE inhparent = $1::text::regclass ORDER BY length(relname), relname`,
    [table],
  );
  const counted: Record<string, number> = {};
  for (const { name } of names)
    counted[name] = (await sql.query<[{ count: number }]>(`SELECT count(*) FROM ${name}`))[0].count;
  return counted;
}
