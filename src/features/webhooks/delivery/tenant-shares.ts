import { SLOTS } from './endpoint-windows.js';

/** How many more deliveries each organization may be given: the named ones their own number, all others the same. */
export interface Shares {
  organizations: number[];
  sizes: number[];
  others: number;
}

/** Slots of an organization whose answers take no longer come free soon enough for one that comes. */
const QUICK_MS = 100;

interface UnderWay {
  count: number;
  /** Whether its last answer was. */
  quick: boolean;
}

/**
 * Keeps one organization from taking the slots of the others, however many endpoints it has: those that have attempts under
 * way share the slots with one that may come, so that there is always a place for it. Of that place those whose answers are
 * quick may use half meanwhile: it is free again as soon as somebody comes.
 */
export class TenantShares {
  private readonly underWay = new Map<number, UnderWay>();

  /** Whether an organization has all that it may have. */
  get short(): boolean {
    return this.shares().sizes.includes(0);
  }

  shares(): Shares {
    const present = Math.max(this.underWay.size, 1);
    const most = this.shareOf(present);
    const lent = Math.floor(most / 2 / present);
    return {
      organizations: [...this.underWay.keys()],
      sizes: [...this.underWay.values()].map(({ count, quick }) =>
        Math.max(0, (quick ? most + lent : most) - count),
      ),
      others: this.shareOf(this.underWay.size + 1),
    };
  }

  start(organization: number): void {
    const own = this.underWay.get(organization);
    if (own) own.count++;
    else this.underWay.set(organization, { count: 1, quick: false });
  }

  /** @param durationMs how long the attempt took; undefined when none was made */
  end(organization: number, durationMs = Infinity): void {
    const own = this.underWay.get(organization)!;
    own.quick = durationMs <= QUICK_MS;
    if (--own.count === 0) this.underWay.delete(organization);
  }

  /** Of each of so many organizations. */
  private shareOf(organizations: number): number {
    return Math.max(1, Math.floor(SLOTS / (organizations + 1)));
  }
}
