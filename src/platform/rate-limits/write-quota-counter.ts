import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { RowOwner } from '../database/transactions.js';
import type { WindowCount } from './shared-counter.js';

/** Seconds of the fixed window. */
export const WRITTEN_WINDOW_SECONDS = 3_600;
/** Counts are in kilobytes because the stores' counters end at two billion. */
export const UNIT_BYTES = 1_000;
/** Bytes are counted in the background, so no request waits and an organization may exceed its quota slightly. */
const FLUSH_INTERVAL_MS = 1_000;
/** Upper bound of tracked organizations. The bytes of further ones are not counted. */
const MAX_OWNERS = 10_000;

/** Adds the bytes that this process stored for organizations to the count of all processes, every second. */
export class WriteQuotaCounter {
  private readonly logger = new Logger('WrittenBytes');
  private readonly pending = new Map<string, number>();
  /** Organizations over their quota, until the window ends on the monotonic clock. */
  private readonly blocked = new LRUCache<string, true>({
    max: MAX_OWNERS,
    ttl: WRITTEN_WINDOW_SECONDS * 1_000,
  });
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  /** @param add adds units to the count of an id over all processes */
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

  /** Returns the milliseconds until the owner may write again, and null if it may write now. */
  getBlockedMs(owner: RowOwner): number | null {
    if (this.blocked.size === 0) return null;
    const id = toKey(owner);
    return this.blocked.has(id) ? Math.max(1, Math.round(this.blocked.getRemainingTTL(id))) : null;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /** Counts one organization at a time to hold at most one connection. */
  private async flush(): Promise<void> {
    const batch = [...this.pending];
    this.pending.clear();
    for (const [id, bytes] of batch) {
      if (this.closed) return;
      const { points, resetMs } = await this.add(id, Math.ceil(bytes / UNIT_BYTES));
      if (points * UNIT_BYTES > this.limit) this.block(id, resetMs);
    }
    const hasMore = this.pending.size > 0 && !this.closed;
    this.timer = hasMore ? setTimeout(() => void this.flush(), this.flushIntervalMs).unref() : undefined;
  }

  private block(id: string, resetMs: number): void {
    if (!this.blocked.has(id))
      this.logger.warn(
        `Organization ${id} wrote more than ${this.limit} bytes within one hour. Its writes are rejected for ${Math.ceil(resetMs / 1_000)} s.`,
      );
    this.blocked.set(id, true, { ttl: resetMs });
  }
}

function toKey({ organizationId, mode }: RowOwner): string {
  return `${organizationId} ${mode}`;
}
