import { join } from 'node:path';
import { types } from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { QuietClient } from './quiet-client.js';
import { SnakeNaming } from './snake-naming.js';

/** Calendar days stay text: as a `Date` they would depend on the machine's time zone. */
types.setTypeParser(types.builtins.DATE, (day) => day);

const SOURCE = join(import.meta.dirname, '..');

/** How every process of the service meets its database; entities and migrations are found by their file names. */
export function dataSourceOptions(url: string, poolSize: number): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: [join(SOURCE, '**/*.entity.{ts,js}')],
    migrations: [join(SOURCE, 'database/migrations/*.{ts,js}')],
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
