import { Client } from 'pg';
import { startChildSpan, getErrorType, type Span } from '../tracing/spans.js';
import { PreparedQuery, type PgConnection } from './prepared-query.js';
import { toStatementSpanName, type PgStatement } from './statement-span-name.js';

/** What `pg` calls an answer that did not come within `query_timeout`. */
export const READ_TIMEOUT_MESSAGE = 'Query read timeout';

const SPAN_OPTIONS = { kind: 'client', attributes: { 'db.system.name': 'postgresql' } } as const;

/** As TypeORM says it. */
const BEGIN = 'START TRANSACTION';
const BEGIN_RESULT = { command: 'START', rows: [], rowCount: null };

type QueryCallback = (error: Error | null, result?: unknown) => void;

/**
 * A connection whose end alone doesn't end the process. While it changes hands, between a pool and its users, nobody
 * listens to its errors; whoever uses it next learns from the failing query, and the pool drops it.
 *
 * One that doesn't answer in time is cut: `pg` alone would go on using it, and whatever is asked next would wait behind
 * an answer that never comes.
 *
 * A transaction begins with its first statement, in one round trip with it where that is prepared.
 */
export class AppPgClient extends Client {
  private beginPending = false;

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    return event === 'error' && this.listenerCount(event) === 0 ? false : super.emit(event, ...args);
  }

  /** One signature for the many of `pg`, which hand the same arguments on. */
  override query(...args: unknown[]): never {
    if (args[0] === BEGIN) {
      this.beginPending = true;
      return Promise.resolve(BEGIN_RESULT) as never;
    }
    const done = args.at(-1);
    const ask = super.query as unknown as (...args: unknown[]) => unknown;
    if (this.beginPending) {
      this.beginPending = false;
      // What follows is not to run outside of a transaction.
      if (!this.beginWithPrepared(args[0]))
        ask.call(this, BEGIN, ((error) => error && this.terminate()) satisfies QueryCallback);
    }
    const span = startChildSpan(() => toStatementSpanName(args[0] as PgStatement), SPAN_OPTIONS);
    if (typeof done === 'function')
      return ask.call(this, ...args.slice(0, -1), ((error, result) => {
        this.onQueryEnd(span, error);
        (done as QueryCallback)(error, result);
      }) satisfies QueryCallback) as never;
    const asked = ask.call(this, ...args);
    if (asked instanceof Promise)
      asked.then(
        () => this.onQueryEnd(span, null),
        (error: unknown) => this.onQueryEnd(span, error),
      );
    return asked as never;
  }

  private beginWithPrepared(first: unknown): boolean {
    return first instanceof PreparedQuery && first.beginTransactionOn(this.pgConnection, BEGIN);
  }

  private onQueryEnd(span: Span | undefined, error: unknown): void {
    if (error) span?.fail(getErrorType(error));
    span?.end();
    if (error) this.onQueryError(error);
  }

  /** One that is silent is cut. */
  protected onQueryError(error: unknown): void {
    if (error instanceof Error && error.message === READ_TIMEOUT_MESSAGE) this.terminate();
  }

  /** Ends it without a word to the other side; whoever waits for an answer learns at once that none comes. */
  terminate(): void {
    this.pgConnection.stream.destroy();
  }

  private get pgConnection(): PgConnection {
    return (this as unknown as { connection: PgConnection }).connection;
  }
}
