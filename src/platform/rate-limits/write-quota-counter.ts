import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RowOwner } from '../database/transactions.js';
import type { WindowCount } from './shared-counter.js';

/** Seconds of the window that bytes are counted in. */
export const WRITTEN_WINDOW_SECONDS = 3_600;
/** Bytes are counted by the thousand: the stores' numbers end at two billion. */
export const UNIT_BYTES = 1_000;
/** How long bytes gather before they are counted: no request waits for it, and a few may pass that are too many. */
const FLUSH_INTERVAL_MS = 1_000;
/** Of organizations whose bytes wait, and of those that are refused. More of them at once go uncounted. */
const MAX_OWNERS = 10_000;

/** What is stored for organizations: gathered in the process, and added to the count of all processes in the background. */
export class WriteQuotaCounter {
  private readonly logger = new Logger('WrittenBytes');
  private readonly pending = new Map<string, number>();
  /** Who has written its share, until the window ends by a steady clock. */
  private readonly blocked = new LRUCache<string, true>({
    max: MAX_OWNERS,
    ttl: WRITTEN_WINDOW_SECONDS * 1_000,
  });
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  /** @param add counts so many more units of somebody, over all processes */
  constructor(
    readonly limit: number,
    private readonly add: (id: string, units: number) => Promise<WindowCount>,
    private readonly flushIntervalMs = FLUSH_INTERVAL_MS,
  ) {}

  record(owner: RowOwner, bytes: number): void {
    const id = toKey(owner);
    if (this.closed || (this.pending.size >= MAX_OWNERS && !this.pending.has(id))) return;
    this.pending.set(id, (this.pending.get(id) ?? 0) + bytes);
    this.timer ??= setTimeout(() => void this.flush(), this.flushIntervalMs).unref();
  }

  /** Milliseconds until it may store more; null for who may now. */
  getBlockedMs(owner: RowOwner): number | null {
    if (this.blocked.size === 0) return null;
    const id = toKey(owner);
    return this.blocked.has(id) ? Math.max(1, Math.round(this.blocked.getRemainingTTL(id))) : null;
  }

  /** The store closes next. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** One after the other: many organizations take one connection. The next round begins a while after this one's end. */
  private async flush(): Promise<void> {
    const gathered = [...this.pending];
    this.pending.clear();
    for (const [id, bytes] of gathered) {
      if (this.closed) return;
      const { points, resetMs } = await this.add(id, Math.ceil(bytes / UNIT_BYTES));
      if (points * UNIT_BYTES > this.limit) this.block(id, resetMs);
    }
    const more = this.pending.size > 0 && !this.closed;
    this.timer = more ? setTimeout(() => void this.flush(), this.flushIntervalMs).unref() : undefined;
  }

  private block(id: string, resetMs: number): void {
    if (!this.blocked.has(id))
      this.logger.warn(
        `Organization ${id} has written more than ${this.limit} bytes within an hour: what would store more is refused for ${Math.ceil(resetMs / 1_000)} s.`,
      );
    this.blocked.set(id, true, { ttl: resetMs });
  }
}

function toKey({ organizationId, mode }: RowOwner): string {
  return `${organizationId} ${mode}`;
}
