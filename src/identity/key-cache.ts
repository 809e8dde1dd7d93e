import { LRUCache } from 'lru-cache';
import type { Caller } from './caller.js';

/** Short enough for a revoked key to be dead within a second in every process, the request's own time included. */
const LIFE_MS = 800;
const REMEMBERED_MS = 600_000;

/** What keys were found to be, by hash: no key stays in memory. By a steady clock, whatever the wall clock does. */
export class KeyCache {
  private readonly valid = new LRUCache<string, true>({ max: 10_000, ttl: REMEMBERED_MS });
  private readonly callers = new LRUCache<string, Promise<Caller | null>>({ max: 10_000, ttl: LIFE_MS });

  /** Whether the key was found to be valid within the last ten minutes, whatever it is now. */
  knew(hash: string): boolean {
    return this.valid.has(hash);
  }

  /** The life of an entry begins with its look-up. Requests that come during one share it. */
  get(hash: string, lookUp: () => Promise<Caller | null>): Promise<Caller | null> {
    const known = this.callers.get(hash);
    if (known) return known;
    const start = performance.now();
    const caller = lookUp();
    this.callers.set(hash, caller, { start });
    caller.then(
      (found) => found && this.valid.set(hash, true),
      () => this.callers.delete(hash),
    );
    return caller;
  }

  clear(): void {
    this.callers.clear();
  }
}
