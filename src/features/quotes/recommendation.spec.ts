import { describe, expect, it } from '@jest/globals';
import { DEFAULT_RATE_SHOPPING, type RateShopping } from '../../platform/auth/organization-profile.entity.js';
import { selectRecommended } from './recommendation.js';

const OFFERS = [
  { scac: 'SLOW', netChargeCents: 100, transitDays: 6 },
  { scac: 'MIDD', netChargeCents: 200, transitDays: 3 },
  { scac: 'ALSO', netChargeCents: 200, transitDays: 2 },
  { scac: 'FAST', netChargeCents: 400, transitDays: 1 },
];

describe('what is recommended', () => {
  it.each<[string, Partial<RateShopping>, string]>([
    ['without rules the cheapest', {}, 'SLOW'],
    ['the cheapest in time, of equal ones the quickest', { cheapestWithinDays: 3 }, 'ALSO'],
    ['the quickest where none is in time', { cheapestWithinDays: 0 }, 'FAST'],
    ['a preferred carrier, dearer as it may be', { preferCarriers: ['FAST'] }, 'FAST'],
    ['of preferred carriers the cheapest', { preferCarriers: ['FAST', 'MIDD'] }, 'MIDD'],
    ['no preferred carrier that is late', { preferCarriers: ['SLOW'], cheapestWithinDays: 3 }, 'ALSO'],
    ['another where no preferred carrier has a price', { preferCarriers: ['NONE'] }, 'SLOW'],
  ])('is %s', (_name, rules, scac) => {
    expect(selectRecommended(OFFERS, { ...DEFAULT_RATE_SHOPPING, ...rules })?.scac).toBe(scac);
  });

  it('is nothing where there is no price', () =>
    expect(selectRecommended([], DEFAULT_RATE_SHOPPING)).toBeUndefined());
});
