import { LRUCache } from 'lru-cache';
import { CoalescingCounter } from './coalescing-counter.js';
import { SharedCounter, type WindowCount } from './shared-counter.js';
import type { SharedStore } from './shared-store.js';

export const WINDOW_SECONDS = 2;
const WINDOW_MS = WINDOW_SECONDS * 1_000;
const MAX_EXHAUSTED = 10_000;

export interface RateLimitResult {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/** Allows `perSecond` requests of an id, averaged over a fixed window of `WINDOW_SECONDS`. */
export class FixedWindowLimiter {
  readonly limit: number;
  private readonly counter: SharedCounter;
  private readonly coalescing = new CoalescingCounter<WindowCount>((id, points) =>
    this.counter.add(id, points),
  );
  /** Ids without remaining requests until their window ends. They are rejected without a call to the store. */
  private readonly exhausted = new LRUCache<string, { rejections: number }>({
    max: MAX_EXHAUSTED,
    ttl: WINDOW_MS,
  });
  /** When the last exhausted window ends, on the monotonic clock. */
  private exhaustedUntil = 0;

  constructor(name: string, perSecond: number, store: SharedStore | null) {
    this.limit = perSecond * WINDOW_SECONDS;
    const options = { points: this.limit, duration: WINDOW_SECONDS, keyPrefix: name };
    this.counter = new SharedCounter(options, store);
  }

  /** Returns false if no id is exhausted. */
  get hasExhausted(): boolean {
    return performance.now() < this.exhaustedUntil;
  }

  /** Returns the rejection of an exhausted id, and null for any other id. */
  rejectIfExhausted(id: string): RateLimitResult | null {
    const exhausted = this.exhausted.get(id);
    if (!exhausted) return null;
    exhausted.rejections++;
    const resetMs = Math.max(1, this.exhausted.getRemainingTTL(id));
    return { allowed: false, limit: this.limit, remaining: 0, resetMs };
  }

  /** Returns true once the id got more rejections in its window than the limit allows requests. */
  hasTooManyRejections(id: string): boolean {
    return (this.exhausted.peek(id)?.rejections ?? 0) > this.limit;
  }

  /** Counts one request. */
  async consume(id: string): Promise<RateLimitResult> {
    const rejection = this.rejectIfExhausted(id);
    if (rejection) return rejection;
    const { counted, behind } = await this.coalescing.increment(id);
    const remaining = this.limit - (counted.points - behind);
    if (remaining < 0) this.recordRejection(id, counted.resetMs);
    return {
      allowed: remaining >= 0,
      limit: this.limit,
      remaining: Math.max(remaining, 0),
      resetMs: counted.resetMs,
    };
  }

  private recordRejection(id: string, resetMs: number): void {
    const exhausted = this.exhausted.get(id);
    if (exhausted) exhausted.rejections++;
    else this.exhausted.set(id, { rejections: 1 }, { ttl: resetMs });
    this.exhaustedUntil = Math.max(this.exhaustedUntil, performance.now() + resetMs);
  }
}
