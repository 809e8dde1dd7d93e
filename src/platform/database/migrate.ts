import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { DataSource, QueryFailedError } from 'typeorm';
import { ConfigError } from '../../config/env.js';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { buildDataSourceOptions, type ExtensionSchema } from './data-source.js';
import { Baseline1796000000000 } from './migrations/1796000000000-baseline.js';

/** Every statement on a table waits behind a migration that waits for it, so a migration waits briefly and retries. */
const LOCK_TIMEOUT_MS = 2_000;
/** Lets the waiting statements run between two attempts. */
const RETRY_DELAY_MS = 1_000;
const MAX_LOCK_WAIT_MS = 10 * 60_000;
const BLOCKER_CHECK_MS = 1_000;
/** SQLSTATE lock_not_available and deadlock_detected. */
const LOCK_ERROR_CODES = new Set(['55P03', '40P01']);
const APPLICATION_NAME = 'lading migrations';

interface Blocker {
  pid: number;
  name: string;
  state: string;
  seconds: number;
}

type MigrationLogger = Pick<typeof logger, 'info' | 'warn'>;

/** Writes to stderr, because stdout may be the output of a command. */
const logger = pino(pino.destination({ fd: 2, sync: true })).child({ context: 'Migrations' });

/**
 * Runs the pending migrations and returns their names. If several processes start at once, one migrates and the others
 * wait. Retries migrations whose tables are locked by running transactions. @throws ConfigError
 */
export async function migrate(
  url: string,
  extensions?: ExtensionSchema,
  { patienceMs = MAX_LOCK_WAIT_MS, log = logger as MigrationLogger } = {},
): Promise<string[]> {
  const options = await buildDataSourceOptions(url, 3, extensions);
  const dataSource = new DataSource({
    ...options,
    applicationName: APPLICATION_NAME,
    // TypeORM's default logger writes failed attempts to stdout even with `logging: false`.
    logger: 'debug',
    extra: { ...(options.extra as object), lock_timeout: LOCK_TIMEOUT_MS },
  } as typeof options);
  await dataSource.initialize();
  const blockerCheck = setInterval(logBlockers(dataSource, log), BLOCKER_CHECK_MS);
  try {
    return await withMigrationLock(dataSource, log, () => runPendingMigrations(dataSource, patienceMs));
  } finally {
    clearInterval(blockerCheck);
    await dataSource.destroy();
  }
}

/** Polls for the lock: a waiting statement would block CREATE INDEX CONCURRENTLY in the process that migrates. */
async function withMigrationLock<T>(
  dataSource: DataSource,
  log: MigrationLogger,
  work: () => Promise<T>,
): Promise<T> {
  const runner = dataSource.createQueryRunner();
  await runner.connect();
  const tryLock = async (): Promise<boolean> => {
    const [row] = (await runner.query('SELECT pg_try_advisory_lock($1) AS locked', [
      ADVISORY_LOCKS.migrations,
    ])) as [{ locked: boolean }];
    return row.locked;
  };
  try {
    if (!(await tryLock())) {
      log.info('Waiting for another process to finish migrating the database');
      while (!(await tryLock())) await sleep(100);
    }
    try {
      return await work();
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrations]);
    }
  } finally {
    await runner.release();
  }
}

async function runPendingMigrations(dataSource: DataSource, patienceMs: number): Promise<string[]> {
  await adoptBaseline(dataSource);
  const before = await readAppliedMigrations(dataSource);
  for (const deadline = performance.now() + patienceMs; ; await sleep(RETRY_DELAY_MS)) {
    try {
      await dataSource.runMigrations();
      return dataSource.migrations.map(({ name }) => name!).filter((name) => !before.has(name));
    } catch (error) {
      if (!isLockError(error)) throw error;
      if (performance.now() > deadline)
        throw new ConfigError(
          'The migration failed because its tables stayed locked. Nothing was changed. The log lists the blocking database processes. End them and start again.',
        );
    }
  }
}

function isLockError(error: unknown): boolean {
  if (!(error instanceof QueryFailedError)) return false;
  return LOCK_ERROR_CODES.has((error.driverError as { code?: string }).code ?? '');
}

/** Returns a function that logs each database process that blocks the migration once, without its statement. */
function logBlockers(dataSource: DataSource, log: MigrationLogger): () => void {
  const logged = new Set<number>();
  const logNewBlockers = async (): Promise<void> => {
    const blockers = await dataSource.query<Blocker[]>(
      `SELECT DISTINCT other.pid, other.application_name AS name, other.state,
         extract(epoch FROM now() - other.xact_start)::int AS seconds
       FROM pg_stat_activity own, unnest(pg_blocking_pids(own.pid)) AS blocking (pid)
       JOIN pg_stat_activity other ON other.pid = blocking.pid
       WHERE own.datname = current_database() AND own.application_name = $1`,
      [APPLICATION_NAME],
    );
    for (const { pid, name, state, seconds } of blockers) {
      if (logged.has(pid)) continue;
      logged.add(pid);
      log.warn(
        `The migration is waiting for database process ${pid} (${name || 'unnamed'}, ${state}, for ${seconds ?? 0} s)`,
      );
    }
  };
  return () => void logNewBlockers().catch(() => undefined);
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

/** Returns the names of the applied migrations. @throws ConfigError if this version does not know one of them */
async function readAppliedMigrations(dataSource: DataSource): Promise<Set<string>> {
  const applied = await listRecords(dataSource);
  const known = new Set(dataSource.migrations.map(({ name }) => name));
  const unknown = applied.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new ConfigError(
      `The database is newer than this version, which does not know ${unknown.join(', ')}. Start the version and the extensions that migrated it.`,
    );
  return new Set(applied.map(({ name }) => name));
}
