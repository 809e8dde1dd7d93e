import type { Caller } from './tenant.js';

/** Short enough for a revocation to work within two seconds in every process, the request's own time included. */
const LIFE_MS = 1_500;
const SIZE = 10_000;

interface Entry {
  caller: Promise<Caller | null>;
  until: number;
}

/** What keys were found to be, by hash: no key stays in memory. */
export class KeyCache {
  private readonly entries = new Map<string, Entry>();

  /** The life of an entry begins before its look-up. Requests that come during one share it. */
  get(hash: string, lookUp: () => Promise<Caller | null>): Promise<Caller | null> {
    const now = Date.now();
    const known = this.entries.get(hash);
    if (known && known.until > now) return known.caller;
    if (this.entries.size >= SIZE) this.entries.clear();
    const entry = { caller: lookUp(), until: now + LIFE_MS };
    this.entries.set(hash, entry);
    entry.caller.catch(() => this.entries.delete(hash));
    return entry.caller;
  }

  clear(): void {
    this.entries.clear();
  }
}
