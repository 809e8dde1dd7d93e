import { LRUCache } from 'lru-cache';

/** A revoked key or an ended session stops working in every process within a second, request time included. */
const TTL_MS = 800;
const VALID_TTL_MS = 600_000;

/** Caches resolved keys and sessions by hash, on a monotonic clock. */
export class IdentityCache<T extends object> {
  private readonly valid = new LRUCache<string, true>({ max: 10_000, ttl: VALID_TTL_MS });
  private readonly found = new LRUCache<string, Promise<T | null>>({ max: 10_000, ttl: TTL_MS });

  wasRecentlyValid(hash: string): boolean {
    return this.valid.has(hash);
  }

  /** Looks a hash up once for concurrent requests. The lifetime of the entry starts when the lookup starts. */
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
