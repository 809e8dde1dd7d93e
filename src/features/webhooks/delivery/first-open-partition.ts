import { IDS_PER_PARTITION } from '../../../platform/database/partition-retention.js';

/** A delivery that commits late into an earlier partition waits this much longer. */
const CACHE_TTL_MS = 1_000;

/** An open delivery and the partition that holds it. */
export interface OpenDelivery {
  id: number;
  /** True if the partition has no lower bound. */
  inFirstPartition: boolean;
}

/** Finds the first partition with an open delivery, so that claims skip all older partitions. */
export class FirstOpenPartition {
  private firstId = 0;
  private checkedAt = -Infinity;

  /** @param findOpenBelow returns the earliest due open delivery with an id below `id`, or of all if it is null */
  constructor(private readonly findOpenBelow: (id: number | null) => Promise<OpenDelivery | undefined>) {}

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
      firstId = open.inFirstPartition ? 0 : Math.floor(open.id / IDS_PER_PARTITION) * IDS_PER_PARTITION;
    this.firstId = firstId;
    this.checkedAt = now;
    return firstId;
  }
}
