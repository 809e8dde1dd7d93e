import { SLOTS } from './endpoint-concurrency.js';

/** The number of further attempts allowed per tenant: `limits[i]` for `organizations[i]`, `defaultLimit` for all others. */
export interface TenantCapacity {
  organizations: number[];
  limits: number[];
  defaultLimit: number;
}

/** A tenant whose last attempt took no longer returns borrowed slots fast enough for a newly active tenant. */
const FAST_MS = 100;

interface TenantLoad {
  inFlight: number;
  isFast: boolean;
}

/** Divides the slots equally between active tenants and reserves one more share for a newly active tenant. */
export class TenantConcurrency {
  private readonly loads = new Map<number, TenantLoad>();

  /** True if a tenant has used up its share. */
  get isSaturated(): boolean {
    return this.computeCapacity().limits.includes(0);
  }

  computeCapacity(): TenantCapacity {
    const active = Math.max(this.loads.size, 1);
    const share = computeShare(active);
    const borrowable = Math.floor(share / 2 / active);
    return {
      organizations: [...this.loads.keys()],
      limits: [...this.loads.values()].map(({ inFlight, isFast }) =>
        Math.max(0, (isFast ? share + borrowable : share) - inFlight),
      ),
      defaultLimit: computeShare(this.loads.size + 1),
    };
  }

  start(organization: number): void {
    const load = this.loads.get(organization);
    if (load) load.inFlight++;
    else this.loads.set(organization, { inFlight: 1, isFast: false });
  }

  /** @param durationMs of the attempt; omit it if nothing was sent */
  end(organization: number, durationMs = Infinity): void {
    const load = this.loads.get(organization)!;
    load.isFast = durationMs <= FAST_MS;
    if (--load.inFlight === 0) this.loads.delete(organization);
  }
}

function computeShare(activeTenants: number): number {
  return Math.max(1, Math.floor(SLOTS / (activeTenants + 1)));
}
