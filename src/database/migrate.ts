import { DataSource } from 'typeorm';
import { ConfigError } from '../settings.js';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { dataSourceOptions, type Further } from './data-source.js';

/** Brings the database up to date. Safe when several processes start at once: one migrates, the others wait. */
export async function migrate(url: string, further?: Further): Promise<string[]> {
  const dataSource = new DataSource(await dataSourceOptions(url, 2, further));
  await dataSource.initialize();
  try {
    const lock = dataSource.createQueryRunner();
    await lock.connect();
    await lock.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCKS.migrations]);
    try {
      await refuseNewer(dataSource);
      const done = await dataSource.runMigrations();
      return done.map((migration) => migration.name);
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrations]);
      await lock.release();
    }
  } finally {
    await dataSource.destroy();
  }
}

/** Code from before a migration would work on tables that it doesn't understand. */
async function refuseNewer(dataSource: DataSource): Promise<void> {
  const [{ table }] = await dataSource.query<[{ table: string | null }]>(
    `SELECT to_regclass('migrations')::text AS "table"`,
  );
  if (!table) return;
  const done = await dataSource.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
  const known = new Set(dataSource.migrations.map(({ name }) => name));
  const unknown = done.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new ConfigError(
      `The database is newer than this version, which does not know ${unknown.join(', ')}: start the version, and the extensions, that made it`,
    );
}
