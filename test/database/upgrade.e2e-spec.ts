import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { migrate } from '../../src/platform/database/migrate.js';
import { startApp, type TestApp } from '../support/app.js';
import { createDatabase, createEmptyDatabase } from '../support/database.js';

/** The demo organization of version 0.1.0, dumped with pg_dump --inserts. */
const DUMP = join(import.meta.dirname, 'fixtures/lading-0.1.0.sql.gz');
const ENCRYPTION_KEY = Buffer.from('lading-upgrade-test-key-32-bytes').toString('base64');
const TEST_KEY = 'fk_test_hQz4BCBqqW5Ksb46wB1PqJz0CeHIAiJ74XCHOQ';

async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

async function restoreDump(): Promise<string> {
  const url = await createEmptyDatabase();
  await run(url, gunzipSync(readFileSync(DUMP)).toString('utf8'));
  return url;
}

/** Lists columns, constraints, indexes, triggers, functions and storage parameters. Index names of partitions are left out. */
async function describeSchema(url: string): Promise<unknown[]> {
  const queries = [
    `SELECT table_name, column_name, ordinal_position, data_type, character_maximum_length, column_default, is_nullable, identity_generation
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT IN ('migrations', 'typeorm_metadata') ORDER BY 1, 3`,
    `SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'migrations' ORDER BY 1, 2`,
    `SELECT tablename, regexp_replace(indexdef, '^(CREATE (UNIQUE )?INDEX) \\S+', '\\1') AS definition FROM pg_indexes
     WHERE schemaname = 'public' AND tablename <> 'migrations' ORDER BY 1, 2`,
    `SELECT tgrelid::regclass::text AS table, pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1, 2`,
    `SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql') ORDER BY 1`,
    `SELECT relname, relkind, relpersistence, reloptions, pg_get_expr(relpartbound, oid) AS bound FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'S') AND relname NOT LIKE 'migrations%' ORDER BY 1`,
    `SELECT attrelid::regclass::text AS table, attname, attstorage FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
       AND relname <> 'migrations' ORDER BY 1, 2`,
  ];
  return Promise.all(queries.map((query) => run(url, query)));
}

describe('an upgrade from version 0.1.0', () => {
  let url: string;
  let app: TestApp;

  beforeAll(async () => {
    url = await restoreDump();
    await run(
      url,
      `INSERT INTO mail_stops (organization_id, mode, email) SELECT id, 'live', email FROM organizations,
         unnest(ARRAY['k.im+a@gmail.com', 'kim@googlemail.com', 'lee+b@acme.example']) AS email LIMIT 3`,
    );
    await migrate(url);
  });
  afterAll(() => app?.close());

  it('produces the schema of a new database', async () => {
    expect(await describeSchema(url)).toEqual(await describeSchema(await createDatabase()));
  });

  it('normalizes unsubscribed addresses', async () => {
    const rows = await run(url, `SELECT email FROM mail_stops WHERE email !~ '[+]' ORDER BY email`);
    expect(rows.map(({ email }) => email)).toEqual([
      'kim@gmail.com',
      'kim@googlemail.com',
      'lee@acme.example',
    ]);
  });

  it('runs no migration on the next start', async () => {
    expect(await migrate(url)).toEqual([]);
  });

  it('keeps keys, shipments and secrets usable', async () => {
    app = await startApp({ DATABASE_URL: url, ENCRYPTION_KEY, PROCESS_ROLE: 'api' });
    const client = app.client(TEST_KEY);
    const { body: freight } = await client.get('/api/v1/freight').expect(200);
    expect(freight.data.map(({ status }: { status: string }) => status)).toEqual([
      'draft',
      'delivered',
      'scheduled',
      'draft',
      'delivered',
    ]);
    const { body: bol } = await client.get('/api/v1/freight/4/bol').expect(200);
    expect(bol.bol_number).toBe('04000000000000046');
    const { body: endpoints } = await client.get('/api/v1/webhooks').expect(200);
    expect(endpoints.data[0]).toMatchObject({ active: true, disabled_reason: null });
    await client.post(`/api/v1/webhooks/${endpoints.data[0].id}/test`).expect(200);
    const hook = { name: 'Written after the upgrade' };
    await client.post('/api/v1/customers').send(hook).expect(201);
  });

  it('is rejected with a message for a database older than 0.1.0', async () => {
    const older = await restoreDump();
    await run(older, `DELETE FROM migrations WHERE name = 'PartitionedDeliveries1795000140000'`);
    await expect(migrate(older)).rejects.toThrow(/older than version 0\.1\.0/);
    expect(await run(older, 'SELECT count(*)::int AS count FROM migrations')).toEqual([{ count: 58 }]);
  });
});
