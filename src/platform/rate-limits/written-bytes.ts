import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Owner } from '../database/transactions.js';
import type { Counted } from './shared-count.js';

/** Seconds of the window that bytes are counted in. */
export const WRITTEN_WINDOW_SECONDS = 3_600;
/** Bytes are counted by the thousand: the stores' numbers end at two billion. */
export const UNIT_BYTES = 1_000;
/** How long bytes gather before they are counted: no request waits for it, and a few may pass that are too many. */
const GATHER_MS = 1_000;
/** Of organizations whose bytes wait, and of those that are refused. More of them at once go uncounted. */
const REMEMBERED = 10_000;

/** What is stored for organizations: gathered in the process, and added to the count of all processes in the background. */
export class WrittenBytes {
  private readonly logger = new Logger('WrittenBytes');
  private readonly waiting = new Map<string, number>();
  /** Who has written its share, until the window ends by a steady clock. */
  private readonly spent = new LRUCache<string, true>({
    max: REMEMBERED,
    ttl: WRITTEN_WINDOW_SECONDS * 1_000,
  });
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  /** @param add counts so many more units of somebody, over all processes */
  constructor(
    readonly limit: number,
    private readonly add: (id: string, units: number) => Promise<Counted>,
    private readonly gatherMs = GATHER_MS,
  ) {}

  note(owner: Owner, bytes: number): void {
    const id = idOf(owner);
    if (this.closed || (this.waiting.size >= REMEMBERED && !this.waiting.has(id))) return;
    this.waiting.set(id, (this.waiting.get(id) ?? 0) + bytes);
    this.timer ??= setTimeout(() => void this.count(), this.gatherMs).unref();
  }

  /** Milliseconds until it may store more; null for who may now. */
  refusal(owner: Owner): number | null {
    if (this.spent.size === 0) return null;
    const id = idOf(owner);
    return this.spent.has(id) ? Math.max(1, Math.round(this.spent.getRemainingTTL(id))) : null;
  }

  /** The store closes next. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** One after the other: many organizations take one connection. The next round begins a while after this one's end. */
  private async count(): Promise<void> {
    const gathered = [...this.waiting];
    this.waiting.clear();
    for (const [id, bytes] of gathered) {
      if (this.closed) return;
      const { points, resetMs } = await this.add(id, Math.ceil(bytes / UNIT_BYTES));
      if (points * UNIT_BYTES > this.limit) this.refuse(id, resetMs);
    }
    const more = this.waiting.size > 0 && !this.closed;
    this.timer = more ? setTimeout(() => void this.count(), this.gatherMs).unref() : undefined;
  }

  private refuse(id: string, resetMs: number): void {
    if (!this.spent.has(id))
      this.logger.warn(
        `Organization ${id} has written more than ${this.limit} bytes within an hour: what would store more is refused for ${Math.ceil(resetMs / 1_000)} s.`,
      );
    this.spent.set(id, true, { ttl: resetMs });
  }
}

function idOf({ organizationId, mode }: Owner): string {
  return `${organizationId} ${mode}`;
}
