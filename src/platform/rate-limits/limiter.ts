import { LRUCache } from 'lru-cache';
import { CountedTogether } from './counted-together.js';
import { SharedCount, type Counted } from './shared-count.js';
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

/** Lets so many requests of somebody pass in a window. */
export class Limiter {
  readonly limit: number;
  private readonly count: SharedCount;
  private readonly together = new CountedTogether<Counted>((id, points) => this.count.add(id, points));
  /** Who has nothing left and how often it was told, until the window ends by a steady clock: refused without asking anyone. */
  private readonly spent = new LRUCache<string, { refusals: number }>({ max: REMEMBERED, ttl: WINDOW_MS });
  /** By the steady clock, when the last of them has something again. */
  private spentUntil = 0;

  constructor(name: string, perSecond: number, store: SharedStore | null) {
    this.limit = perSecond * WINDOW_SECONDS;
    const options = { points: this.limit, duration: WINDOW_SECONDS, keyPrefix: name };
    this.count = new SharedCount(options, store);
  }

  /** True while somebody may have nothing left. */
  get refuses(): boolean {
    return performance.now() < this.spentUntil;
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
    const { counted, behind } = await this.together.take(id);
    const verdict = this.verdict(counted, behind);
    if (!verdict.allowed) this.remember(id, verdict);
    return verdict;
  }

  /** Those that were counted at once are each refused here. */
  private remember(id: string, { resetMs }: Verdict): void {
    const spent = this.spent.get(id);
    if (spent) spent.refusals++;
    else this.spent.set(id, { refusals: 1 }, { ttl: resetMs });
    this.spentUntil = Math.max(this.spentUntil, performance.now() + resetMs);
  }

  /** What a count means for the one that so many others were counted behind. */
  private verdict({ points, resetMs }: Counted, behind: number): Verdict {
    const left = this.limit - (points - behind);
    return { allowed: left >= 0, limit: this.limit, remaining: Math.max(left, 0), resetMs };
  }
}
