import { SLOTS } from './endpoint-concurrency.js';
import type { TenantCapacity } from './tenant-concurrency.js';

/** The most organizations that one claim looks at, and the most endpoints of one of them. */
export const MAX_STEPS = SLOTS / 2;

/** Where a claim goes on: behind which organization, and behind which endpoint of some organizations. */
export interface ClaimPosition {
  organization: number;
  organizations: number[];
  endpoints: number[];
}

/** How far a claim came; nulls where it looked at all there are. */
export interface ClaimProgress {
  organization: number | null;
  /** By organization of which it didn't look at all endpoints: the last it looked at. */
  endpoints: Record<string, number> | null;
}

/**
 * Where claims have come to among more organizations, or among more endpoints of one, than a claim looks at: the next goes on
 * behind them, round and round. So a claim costs no more however many there are, and nobody waits for another's many endpoints.
 */
export class ClaimCursor {
  private organization = 0;
  private readonly endpoints = new Map<number, number>();
  /** Whether the lap under way has found anything. */
  private foundInCycle = false;
  private hasMore = false;

  get position(): ClaimPosition {
    const { organization, endpoints } = this;
    return { organization, organizations: [...endpoints.keys()], endpoints: [...endpoints.values()] };
  }

  /** Whether there may be due deliveries that the last claim didn't look at, or left for later. */
  get isUnfinished(): boolean {
    return this.hasMore;
  }

  /** Takes down how far a claim came. @param found how many deliveries it claimed */
  advance({ organizations, limits: sizes }: TenantCapacity, found: number, reached: ClaimProgress): void {
    const wentOn = this.isMidCycle;
    // Who has its share was stepped over as a whole, and is gone on with where it was.
    const full = new Set(organizations.filter((_, at) => sizes[at] === 0));
    const seen = (id: number): boolean =>
      id > this.organization && id <= (reached.organization ?? Infinity) && !full.has(id);
    for (const id of this.endpoints.keys()) if (seen(id)) this.endpoints.delete(id);
    for (const [id, endpoint] of Object.entries(reached.endpoints ?? {}))
      this.endpoints.set(Number(id), endpoint);
    this.organization = reached.organization ?? 0;
    this.foundInCycle ||= found > 0;
    this.hasMore = this.isMidCycle || (wentOn && this.foundInCycle);
    if (!this.isMidCycle) this.foundInCycle = false;
  }

  private get isMidCycle(): boolean {
    return this.organization > 0 || this.endpoints.size > 0;
  }
}
