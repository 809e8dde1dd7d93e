import './run-source.mjs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { startEmbeddedPostgres } = await import('../../src/platform/database/embedded-postgres.ts');

/** Starts one PostgreSQL for the whole run: that of `DATABASE_URL`, or an embedded one without durability. */
export default async function globalSetup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'));
  process.env.TEST_RUN = `lading_test_${process.pid}`;
  process.env.TEST_DATA_DIR = dataDir;
  if (process.env.DATABASE_URL) {
    process.env.TEST_DATABASE_URL = process.env.DATABASE_URL;
    return;
  }
  globalThis.postgres = await startEmbeddedPostgres(dataDir, {
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  });
  process.env.TEST_DATABASE_URL = globalThis.postgres.url;
}
