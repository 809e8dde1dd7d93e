import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source.js';

/** Any constant does, as long as nothing else in the database takes the same advisory lock. */
const MIGRATION_LOCK = 7_215_438_901;

/** Brings the database up to date. Safe when several processes start at once: one migrates, the others wait. */
export async function migrate(url: string): Promise<string[]> {
  const dataSource = new DataSource(dataSourceOptions(url, 2));
  await dataSource.initialize();
  try {
    const lock = dataSource.createQueryRunner();
    await lock.connect();
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      const done = await dataSource.runMigrations();
      return done.map((migration) => migration.name);
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
      await lock.release();
    }
  } finally {
    await dataSource.destroy();
  }
}
