import { LRUCache } from 'lru-cache';
import type { Caller } from './caller.js';

/** Short enough for a revoked key to be dead within a second in every process, the request's own time included. */
const LIFE_MS = 800;

/** What keys were found to be, by hash: no key stays in memory. By a steady clock, whatever the wall clock does. */
export class KeyCache {
  private readonly callers = new LRUCache<string, Promise<Caller | null>>({ max: 10_000, ttl: LIFE_MS });

  /** The life of an entry begins with its look-up. Requests that come during one share it. */
  get(hash: string, lookUp: () => Promise<Caller | null>): Promise<Caller | null> {
    const known = this.callers.get(hash);
    if (known) return known;
    const start = performance.now();
    const caller = lookUp();
    this.callers.set(hash, caller, { start });
    caller.catch(() => this.callers.delete(hash));
    return caller;
  }

  clear(): void {
    this.callers.clear();
  }
}
