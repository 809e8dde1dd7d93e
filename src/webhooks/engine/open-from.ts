import { PARTITION_IDS } from '../../database/part-by-id.js';
import type { Transactions } from '../../database/transactions.js';
import { OPEN } from '../delivery-states.js';

/** How old an answer may be: who committed late into an earlier partition waits so much longer. */
const FRESH_MS = 1_000;

/** Where the first partition with an open delivery begins: a claim needs to look at none before it. */
export class OpenFrom {
  private from = 0;
  private askedAt = -Infinity;

  constructor(private readonly transactions: Transactions) {}

  /** An id that no open delivery is below, as of a moment ago. */
  async now(): Promise<number> {
    const now = performance.now();
    if (now - this.askedAt < FRESH_MS) return this.from;
    let from = await this.partitionBelow(null);
    for (let earlier = from; earlier !== null; earlier = await this.partitionBelow(earlier)) from = earlier;
    // Where none is open the next one comes no earlier than the last ones did.
    this.from = from ?? this.from;
    this.askedAt = now;
    return this.from;
  }

  /** Where a partition begins that has an open delivery, below that id if it is given; null if none has. */
  private async partitionBelow(id: number | null): Promise<number | null> {
    const below = id === null ? '' : ` AND id < ${id}`;
    const [found] = await this.transactions.prepared<{ id: number }>({
      name: `webhook_open${id === null ? '' : `_below_${id}`}`,
      text: `SELECT id FROM webhook_deliveries WHERE ${OPEN}${below} ORDER BY next_attempt_at LIMIT 1`,
      values: [],
    });
    return found ? Math.floor(found.id / PARTITION_IDS) * PARTITION_IDS : null;
  }
}
