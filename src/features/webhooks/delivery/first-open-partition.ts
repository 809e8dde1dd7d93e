import { IDS_PER_PARTITION } from '../../../platform/database/partition-retention.js';

/** A delivery that commits late into an earlier partition waits this much longer. */
const CACHE_TTL_MS = 1_000;

/** Finds the first partition with an open delivery, so that claims skip all older partitions. */
export class FirstOpenPartition {
  private firstId = 0;
  private checkedAt = -Infinity;

  /** @param findOpenBelow returns the id of an open delivery below `id`, or of any if it is null */
  constructor(private readonly findOpenBelow: (id: number | null) => Promise<number | undefined>) {}

  /** Returns the first id of the partition. No open delivery had a lower id at the last check. */
  async id(): Promise<number> {
    const now = performance.now();
    if (now - this.checkedAt < CACHE_TTL_MS) return this.firstId;
    // Without any open delivery the bound stays: the next delivery gets a higher id than the last one.
    let { firstId } = this;
    for (
      let open = await this.findOpenBelow(null);
      open !== undefined;
      open = firstId > 0 ? await this.findOpenBelow(firstId) : undefined
    )
      firstId = Math.floor(open / IDS_PER_PARTITION) * IDS_PER_PARTITION;
    this.firstId = firstId;
    this.checkedAt = now;
    return firstId;
  }
}
