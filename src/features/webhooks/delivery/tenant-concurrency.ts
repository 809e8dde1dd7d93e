import { SLOTS } from './endpoint-concurrency.js';

/** How many more deliveries each organization may be given: the named ones their own number, all others the same. */
export interface TenantCapacity {
  organizations: number[];
  limits: number[];
  defaultLimit: number;
}

/** Slots of an organization whose answers take no longer come free soon enough for one that comes. */
const QUICK_MS = 100;

interface TenantLoad {
  inFlight: number;
  /** Whether its last answer was. */
  isQuick: boolean;
}

/**
 * Keeps one organization from taking the slots of the others, however many endpoints it has: those that have attempts under
 * way share the slots with one that may come, so that there is always a place for it. Of that place those whose answers are
 * quick may use half meanwhile: it is free again as soon as somebody comes.
 */
export class TenantConcurrency {
  private readonly loads = new Map<number, TenantLoad>();

  /** Whether an organization has all that it may have. */
  get isSaturated(): boolean {
    return this.computeCapacity().limits.includes(0);
  }

  computeCapacity(): TenantCapacity {
    const present = Math.max(this.loads.size, 1);
    const most = this.computeShare(present);
    const lent = Math.floor(most / 2 / present);
    return {
      organizations: [...this.loads.keys()],
      limits: [...this.loads.values()].map(({ inFlight: count, isQuick: quick }) =>
        Math.max(0, (quick ? most + lent : most) - count),
      ),
      defaultLimit: this.computeShare(this.loads.size + 1),
    };
  }

  start(organization: number): void {
    const own = this.loads.get(organization);
    if (own) own.inFlight++;
    else this.loads.set(organization, { inFlight: 1, isQuick: false });
  }

  /** @param durationMs how long the attempt took; undefined when none was made */
  end(organization: number, durationMs = Infinity): void {
    const own = this.loads.get(organization)!;
    own.isQuick = durationMs <= QUICK_MS;
    if (--own.inFlight === 0) this.loads.delete(organization);
  }

  /** Of each of so many organizations. */
  private computeShare(organizations: number): number {
    return Math.max(1, Math.floor(SLOTS / (organizations + 1)));
  }
}
