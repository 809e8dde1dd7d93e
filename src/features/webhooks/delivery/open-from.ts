import { PARTITION_IDS } from '../../../platform/database/drop-old.js';
import type { Transactions } from '../../../platform/database/transactions.js';
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
    // Where none is open the next one comes no earlier than the last ones did.
    let { from } = this;
    for (
      let found = await this.partitionBelow(null);
      found !== null;
      found = found > 0 ? await this.partitionBelow(found) : null
    )
      from = found;
    this.from = from;
    this.askedAt = now;
    return this.from;
  }

  /** Where a partition begins that has an open delivery, below that id if it is given, the first one at 0; null if none has. */
  private async partitionBelow(id: number | null): Promise<number | null> {
    const below = id === null ? '' : ` AND id < ${id}`;
    const [found] = await this.transactions.prepared<{ id: number; first: boolean }>({
      name: `webhook_open${id === null ? '' : `_below_${id}`}`,
      text: `SELECT id, pg_get_expr(relpartbound, oid) LIKE '%MINVALUE%' AS first FROM (
               SELECT id, tableoid AS partition FROM webhook_deliveries WHERE ${OPEN}${below} ORDER BY next_attempt_at LIMIT 1
             ) open JOIN pg_class ON oid = partition`,
      values: [],
    });
    if (!found) return null;
    return found.first ? 0 : Math.floor(found.id / PARTITION_IDS) * PARTITION_IDS;
  }
}
