import { IDS_PER_PARTITION } from '../../../platform/database/partition-retention.js';
import type { Transactions } from '../../../platform/database/transactions.js';
import { OPEN_DELIVERY_SQL } from '../delivery-states.js';

/** Maximum age of the result. A delivery that commits late into an earlier partition waits this much longer. */
const MAX_AGE_MS = 1_000;

/** Finds the first partition with an open delivery, so that claims skip all earlier partitions. */
export class FirstOpenPartition {
  private firstId = 0;
  private checkedAt = -Infinity;

  constructor(private readonly transactions: Transactions) {}

  /** Returns an id such that no open delivery is below it. Keeps the last one while no delivery is open. */
  async id(): Promise<number> {
    const now = performance.now();
    if (now - this.checkedAt < MAX_AGE_MS) return this.firstId;
    let { firstId } = this;
    let found = await this.findOpenPartitionBelow(null);
    while (found !== null) {
      firstId = found;
      found = found > 0 ? await this.findOpenPartitionBelow(found) : null;
    }
    this.firstId = firstId;
    this.checkedAt = now;
    return firstId;
  }

  /** Returns the first id of a partition with an open delivery below `id`, and null if there is none. */
  private async findOpenPartitionBelow(id: number | null): Promise<number | null> {
    const below = id === null ? '' : ` AND id < ${id}`;
    const [found] = await this.transactions.prepared<{ id: number }>({
      name: `webhook_open${id === null ? '' : `_below_${id}`}`,
      text: `SELECT id FROM webhook_deliveries WHERE ${OPEN_DELIVERY_SQL}${below} ORDER BY next_attempt_at LIMIT 1`,
      values: [],
    });
    return found ? Math.floor(found.id / IDS_PER_PARTITION) * IDS_PER_PARTITION : null;
  }
}
