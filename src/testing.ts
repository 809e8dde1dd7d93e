import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.js';
import { OrganizationsService } from './platform/auth/organizations.service.js';
import { serve, type Lading, type LadingOptions } from './app/server.js';

/** A service for one test, on a free port and an empty PostgreSQL, with an organization and its keys. */
export interface TestLading extends Lading {
  organizationId: number;
  testKey: string;
  liveKey: string;
}

/**
 * Starts a service for tests of extensions. It needs nothing running, and `close` removes all traces. Not for
 * production.
 */
export async function startTestLading({ extensions, env }: LadingOptions = {}): Promise<TestLading> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-test-'));
  const removeDataDir = (): void => rmSync(dataDir, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres(dataDir, {
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  });
  const stopDatabase = (): Promise<void> => postgres.stop().finally(removeDataDir);
  try {
    const lading = await serve({
      extensions,
      env: {
        PORT: '0',
        LOG_LEVEL: 'silent',
        RATE_LIMIT_ENABLED: 'false',
        ...env,
        DATA_DIR: dataDir,
        DATABASE_URL: postgres.url,
      },
    });
    const { organization, testKey, liveKey } = await lading.app.get(OrganizationsService).create('Test');
    const close = async (): Promise<void> => {
      try {
        await lading.close();
      } finally {
        await stopDatabase();
      }
    };
    return { ...lading, organizationId: organization.id, testKey, liveKey, close };
  } catch (error) {
    await stopDatabase();
    throw error;
  }
}
