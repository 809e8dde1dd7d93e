import pg from 'pg';
import { removeDataDir } from './remove-data-dir.ts';

/** Removes the run's databases from the user's server, its processes and its files. */
export default async function globalTeardown() {
  if (globalThis.postgres) await globalThis.postgres.stop();
  else await dropDatabases();
  removeDataDir(process.env.TEST_DATA_DIR);
}

async function dropDatabases() {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  const { rows } = await client.query('SELECT datname FROM pg_database WHERE datname LIKE $1', [
    `${process.env.TEST_RUN}\\_%`,
  ]);
  for (const { datname } of rows) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
  await client.end();
}
