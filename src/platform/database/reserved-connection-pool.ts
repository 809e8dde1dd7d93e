import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool, type QueryConfig, type QueryResultRow } from 'pg';
import { Config } from '../../config/config.js';
import { runPoolQuery } from './statements/run-query.js';
import { KEEP_ALIVE, buildTimeoutSettings } from './data-source.js';
import { PrimaryClient } from './disk-full-detector.js';

/** One each for readiness, metrics and API keys. */
const CONNECTIONS = 3;
/** For the write position of the primary, which a read from the replica needs. */
const REPLICA_CONNECTIONS = 1;
/** The statements take about a millisecond. */
const TIMEOUT_MS = 3_000;

/** Connections that requests cannot exhaust, so that authentication and readiness work while the pool is fully used. */
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
