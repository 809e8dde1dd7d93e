import { SLOTS } from './endpoint-concurrency.js';
import type { TenantCapacity } from './tenant-concurrency.js';

/** The maximum number of tenants that one claim scans, and of endpoints of one tenant. */
export const MAX_STEPS = SLOTS / 2;

/** The position after which the next claim starts. */
export interface ClaimPosition {
  organization: number;
  /** Tenants whose endpoints the last claim did not scan completely. */
  organizations: number[];
  /** The last scanned endpoint of each of them. */
  endpoints: number[];
}

export interface ClaimProgress {
  /** The last scanned tenant; null if the claim reached the end. */
  organization: number | null;
  /** The last scanned endpoint by tenant, for tenants that were not scanned completely; null if there are none. */
  endpoints: Record<string, number> | null;
}

/** Remembers where the last claim stopped, so that successive claims scan all tenants and endpoints in a cycle. */
export class ClaimCursor {
  private organization = 0;
  private readonly endpoints = new Map<number, number>();
  private foundInCycle = false;
  private hasMore = false;

  get position(): ClaimPosition {
    const { organization, endpoints } = this;
    return { organization, organizations: [...endpoints.keys()], endpoints: [...endpoints.values()] };
  }

  /** True if due deliveries may exist that the last claim did not scan or had to leave. */
  get isUnfinished(): boolean {
    return this.hasMore;
  }

  /** Records the progress of a claim that returned `found` deliveries. */
  advance({ organizations, limits }: TenantCapacity, found: number, reached: ClaimProgress): void {
    const wasMidCycle = this.isMidCycle;
    // The claim skipped tenants without capacity, so their positions stay.
    const skipped = new Set(organizations.filter((_, index) => limits[index] === 0));
    const wasScanned = (id: number): boolean =>
      id > this.organization && id <= (reached.organization ?? Infinity) && !skipped.has(id);
    for (const id of this.endpoints.keys()) if (wasScanned(id)) this.endpoints.delete(id);
    for (const [id, endpoint] of Object.entries(reached.endpoints ?? {}))
      this.endpoints.set(Number(id), endpoint);
    this.organization = reached.organization ?? 0;
    this.foundInCycle ||= found > 0;
    this.hasMore = this.isMidCycle || (wasMidCycle && this.foundInCycle);
    if (!this.isMidCycle) this.foundInCycle = false;
  }

  private get isMidCycle(): boolean {
    return this.organization > 0 || this.endpoints.size > 0;
  }
}
