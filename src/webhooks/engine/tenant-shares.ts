import { SLOTS } from './endpoint-windows.js';

/** How many more deliveries each organization may be given: the named ones their own number, all others the same. */
export interface Shares {
  organizations: number[];
  sizes: number[];
  others: number;
}

/**
 * Keeps one organization from taking the slots of the others, however many endpoints it has: those that have attempts under
 * way share the slots with one that may come, so that there is always a place for it.
 */
export class TenantShares {
  private readonly underWay = new Map<number, number>();

  /** Whether an organization has all that it may have. */
  get short(): boolean {
    return this.shares().sizes.includes(0);
  }

  shares(): Shares {
    const most = this.shareOf(Math.max(this.underWay.size, 1));
    return {
      organizations: [...this.underWay.keys()],
      sizes: [...this.underWay.values()].map((count) => Math.max(0, most - count)),
      others: this.shareOf(this.underWay.size + 1),
    };
  }

  start(organization: number): void {
    this.underWay.set(organization, (this.underWay.get(organization) ?? 0) + 1);
  }

  end(organization: number): void {
    const left = this.underWay.get(organization)! - 1;
    if (left > 0) this.underWay.set(organization, left);
    else this.underWay.delete(organization);
  }

  /** Of each of so many organizations. */
  private shareOf(organizations: number): number {
    return Math.max(1, Math.floor(SLOTS / (organizations + 1)));
  }
}
