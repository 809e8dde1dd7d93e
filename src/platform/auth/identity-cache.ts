import { LRUCache } from 'lru-cache';

/** Short enough for a revoked key, or a session that was ended, to be dead within a second in every process, the request's own time included. */
const TTL_MS = 800;
const VALID_TTL_MS = 600_000;

/** What keys and cookies were found to be, by hash: none stays in memory. By a steady clock, whatever the wall clock does. */
export class IdentityCache<T extends object> {
  private readonly valid = new LRUCache<string, true>({ max: 10_000, ttl: VALID_TTL_MS });
  private readonly found = new LRUCache<string, Promise<T | null>>({ max: 10_000, ttl: TTL_MS });

  /** Whether it was found to be valid within the last ten minutes, whatever it is now. */
  wasRecentlyValid(hash: string): boolean {
    return this.valid.has(hash);
  }

  /** The life of an entry begins with its look-up. Requests that come during one share it. */
  get(hash: string, lookUp: () => Promise<T | null>): Promise<T | null> {
    const known = this.found.get(hash);
    if (known) return known;
    const start = performance.now();
    const found = lookUp();
    this.found.set(hash, found, { start });
    found.then(
      (valid) => valid && this.valid.set(hash, true),
      () => this.found.delete(hash),
    );
    return found;
  }

  clear(): void {
    this.found.clear();
  }
}
