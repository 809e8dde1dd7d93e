import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { types } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import type { Extensions } from '../extension.js';
import { QuietClient } from './quiet-client.js';
import { SnakeNaming } from './snake-naming.js';

/** Calendar days stay text: as a `Date` they would depend on the machine's time zone. */
types.setTypeParser(types.builtins.DATE, (day) => day);

const SOURCE = join(import.meta.dirname, '..');

/** Entities and migrations from outside the core. */
export type Further = Pick<Extensions, 'entities' | 'migrations'>;

/** How every process of the service meets its database; the core's entities and migrations are found by their file names. */
export async function dataSourceOptions(
  url: string,
  poolSize: number,
  { entities, migrations }: Further = { entities: [], migrations: [] },
): Promise<DataSourceOptions> {
  return {
    type: 'postgres',
    url,
    entities: [...(await exportedBy(/\.entity\.[jt]s$/)), ...entities],
    migrations: [...(await exportedBy(/^database\/migrations\/.*(?<!\.d)\.[jt]s$/)), ...migrations],
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    parseInt8: true,
    applicationName: 'lading',
    poolSize,
    // What fails is thrown and logged once, by its message: TypeORM's own log would show the parameters too.
    logging: false,
    extra: { Client: QuietClient, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 30_000 },
  };
}

type Class = new () => object;

/** Found by ourselves: TypeORM's own search takes the brackets of a checkout's path for a pattern. */
async function exportedBy<T extends Class>(name: RegExp): Promise<T[]> {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => name.test(file));
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join(SOURCE, file)).href) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap(Object.values).filter((value): value is T => typeof value === 'function');
}
