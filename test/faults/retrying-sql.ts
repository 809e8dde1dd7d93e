import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const TIMEOUT_MS = 60_000;
/** SQLSTATE classes and codes that come by themselves and go: connections, resources, shutdown, deadlocks. */
const TRANSIENT_SQLSTATE = /^(08|53|57P|40P01)/;

/** The lab's own SQL, which may be repeated: tried again while PostgreSQL is away, since the lab is who kills it. */
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

/** What isn't an answer of PostgreSQL's is a failed connection. */
function isTransient(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || TRANSIENT_SQLSTATE.test(error.code ?? '');
}
