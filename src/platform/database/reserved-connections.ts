import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type QueryConfig, type QueryResultRow } from 'pg';
import { Config } from '../../config/config.js';
import { ask } from './ask.js';
import { KEEP_ALIVE, limitsOf } from './data-source.js';
import { PrimaryClient } from './full-disk.js';

/** One for readiness, one for the metrics, each of which is read once at a time, and always one for keys. */
const CONNECTIONS = 3;
/** One more where lists ask how far the database has written, once at a time too, before they are read from its copy. */
const FOR_THE_REPLICA = 1;
/** What is asked here takes a millisecond; longer means that the database is in trouble. */
const PATIENCE_MS = 3_000;

/**
 * A few connections that requests can't take: who calls, and whether the service is ready, is answered also while every
 * connection of the pool is at work.
 */
@Injectable()
export class ReservedConnections implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor({ database }: Config) {
    this.pool = new Pool({
      Client: PrimaryClient,
      connectionString: database.url,
      max: CONNECTIONS + (database.replica ? FOR_THE_REPLICA : 0),
      application_name: 'lading-reserved',
      connectionTimeoutMillis: PATIENCE_MS,
      ...KEEP_ALIVE,
      ...limitsOf({
        statementMs: Math.min(database.budget.statementMs, PATIENCE_MS),
        lockMs: database.budget.lockMs,
      }),
    });
    this.pool.on('error', () => undefined);
  }

  query<Row extends QueryResultRow>(query: QueryConfig): Promise<Row[]> {
    return ask<Row>(this.pool, query);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
