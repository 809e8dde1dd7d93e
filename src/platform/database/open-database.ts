import type { Config } from '../../config/config.js';
import type { ExtensionSchema } from './data-source.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { migrate } from './migrate.js';
import { toMigrationError, assertPostgresReachable } from './check-postgres.js';

export interface OpenDatabase {
  /** The settings with the URL of the running database. */
  config: Config;
  close(): Promise<void>;
}

/** Migrates the configured database, or starts and migrates the embedded one. @throws ConfigError */
export async function openDatabase(config: Config, further?: ExtensionSchema): Promise<OpenDatabase> {
  const { url } = config.database;
  if (url) {
    await assertPostgresReachable(url);
    await migrate(url, further).catch((error: unknown) => {
      throw toMigrationError(url, error);
    });
    return { config, close: async () => undefined };
  }
  const embedded = await startEmbeddedPostgres(config.dataDir);
  try {
    await migrate(embedded.url, further);
  } catch (error) {
    await embedded.stop();
    throw error;
  }
  return { config: config.withDatabase(embedded.url), close: () => embedded.stop() };
}
