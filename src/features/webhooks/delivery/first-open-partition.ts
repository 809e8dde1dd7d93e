import { IDS_PER_PARTITION } from '../../../platform/database/partition-retention.js';
import type { Transactions } from '../../../platform/database/transactions.js';
import { OPEN_DELIVERY_SQL } from '../delivery-states.js';

/** How old an answer may be: who committed late into an earlier partition waits so much longer. */
const FRESH_MS = 1_000;

/** Where the first partition with an open delivery begins: a claim needs to look at none before it. */
export class FirstOpenPartition {
  private firstId = 0;
  private checkedAt = -Infinity;

  constructor(private readonly transactions: Transactions) {}

  /** An id that no open delivery is below, as of a moment ago. */
  async id(): Promise<number> {
    const now = performance.now();
    if (now - this.checkedAt < FRESH_MS) return this.firstId;
    // Where none is open the next one comes no earlier than the last ones did.
    let { firstId: from } = this;
    for (
      let found = await this.findOpenPartitionBelow(null);
      found !== null;
      found = found > 0 ? await this.findOpenPartitionBelow(found) : null
    )
      from = found;
    this.firstId = from;
    this.checkedAt = now;
    return this.firstId;
  }

  /** Where a partition begins that has an open delivery, below that id if it is given, the first one at 0; null if none has. */
  private async findOpenPartitionBelow(id: number | null): Promise<number | null> {
    const below = id === null ? '' : ` AND id < ${id}`;
    const [found] = await this.transactions.prepared<{ id: number; first: boolean }>({
      name: `webhook_open${id === null ? '' : `_below_${id}`}`,
      text: `SELECT id, pg_get_expr(relpartbound, oid) LIKE '%MINVALUE%' AS first FROM (
               SELECT id, tableoid AS partition FROM webhook_deliveries WHERE ${OPEN_DELIVERY_SQL}${below} ORDER BY next_attempt_at LIMIT 1
             ) open JOIN pg_class ON oid = partition`,
      values: [],
    });
    if (!found) return null;
    return found.first ? 0 : Math.floor(found.id / IDS_PER_PARTITION) * IDS_PER_PARTITION;
  }
}
