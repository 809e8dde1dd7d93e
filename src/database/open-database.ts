import type { Config } from '../config.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { migrate } from './migrate.js';

export interface OpenDatabase {
  /** The settings with the address of the database that runs now. */
  config: Config;
  close(): Promise<void>;
}

/** The database the settings name, or the embedded one, migrated and ready. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.database.url) {
    await migrate(config.database.url);
    return { config, close: async () => undefined };
  }
  const embedded = await startEmbeddedPostgres(config.dataDir);
  try {
    await migrate(embedded.url);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return { config: config.withDatabase(embedded.url), close: () => embedded.stop() };
}
