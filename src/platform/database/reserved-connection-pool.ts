import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type QueryConfig, type QueryResultRow } from 'pg';
import { Config } from '../../config/config.js';
import { runPoolQuery } from './query.js';
import { KEEP_ALIVE, buildTimeoutSettings } from './data-source.js';
import { PrimaryClient } from './disk-full-detector.js';

/** One for readiness, one for the metrics, each of which is read once at a time, and always one for keys. */
const CONNECTIONS = 3;
/** One more where lists ask how far the database has written, once at a time too, before they are read from its copy. */
const REPLICA_CONNECTIONS = 1;
/** What is asked here takes a millisecond; longer means that the database is in trouble. */
const TIMEOUT_MS = 3_000;

/**
 * A few connections that requests can't take: who calls, and whether the service is ready, is answered also while every
 * connection of the pool is at work.
 */
@Injectable()
export class ReservedConnectionPool implements OnApplicationShutdown {
  private readonly pool: Pool;

  constructor({ database }: Config) {
    this.pool = new Pool({
      Client: PrimaryClient,
      connectionString: database.url,
      max: CONNECTIONS + (database.replica ? REPLICA_CONNECTIONS : 0),
      application_name: 'lading-reserved',
      connectionTimeoutMillis: TIMEOUT_MS,
      ...KEEP_ALIVE,
      ...buildTimeoutSettings({
        statementMs: Math.min(database.budget.statementMs, TIMEOUT_MS),
        lockMs: database.budget.lockMs,
      }),
    });
    this.pool.on('error', () => undefined);
  }

  query<Row extends QueryResultRow>(query: QueryConfig): Promise<Row[]> {
    return runPoolQuery<Row>(this.pool, query);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
