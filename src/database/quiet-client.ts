import { Client } from 'pg';
import { beginInner, typeOf, type Span } from '../traces/traces.js';
import { nameOf, type Asked } from './statement-name.js';

/** What `pg` calls an answer that did not come within `query_timeout`. */
export const READ_TIMEOUT = 'Query read timeout';

const TRACED = { kind: 'client', facts: { 'db.system.name': 'postgresql' } } as const;

type Done = (error: Error | null, result?: unknown) => void;

/**
 * A connection whose end alone doesn't end the process. While it changes hands, between a pool and its users, nobody
 * listens to its errors; whoever uses it next learns from the failing query, and the pool drops it.
 *
 * One that doesn't answer in time is cut: `pg` alone would go on using it, and whatever is asked next would wait behind
 * an answer that never comes.
 */
export class QuietClient extends Client {
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    return event === 'error' && this.listenerCount(event) === 0 ? false : super.emit(event, ...args);
  }

  /** One signature for the many of `pg`, which hand the same arguments on. */
  override query(...args: unknown[]): never {
    const done = args.at(-1);
    const ask = super.query as unknown as (...args: unknown[]) => unknown;
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
    (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  }
}
