import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { DataSource, QueryFailedError } from 'typeorm';
import { ConfigError } from '../../config/env.js';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { buildDataSourceOptions, type ExtensionSchema } from './data-source.js';
import { Baseline1796000000000 } from './migrations/1796000000000-baseline.js';

/** A migration waits no longer for a table: everybody who comes after it would wait behind it. */
const LOCK_TIMEOUT_MS = 2_000;
/** Between two attempts those who waited behind the migration have their turn. */
const RETRY_DELAY_MS = 1_000;
/** How long locks are tried for until the start is given up. */
const MAX_LOCK_WAIT_MS = 10 * 60_000;
const BLOCKER_CHECK_MS = 1_000;
/** SQLSTATE: a lock was not had in time, or two waited for each other. */
const LOCK_ERROR_CODES = new Set(['55P03', '40P01']);
const APPLICATION_NAME = 'lading migrations';

interface Blocker {
  pid: number;
  name: string;
  state: string;
  seconds: number;
}

type MigrationLogger = Pick<typeof logger, 'info' | 'warn'>;

/** Lines like those of the service that is about to start, beside the standard output, which may be a command's answer. */
const logger = pino(pino.destination({ fd: 2, sync: true })).child({ context: 'Migrations' });

/**
 * Brings the database up to date. Safe when several processes start at once, one migrates and the others wait, and while
 * others work on it: what a migration needs and doesn't get is tried again. @returns the names of what was done
 */
export async function migrate(
  url: string,
  further?: ExtensionSchema,
  { patienceMs = MAX_LOCK_WAIT_MS, log = logger as MigrationLogger } = {},
): Promise<string[]> {
  const options = await buildDataSourceOptions(url, 3, further);
  const extra = { ...(options.extra as object), lock_timeout: LOCK_TIMEOUT_MS };
  // TypeORM's usual logger writes failed attempts to the standard output, whatever `logging` says.
  const dataSource = new DataSource({
    ...options,
    applicationName: APPLICATION_NAME,
    logger: 'debug',
    extra,
  } as typeof options);
  await dataSource.initialize();
  const watch = setInterval(logBlockers(dataSource, log), BLOCKER_CHECK_MS);
  try {
    return await withMigrationLock(dataSource, log, () => runPendingMigrations(dataSource, patienceMs));
  } finally {
    clearInterval(watch);
    await dataSource.destroy();
  }
}

/** One process at a time. It asks again and again: a statement that waits would hold an index up that is built concurrently. */
async function withMigrationLock<T>(
  dataSource: DataSource,
  log: MigrationLogger,
  work: () => Promise<T>,
): Promise<T> {
  const lock = dataSource.createQueryRunner();
  await lock.connect();
  try {
    let told = false;
    for (;;) {
      const [row] = (await lock.query('SELECT pg_try_advisory_lock($1) AS got', [
        ADVISORY_LOCKS.migrations,
      ])) as [{ got: boolean }];
      if (row.got) break;
      if (!told) log.info('Another process migrates the database: waiting for it');
      told = true;
      await sleep(100);
    }
    try {
      return await work();
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrations]);
    }
  } finally {
    await lock.release();
  }
}

async function runPendingMigrations(dataSource: DataSource, patienceMs: number): Promise<string[]> {
  await adoptBaseline(dataSource);
  const before = await readAppliedMigrations(dataSource);
  for (const end = performance.now() + patienceMs; ; await sleep(RETRY_DELAY_MS)) {
    try {
      await dataSource.runMigrations();
      return dataSource.migrations.map(({ name }) => name!).filter((name) => !before.has(name));
    } catch (error) {
      if (!isLockError(error)) throw error;
      if (performance.now() > end)
        throw new ConfigError(
          'The database could not be migrated: what a migration changes stayed locked by others (the log says by whom). End them and start again; nothing is half done',
        );
    }
  }
}

function isLockError(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  return LOCK_ERROR_CODES.has((error.driverError as { code?: string }).code ?? '');
}

/** Says who holds what the migration waits for, once for each; their statements are not told, they may hold anything. */
function logBlockers(dataSource: DataSource, log: MigrationLogger): () => void {
  const told = new Set<number>();
  const look = async (): Promise<void> => {
    const blockers = await dataSource.query<Blocker[]>(
      `SELECT DISTINCT other.pid, other.application_name AS name, other.state,
         extract(epoch FROM now() - other.xact_start)::int AS seconds
       FROM pg_stat_activity own, unnest(pg_blocking_pids(own.pid)) AS blocking (pid)
       JOIN pg_stat_activity other ON other.pid = blocking.pid
       WHERE own.datname = current_database() AND own.application_name = $1`,
      [APPLICATION_NAME],
    );
    for (const { pid, name, state, seconds } of blockers) {
      if (told.has(pid)) continue;
      told.add(pid);
      log.warn(
        `A migration waits for database process ${pid} (${name || 'unnamed'}, ${state}, for ${seconds ?? 0} s)`,
      );
    }
  };
  return () => void look().catch(() => undefined);
}

/** Timestamps of the 59 migrations of version 0.1.0, and the name of the last one. */
const FIRST_0_1_0 = 1795000000000;
const BASELINE_TIMESTAMP = 1796000000000;
const LAST_0_1_0 = { timestamp: 1795000140000, name: 'PartitionedDeliveries1795000140000' };

/**
 * Replaces the records of the 0.1.0 migrations by the baseline's record, because a 0.1.0 database already has its schema.
 * Throws a ConfigError if the database stopped at an earlier migration.
 */
async function adoptBaseline(dataSource: DataSource): Promise<void> {
  const known = new Set(dataSource.migrations.map(({ name }) => name));
  const replaced = (await listRecords(dataSource)).filter(
    ({ timestamp, name }) =>
      timestamp >= FIRST_0_1_0 && timestamp <= LAST_0_1_0.timestamp && !known.has(name),
  );
  if (replaced.length === 0) return;
  if (!replaced.some(({ name }) => name === LAST_0_1_0.name))
    throw new ConfigError(
      'The database is older than version 0.1.0. Start version 0.1.0 on it once, then start this version again.',
    );
  await dataSource.transaction(async (manager) => {
    await manager.query('DELETE FROM migrations WHERE name = ANY ($1)', [replaced.map(({ name }) => name)]);
    await manager.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [
      BASELINE_TIMESTAMP,
      Baseline1796000000000.name,
    ]);
  });
}

interface MigrationRecord {
  timestamp: number;
  name: string;
}

/** Lists the recorded migrations, oldest first. Returns an empty list if the database is new. */
async function listRecords(dataSource: DataSource): Promise<MigrationRecord[]> {
  const [{ table }] = await dataSource.query<[{ table: string | null }]>(
    `SELECT to_regclass('migrations')::text AS "table"`,
  );
  if (!table) return [];
  return dataSource.query<MigrationRecord[]>(
    'SELECT timestamp::float8 AS timestamp, name FROM migrations ORDER BY id',
  );
}

/** Code from before a migration would work on tables that it doesn't understand. @returns the names of what was done before */
async function readAppliedMigrations(dataSource: DataSource): Promise<Set<string>> {
  const done = await listRecords(dataSource);
  const known = new Set(dataSource.migrations.map(({ name }) => name));
  const unknown = done.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new ConfigError(
      `The database is newer than this version, which does not know ${unknown.join(', ')}: start the version, and the extensions, that made it`,
    );
  return new Set(done.map(({ name }) => name));
}
