import { Client } from 'pg';
import { startChildSpan, getErrorType, type Span } from '../../tracing/spans.js';
import { PreparedQuery, type PgConnection } from './prepared-query.js';

/** The message of `pg` for a response that exceeds `query_timeout`. */
export const READ_TIMEOUT_MESSAGE = 'Query read timeout';

const SPAN_OPTIONS = { kind: 'client', facts: { 'db.system.name': 'postgresql' } } as const;

/** The text that TypeORM sends. */
const BEGIN = 'START TRANSACTION';
const BEGIN_RESULT = { command: 'START', rows: [], rowCount: null };

type QueryCallback = (error: Error | null, result?: unknown) => void;
type PgStatement = string | { text?: string; name?: string; statementMs?: number | undefined };

/** Statements that cannot time out. A SET beside them would belong to their transaction. */
const TRANSACTION_CONTROL = /^(COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/;

/**
 * A connection to PostgreSQL that
 * - delays `START TRANSACTION` until the first statement and sends both in one round trip if that one is prepared,
 * - destroys its socket on a read timeout, because `pg` would queue further statements behind the lost response,
 * - ignores errors that nothing listens to, e.g. while a pool hands it over: the next statement fails instead,
 * - sets `statement_timeout` to the `statementMs` of a statement, and back before the next one without it,
 * - opens a trace span for each statement.
 */
export class AppPgClient extends Client {
  private beginPending = false;
  /** Undefined: the timeout with which the connection was opened. */
  private statementMs: number | undefined;

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    return event === 'error' && this.listenerCount(event) === 0 ? false : super.emit(event, ...args);
  }

  /** Covers every overload of `pg`, which all pass the same arguments on. */
  override query(...args: unknown[]): never {
    const [statement] = args;
    if (statement === BEGIN) {
      this.beginPending = true;
      return Promise.resolve(BEGIN_RESULT) as never;
    }
    const send = super.query as unknown as (...args: unknown[]) => unknown;
    const setTimeout = this.changeStatementTimeout(statement as PgStatement);
    // If it fails, so does the statement: the connection is broken.
    if (setTimeout) send.call(this, setTimeout, (() => undefined) satisfies QueryCallback);
    if (this.beginPending) {
      this.beginPending = false;
      // A failed BEGIN destroys the connection, so that the statement never runs outside of the transaction.
      if (!(statement instanceof PreparedQuery && statement.beginTransactionOn(this.pgConnection, BEGIN)))
        send.call(this, BEGIN, ((error) => error && this.terminate()) satisfies QueryCallback);
    }
    const span = startChildSpan(() => toStatementSpanName(statement as PgStatement), SPAN_OPTIONS);
    const callback = args.at(-1);
    if (typeof callback === 'function')
      return send.call(this, ...args.slice(0, -1), ((error, result) => {
        this.onQueryEnd(span, error);
        (callback as QueryCallback)(error, result);
      }) satisfies QueryCallback) as never;
    const result = send.call(this, ...args);
    if (result instanceof Promise)
      result.then(
        () => this.onQueryEnd(span, null),
        (error: unknown) => this.onQueryEnd(span, error),
      );
    return result as never;
  }

  /** Destroys the socket: pending statements fail at once. */
  terminate(): void {
    this.pgConnection.stream.destroy();
  }

  protected onQueryError(error: unknown): void {
    if (error instanceof Error && error.message === READ_TIMEOUT_MESSAGE) this.terminate();
  }

  /** Returns the SET statement that must precede a statement; undefined if the current timeout fits. */
  private changeStatementTimeout(statement: PgStatement): string | undefined {
    const { text = '', statementMs } = typeof statement === 'string' ? { text: statement } : statement;
    if (statementMs === this.statementMs || TRANSACTION_CONTROL.test(text)) return undefined;
    this.statementMs = statementMs;
    return statementMs === undefined ? 'RESET statement_timeout' : `SET statement_timeout = ${statementMs}`;
  }

  private onQueryEnd(span: Span | undefined, error: unknown): void {
    if (error) span?.fail(getErrorType(error));
    span?.end();
    if (error) this.onQueryError(error);
  }

  private get pgConnection(): PgConnection {
    return (this as unknown as { connection: PgConnection }).connection;
  }
}

const TARGET_TABLE = /\b(?:FROM|INTO|UPDATE|JOIN) +(?:ONLY +)?"?([a-z_][a-z0-9_]*)/i;

/** Returns the name of a prepared statement, or the verb and table of any other. A span never contains the text. */
export function toStatementSpanName(statement: PgStatement): string {
  const { text = '', name } = typeof statement === 'string' ? { text: statement } : statement;
  if (name) return name;
  const verb = /^\W*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'query';
  const [, table] = TARGET_TABLE.exec(text) ?? [];
  return table ? `${verb} ${table}` : verb;
}
