import type { Pool, PoolClient } from 'pg';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { TestApp } from './app.js';

/** One statement as the service sent it. */
export interface Statement {
  /** The name of a prepared statement. PostgreSQL plans other statements each time. */
  name?: string | undefined;
  text: string;
  values: unknown[];
}

/** Statements of timers, which run at any time. */
const BACKGROUND_STATEMENTS = /^UPDATE api_keys SET last_used_at|^INSERT INTO api_requests/;

/** Records the statements that an app sends over its connection pool. */
export class StatementRecorder {
  private statements: Statement[] | null = null;
  private readonly wrapped = new WeakSet<PoolClient>();

  constructor(app: TestApp) {
    const pool = (app.sql.driver as PostgresDriver).master as Pool;
    pool.on('acquire', (client) => this.wrap(client));
  }

  /** Returns the statements of `work`, transaction control included. */
  async record(work: () => Promise<unknown>): Promise<Statement[]> {
    const statements: Statement[] = (this.statements = []);
    await work();
    this.statements = null;
    return statements.filter(({ text }) => !BACKGROUND_STATEMENTS.test(text));
  }

  private wrap(client: PoolClient): void {
    if (this.wrapped.has(client)) return;
    this.wrapped.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const recorded = (...args: unknown[]): unknown => {
      const [first, second] = args as [string | Statement, unknown];
      const { name, text, values } =
        typeof first === 'string' ? { name: undefined, text: first, values: second } : first;
      this.statements?.push({ name, text, values: Array.isArray(values) ? values : [] });
      return query(...args);
    };
    client.query = recorded as PoolClient['query'];
  }
}
