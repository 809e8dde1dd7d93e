import { LRUCache } from 'lru-cache';
import { CoalescingCounter } from './coalescing-counter.js';
import { SharedCounter, type WindowCount } from './shared-counter.js';
import type { SharedStore } from './shared-store.js';

/** Seconds of the fixed window that requests are counted in. */
export const WINDOW_SECONDS = 2;
const WINDOW_MS = WINDOW_SECONDS * 1_000;
const MAX_EXHAUSTED = 10_000;

/** What a limiter says of one more request. */
export interface RateLimitResult {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/** Lets so many requests of somebody pass in a window. */
export class FixedWindowLimiter {
  readonly limit: number;
  private readonly count: SharedCounter;
  private readonly coalescing = new CoalescingCounter<WindowCount>((id, points) =>
    this.count.add(id, points),
  );
  /** Who has nothing left and how often it was told, until the window ends by a steady clock: refused without asking anyone. */
  private readonly exhausted = new LRUCache<string, { refusals: number }>({
    max: MAX_EXHAUSTED,
    ttl: WINDOW_MS,
  });
  /** By the steady clock, when the last of them has something again. */
  private exhaustedUntil = 0;

  constructor(name: string, perSecond: number, store: SharedStore | null) {
    this.limit = perSecond * WINDOW_SECONDS;
    const options = { points: this.limit, duration: WINDOW_SECONDS, keyPrefix: name };
    this.count = new SharedCounter(options, store);
  }

  /** True while somebody may have nothing left. */
  get hasExhausted(): boolean {
    return performance.now() < this.exhaustedUntil;
  }

  /** What it says to somebody who has nothing left; null for anybody else. */
  rejectIfExhausted(id: string): RateLimitResult | null {
    const spent = this.exhausted.get(id);
    if (!spent) return null;
    spent.refusals++;
    const resetMs = Math.max(1, this.exhausted.getRemainingTTL(id));
    return { allowed: false, limit: this.limit, remaining: 0, resetMs };
  }

  /** Whether it asks on, after as many refusals as it has requests. */
  hasTooManyRejections(id: string): boolean {
    return (this.exhausted.peek(id)?.refusals ?? 0) > this.limit;
  }

  /** Counts one more request, or refuses it. */
  async consume(id: string): Promise<RateLimitResult> {
    const refusal = this.rejectIfExhausted(id);
    if (refusal) return refusal;
    const { counted, behind } = await this.coalescing.increment(id);
    const verdict = this.toResult(counted, behind);
    if (!verdict.allowed) this.recordRejection(id, verdict);
    return verdict;
  }

  /** Those that were counted at once are each refused here. */
  private recordRejection(id: string, { resetMs }: RateLimitResult): void {
    const spent = this.exhausted.get(id);
    if (spent) spent.refusals++;
    else this.exhausted.set(id, { refusals: 1 }, { ttl: resetMs });
    this.exhaustedUntil = Math.max(this.exhaustedUntil, performance.now() + resetMs);
  }

  /** What a count means for the one that so many others were counted behind. */
  private toResult({ points, resetMs }: WindowCount, behind: number): RateLimitResult {
    const left = this.limit - (points - behind);
    return { allowed: left >= 0, limit: this.limit, remaining: Math.max(left, 0), resetMs };
  }
}
