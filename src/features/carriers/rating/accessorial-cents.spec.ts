import { describe, expect, it } from '@jest/globals';
import { computeAccessorialCents } from './price-by-tariff.js';

describe('computeAccessorialCents', () => {
  it.each([
    [{ flat_cents: 100 }, 100],
    [{ per_cwt_cents: 101 }, 152],
    [{ flat_cents: 100, per_cwt_cents: 101 }, 252],
    [{ per_cwt_cents: 101, minimum_cents: 500 }, 500],
    [{ per_cwt_cents: 101, maximum_cents: 120 }, 120],
    [{}, 0],
  ])('returns for %j and 150 lb %i cents', (schedule, expected) => {
    expect(computeAccessorialCents(schedule, 150)).toBe(expected);
  });
});
