import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { types, type PoolConfig } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { Extensions } from '../../config/extension.js';
import { PrimaryClient } from './disk-full-detector.js';
import { SnakeCaseNamingStrategy } from './snake-case-naming-strategy.js';

/** Calendar days stay text: as a `Date` they would depend on the machine's time zone. */
types.setTypeParser(types.builtins.DATE, (day) => day);

/** A peer that is gone without a word is noticed by the system, also while nothing is asked. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

const SOURCE_DIR = join(import.meta.dirname, '../..');

/** How long the database may take over what it is asked, in milliseconds. */
export interface TimeBudget {
  /** A statement. */
  statementMs: number;
  /** A statement's wait for a lock. */
  lockMs: number;
}

/** A transaction of ours calls nobody outside, so it is never idle for long. */
const IDLE_IN_TRANSACTION_MS = 30_000;
/** A statement that the database itself has given up is answered by now: the connection is dead. */
const DEAD_CONNECTION_MS = 5_000;

/** Entities and migrations from outside the core. */
export type ExtensionSchema = Pick<Extensions, 'entities' | 'migrations'>;

/** How every process of the service meets its database; the core's entities and migrations are found by their file names. */
export async function buildDataSourceOptions(
  url: string,
  poolSize: number,
  { entities, migrations }: ExtensionSchema = { entities: [], migrations: [] },
  budget?: TimeBudget,
): Promise<DataSourceOptions> {
  return {
    type: 'postgres',
    url,
    entities: [...(await importClasses(/\.entity\.[jt]s$/)), ...entities],
    migrations: [
      ...(await importClasses(/^platform\/database\/migrations\/.*(?<!\.d)\.[jt]s$/)),
      ...migrations,
    ],
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNamingStrategy(),
    synchronize: false,
    parseInt8: true,
    applicationName: 'lading',
    poolSize,
    // What fails is thrown and logged once, by its message: TypeORM's own log would show the parameters too.
    logging: false,
    extra: {
      Client: PrimaryClient,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      ...KEEP_ALIVE,
      ...(budget && buildTimeoutSettings(budget)),
    },
  };
}

/** What each connection asks of the database when it opens, and the end of a wait for one that says nothing any more. */
export function buildTimeoutSettings({ statementMs, lockMs }: TimeBudget): PoolConfig {
  return {
    statement_timeout: statementMs,
    lock_timeout: Math.min(lockMs, statementMs),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: statementMs + Math.min(statementMs, DEAD_CONNECTION_MS),
  };
}

type EntityClass = new () => object;

/** Found by ourselves: TypeORM's own search takes the brackets of a checkout's path for a pattern. */
async function importClasses<T extends EntityClass>(name: RegExp): Promise<T[]> {
  const files = readdirSync(SOURCE_DIR, { recursive: true, encoding: 'utf8' }).filter((file) =>
    name.test(file),
  );
  const modules = await Promise.all(
    files.map(
      (file) => import(pathToFileURL(join(SOURCE_DIR, file)).href) as Promise<Record<string, unknown>>,
    ),
  );
  return modules.flatMap(Object.values).filter((value): value is T => typeof value === 'function');
}
