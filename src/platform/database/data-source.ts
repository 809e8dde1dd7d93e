import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { types, type PoolConfig } from 'pg';
import { DefaultNamingStrategy, type DataSourceOptions } from 'typeorm';
import type { Extensions } from '../../config/extension.js';
import { sharedPoolDriver, type ConnectionLimits } from './connection-shares.js';
import { PrimaryClient } from './disk-full-detector.js';

/** Calendar days stay text. A `Date` would depend on the time zone of the machine. */
types.setTypeParser(types.builtins.DATE, (day) => day);

export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

const SOURCE_DIR = join(import.meta.dirname, '../..');

/** Time limits of a statement and of its wait for a lock. */
export interface TimeBudget {
  statementMs: number;
  lockMs: number;
}

/** Transactions make no outbound calls, so none is idle for long. */
const IDLE_IN_TRANSACTION_MS = 30_000;
/** Added to the statement timeout. PostgreSQL has canceled the statement by then, so silence means a dead connection. */
const DEAD_CONNECTION_MS = 5_000;

export type ExtensionSchema = Pick<Extensions, 'entities' | 'migrations'>;

/** Builds the options of TypeORM's pool. Finds entities and migrations of the service by their file names. */
export async function buildDataSourceOptions(
  url: string,
  poolSize: number,
  { entities, migrations }: ExtensionSchema = { entities: [], migrations: [] },
  budget?: TimeBudget,
  limits?: ConnectionLimits,
): Promise<DataSourceOptions> {
  return {
    type: 'postgres',
    ...(limits && { driver: sharedPoolDriver }),
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
    // TypeORM's log would contain parameters.
    logging: false,
    extra: {
      Client: PrimaryClient,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      ...KEEP_ALIVE,
      ...(budget && buildTimeoutSettings(budget)),
      ...(limits && { limits }),
    },
  };
}

/** Returns the session settings of each connection, and the client's own timeout for a dead connection. */
export function buildTimeoutSettings({ statementMs, lockMs }: TimeBudget): PoolConfig {
  return {
    statement_timeout: statementMs,
    lock_timeout: Math.min(lockMs, statementMs),
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: statementMs + Math.min(statementMs, DEAD_CONNECTION_MS),
  };
}

/** Maps the property `netChargeCents` to the column `net_charge_cents`. */
class SnakeCaseNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return toSnakeCase([...prefixes, customName ?? propertyName].join('_'));
  }
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

type EntityClass = new () => object;

/** Replaces TypeORM's search, which reads brackets in the path of a checkout as a glob pattern. */
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
