import { describe, expect, it } from '@jest/globals';
import { SLOTS } from './endpoint-concurrency.js';
import { TenantConcurrency } from './tenant-concurrency.js';

/** Gives an organization whatever it may have. */
function fill(shares: TenantConcurrency, organization: number): number {
  const { organizations, limits: sizes, defaultLimit: others } = shares.computeCapacity();
  const at = organizations.indexOf(organization);
  const count = at < 0 ? others : sizes[at]!;
  for (let one = 0; one < count; one++) shares.start(organization);
  return count;
}

describe('the shares of organizations', () => {
  it('leave a place for one more, however much those before would take', () => {
    const shares = new TenantConcurrency();
    const taken = [1, 2, 3, 4].map((organization) => fill(shares, organization));
    expect(taken).toEqual([SLOTS / 2, Math.floor(SLOTS / 3), SLOTS / 4, SLOTS / 5]);
    expect(shares.computeCapacity().defaultLimit).toBeGreaterThan(0);
  });

  it('give more to one that is alone again', () => {
    const shares = new TenantConcurrency();
    shares.start(1);
    shares.start(2);
    expect(shares.computeCapacity()).toEqual({
      organizations: [1, 2],
      limits: [Math.floor(SLOTS / 3) - 1, Math.floor(SLOTS / 3) - 1],
      defaultLimit: SLOTS / 4,
    });
    shares.end(2);
    expect(shares.computeCapacity()).toEqual({
      organizations: [1],
      limits: [SLOTS / 2 - 1],
      defaultLimit: Math.floor(SLOTS / 3),
    });
    shares.end(1);
    expect(shares.computeCapacity()).toEqual({ organizations: [], limits: [], defaultLimit: SLOTS / 2 });
  });

  it('lend half of the place for one more to those whose answers are quick, and to no others', () => {
    const shares = new TenantConcurrency();
    for (let one = 0; one < SLOTS / 2; one++) shares.start(1);
    shares.end(1, 20);
    expect(shares.computeCapacity()).toEqual({
      organizations: [1],
      limits: [SLOTS / 4 + 1],
      defaultLimit: Math.floor(SLOTS / 3),
    });
    shares.end(1, 2_000);
    expect(shares.computeCapacity().limits).toEqual([2]);
    shares.end(1, 20);
    shares.start(2);
    expect(shares.computeCapacity().limits).toEqual([0, Math.floor(SLOTS / 3) - 1]);
  });
});
