import { Client } from 'pg';
import { beginInner, typeOf, type Span } from '../tracing/traces.js';
import { PreparedQuery, type Wire } from './prepared-query.js';
import { nameOf, type Asked } from './statement-name.js';

/** What `pg` calls an answer that did not come within `query_timeout`. */
export const READ_TIMEOUT = 'Query read timeout';

const TRACED = { kind: 'client', facts: { 'db.system.name': 'postgresql' } } as const;

/** As TypeORM says it. */
const BEGIN = 'START TRANSACTION';
const BEGUN = { command: 'START', rows: [], rowCount: null };

type Done = (error: Error | null, result?: unknown) => void;

/**
 * A connection whose end alone doesn't end the process. While it changes hands, between a pool and its users, nobody
 * listens to its errors; whoever uses it next learns from the failing query, and the pool drops it.
 *
 * One that doesn't answer in time is cut: `pg` alone would go on using it, and whatever is asked next would wait behind
 * an answer that never comes.
 *
 * A transaction begins with its first statement, in one round trip with it where that is prepared.
 */
export class QuietClient extends Client {
  private begins = false;

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    return event === 'error' && this.listenerCount(event) === 0 ? false : super.emit(event, ...args);
  }

  /** One signature for the many of `pg`, which hand the same arguments on. */
  override query(...args: unknown[]): never {
    if (args[0] === BEGIN) {
      this.begins = true;
      return Promise.resolve(BEGUN) as never;
    }
    const done = args.at(-1);
    const ask = super.query as unknown as (...args: unknown[]) => unknown;
    if (this.begins) {
      this.begins = false;
      // What follows is not to run outside of a transaction.
      if (!this.beginWith(args[0])) ask.call(this, BEGIN, ((error) => error && this.cut()) satisfies Done);
    }
    const span = beginInner(() => nameOf(args[0] as Asked), TRACED);
    if (typeof done === 'function')
      return ask.call(this, ...args.slice(0, -1), ((error, result) => {
        this.ended(span, error);
        (done as Done)(error, result);
      }) satisfies Done) as never;
    const asked = ask.call(this, ...args);
    if (asked instanceof Promise)
      asked.then(
        () => this.ended(span, null),
        (error: unknown) => this.ended(span, error),
      );
    return asked as never;
  }

  private beginWith(first: unknown): boolean {
    return first instanceof PreparedQuery && first.beginOn(this.wire, BEGIN);
  }

  private ended(span: Span | undefined, error: unknown): void {
    if (error) span?.fail(typeOf(error));
    span?.end();
    if (error) this.failed(error);
  }

  /** One that is silent is cut. */
  protected failed(error: unknown): void {
    if (error instanceof Error && error.message === READ_TIMEOUT) this.cut();
  }

  /** Ends it without a word to the other side; whoever waits for an answer learns at once that none comes. */
  cut(): void {
    this.wire.stream.destroy();
  }

  private get wire(): Wire {
    return (this as unknown as { connection: Wire }).connection;
  }
}
