import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const TIMEOUT_MS = 60_000;
/** SQLSTATE classes and codes of temporary faults: connections, resources, shutdown, deadlocks. */
const TRANSIENT_SQLSTATE = /^(08|53|57P|40P01)/;

/** Runs the fault tests' own repeatable SQL. Retries while PostgreSQL is down, because the tests themselves kill it. */
export class RetryingSql {
  private readonly pool: pg.Pool;

  constructor(connectionString: string) {
    this.pool = new pg.Pool({
      connectionString,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 5_000,
    });
    this.pool.on('error', () => undefined);
  }

  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    for (const end = Date.now() + TIMEOUT_MS; ; await sleep(100)) {
      try {
        return (await this.pool.query<Row>(text, values)).rows;
      } catch (error) {
        if (Date.now() > end || !isTransient(error)) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** Returns true for a failed connection and for a temporary SQLSTATE. */
function isTransient(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || TRANSIENT_SQLSTATE.test(error.code ?? '');
}
