import { Client } from 'pg';

/**
 * A connection whose end alone doesn't end the process. While it changes hands, between a pool and its users, nobody
 * listens to its errors; whoever uses it next learns from the failing query, and the pool drops it.
 */
export class QuietClient extends Client {
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    return event === 'error' && this.listenerCount(event) === 0 ? false : super.emit(event, ...args);
  }
}
