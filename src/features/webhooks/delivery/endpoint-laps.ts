import { SLOTS } from './endpoint-windows.js';
import type { Shares } from './tenant-shares.js';

/** The most organizations that one claim looks at, and the most endpoints of one of them. */
export const STEPS = SLOTS / 2;

/** Where a claim goes on: behind which organization, and behind which endpoint of some organizations. */
export interface Place {
  organization: number;
  organizations: number[];
  endpoints: number[];
}

/** How far a claim came; nulls where it looked at all there are. */
export interface Reached {
  organization: number | null;
  /** By organization of which it didn't look at all endpoints: the last it looked at. */
  endpoints: Record<string, number> | null;
}

/**
 * Where claims have come to among more organizations, or among more endpoints of one, than a claim looks at: the next goes on
 * behind them, round and round. So a claim costs no more however many there are, and nobody waits for another's many endpoints.
 */
export class EndpointLaps {
  private organization = 0;
  private readonly endpoints = new Map<number, number>();
  /** Whether the lap under way has found anything. */
  private found = false;
  private more = false;

  get place(): Place {
    const { organization, endpoints } = this;
    return { organization, organizations: [...endpoints.keys()], endpoints: [...endpoints.values()] };
  }

  /** Whether there may be due deliveries that the last claim didn't look at, or left for later. */
  get unfinished(): boolean {
    return this.more;
  }

  /** Takes down how far a claim came. @param found how many deliveries it claimed */
  note({ organizations, sizes }: Shares, found: number, reached: Reached): void {
    const wentOn = this.underWay;
    // Who has its share was stepped over as a whole, and is gone on with where it was.
    const full = new Set(organizations.filter((_, at) => sizes[at] === 0));
    const seen = (id: number): boolean =>
      id > this.organization && id <= (reached.organization ?? Infinity) && !full.has(id);
    for (const id of this.endpoints.keys()) if (seen(id)) this.endpoints.delete(id);
    for (const [id, endpoint] of Object.entries(reached.endpoints ?? {}))
      this.endpoints.set(Number(id), endpoint);
    this.organization = reached.organization ?? 0;
    this.found ||= found > 0;
    this.more = this.underWay || (wentOn && this.found);
    if (!this.underWay) this.found = false;
  }

  private get underWay(): boolean {
    return this.organization > 0 || this.endpoints.size > 0;
  }
}
