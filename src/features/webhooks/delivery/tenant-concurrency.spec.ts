import { describe, expect, it } from '@jest/globals';
import { SLOTS } from './endpoint-concurrency.js';
import { TenantConcurrency } from './tenant-concurrency.js';

/** Starts as many attempts as the tenant's capacity allows. */
function fill(concurrency: TenantConcurrency, organization: number): number {
  const { organizations, limits, defaultLimit } = concurrency.computeCapacity();
  const count = limits[organizations.indexOf(organization)] ?? defaultLimit;
  for (let started = 0; started < count; started++) concurrency.start(organization);
  return count;
}

describe('TenantConcurrency', () => {
  it('reserves a share for a newly active tenant', () => {
    const concurrency = new TenantConcurrency();
    const taken = [1, 2, 3, 4].map((organization) => fill(concurrency, organization));
    expect(taken).toEqual([SLOTS / 2, Math.floor(SLOTS / 3), SLOTS / 4, SLOTS / 5]);
    expect(concurrency.computeCapacity().defaultLimit).toBeGreaterThan(0);
  });

  it('returns the share of a tenant that has become inactive', () => {
    const concurrency = new TenantConcurrency();
    concurrency.start(1);
    concurrency.start(2);
    expect(concurrency.computeCapacity()).toEqual({
      organizations: [1, 2],
      limits: [Math.floor(SLOTS / 3) - 1, Math.floor(SLOTS / 3) - 1],
      defaultLimit: SLOTS / 4,
    });
    concurrency.end(2);
    expect(concurrency.computeCapacity()).toEqual({
      organizations: [1],
      limits: [SLOTS / 2 - 1],
      defaultLimit: Math.floor(SLOTS / 3),
    });
    concurrency.end(1);
    expect(concurrency.computeCapacity()).toEqual({ organizations: [], limits: [], defaultLimit: SLOTS / 2 });
  });

  it('lends half of the reserved share to fast tenants only', () => {
    const concurrency = new TenantConcurrency();
    for (let started = 0; started < SLOTS / 2; started++) concurrency.start(1);
    concurrency.end(1, 20);
    expect(concurrency.computeCapacity()).toEqual({
      organizations: [1],
      limits: [SLOTS / 4 + 1],
      defaultLimit: Math.floor(SLOTS / 3),
    });
    concurrency.end(1, 2_000);
    expect(concurrency.computeCapacity().limits).toEqual([2]);
    concurrency.end(1, 20);
    concurrency.start(2);
    expect(concurrency.computeCapacity().limits).toEqual([0, Math.floor(SLOTS / 3) - 1]);
  });
});
