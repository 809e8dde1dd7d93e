import { RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { LimiterOptions, SharedStore } from './shared-store.js';

export interface WindowCount {
  points: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/** Counts in the store that all processes share, and in this process while that store is unavailable or not configured. */
export class SharedCounter {
  private readonly local: RateLimiterMemory;
  private readonly shared: RateLimiterAbstract | null;
  private readonly windowMs: number;

  constructor(
    options: LimiterOptions,
    private readonly store: SharedStore | null,
  ) {
    this.local = new RateLimiterMemory(options);
    this.shared = store?.createLimiter(options) ?? null;
    this.windowMs = options.duration * 1_000;
  }

  async add(id: string, points: number): Promise<WindowCount> {
    const { consumedPoints, msBeforeNext } = await this.count(id, points);
    // A clock that was set back could make the window longer than it is.
    const resetMs = Math.min(Math.max(Math.ceil(msBeforeNext), 1), this.windowMs);
    return { points: consumedPoints, resetMs };
  }

  private async count(id: string, points: number): Promise<RateLimiterRes> {
    if (!this.shared || !this.store!.isUsable()) return consume(this.local, id, points);
    try {
      const counted = await consume(this.shared, id, points);
      this.store!.recordSuccess();
      return counted;
    } catch (error) {
      this.store!.recordFailure(error);
      return consume(this.local, id, points);
    }
  }
}

/** The library rejects with a result above the limit, and with an error if the store failed. */
async function consume(limiter: RateLimiterAbstract, id: string, points: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(id, points);
  } catch (rejected) {
    if (rejected instanceof RateLimiterRes) return rejected;
    throw rejected;
  }
}
