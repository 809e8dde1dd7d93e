import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { SharedStore } from './shared-store.js';

/** Seconds of the fixed window that requests are counted in. */
export const WINDOW_SECONDS = 2;
const WINDOW_MS = WINDOW_SECONDS * 1_000;
const REMEMBERED = 10_000;

/** What a limiter says of one more request. */
export interface Verdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/** Counts in the store that all processes share; in this process while that store is away, or when there is none. */
export class Limiter {
  private readonly local: RateLimiterMemory;
  private readonly shared: RateLimiterAbstract | null;
  readonly limit: number;
  /** Who has nothing left and how often it was told, until the window ends by a steady clock: refused without asking anyone. */
  private readonly spent = new LRUCache<string, { refusals: number }>({ max: REMEMBERED, ttl: WINDOW_MS });

  constructor(
    name: string,
    perSecond: number,
    private readonly store: SharedStore | null,
  ) {
    this.limit = perSecond * WINDOW_SECONDS;
    const options = { points: this.limit, duration: WINDOW_SECONDS, keyPrefix: name };
    this.local = new RateLimiterMemory(options);
    this.shared = store?.limiter(options) ?? null;
  }

  /** True while somebody may have nothing left. */
  get refuses(): boolean {
    return this.spent.size > 0;
  }

  /** What it says to somebody who has nothing left; null for anybody else. */
  refusal(id: string): Verdict | null {
    const spent = this.spent.get(id);
    if (!spent) return null;
    spent.refusals++;
    const resetMs = Math.max(1, this.spent.getRemainingTTL(id));
    return { allowed: false, limit: this.limit, remaining: 0, resetMs };
  }

  /** Whether it asks on, after as many refusals as it has requests. */
  insists(id: string): boolean {
    return (this.spent.peek(id)?.refusals ?? 0) > this.limit;
  }

  /** Counts one more request, or refuses it. */
  async take(id: string): Promise<Verdict> {
    const refusal = this.refusal(id);
    if (refusal) return refusal;
    const verdict = await this.count(id);
    if (!verdict.allowed) this.spent.set(id, { refusals: 1 }, { ttl: verdict.resetMs });
    return verdict;
  }

  private async count(id: string): Promise<Verdict> {
    if (!this.shared || !this.store!.usable()) return this.consume(this.local, id);
    try {
      const verdict = await this.consume(this.shared, id);
      this.store!.succeeded();
      return verdict;
    } catch (error) {
      this.store!.failed(error);
      return this.consume(this.local, id);
    }
  }

  /** The library rejects with its result when the limit is passed, and with an error when the store failed. */
  private async consume(limiter: RateLimiterAbstract, id: string): Promise<Verdict> {
    try {
      return this.verdict(await limiter.consume(id), true);
    } catch (rejected) {
      if (rejected instanceof RateLimiterRes) return this.verdict(rejected, false);
      throw rejected;
    }
  }

  /** No window is longer than a window, whatever a clock that was set back makes of it. */
  private verdict({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): Verdict {
    const remaining = allowed ? remainingPoints : 0;
    const resetMs = Math.min(Math.max(Math.ceil(msBeforeNext), 1), WINDOW_MS);
    return { allowed, limit: this.limit, remaining, resetMs };
  }
}
