import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { SharedStore } from './shared-store.js';

/** Seconds of the fixed window that requests are counted in. */
export const WINDOW_SECONDS = 2;

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
  /** What it says while nothing is left. */
  readonly exhausted: Omit<Verdict, 'resetMs'>;

  constructor(
    name: string,
    perSecond: number,
    private readonly store: SharedStore | null,
  ) {
    const limit = perSecond * WINDOW_SECONDS;
    this.exhausted = { allowed: false, limit, remaining: 0 };
    const options = { points: limit, duration: WINDOW_SECONDS, keyPrefix: name };
    this.local = new RateLimiterMemory(options);
    this.shared = store?.limiter(options) ?? null;
  }

  async take(id: string): Promise<Verdict> {
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

  private verdict({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): Verdict {
    const remaining = allowed ? remainingPoints : 0;
    return { allowed, limit: this.exhausted.limit, remaining, resetMs: msBeforeNext };
  }
}
