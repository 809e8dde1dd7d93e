import { describe, expect, it } from '@jest/globals';
import { DEFAULT_RATE_SHOPPING, type RateShopping } from '../../platform/auth/organization-profile.entity.js';
import { selectRecommended } from './recommendation.js';

const OFFERS = [
  { scac: 'SLOW', currency: 'USD' as const, netChargeCents: 100, transitDays: 6 },
  { scac: 'MIDD', currency: 'USD' as const, netChargeCents: 200, transitDays: 3 },
  { scac: 'ALSO', currency: 'USD' as const, netChargeCents: 200, transitDays: 2 },
  { scac: 'FAST', currency: 'USD' as const, netChargeCents: 400, transitDays: 1 },
];

describe('selectRecommended', () => {
  it.each<[string, Partial<RateShopping>, string]>([
    ['the cheapest quote without rules', {}, 'SLOW'],
    ['the cheapest timely quote, and the fastest of equal ones', { cheapestWithinDays: 3 }, 'ALSO'],
    ['the fastest quote if none is timely', { cheapestWithinDays: 0 }, 'FAST'],
    ['a preferred carrier at any price', { preferCarriers: ['FAST'] }, 'FAST'],
    ['the cheapest of preferred carriers', { preferCarriers: ['FAST', 'MIDD'] }, 'MIDD'],
    [
      'another carrier if the preferred one is late',
      { preferCarriers: ['SLOW'], cheapestWithinDays: 3 },
      'ALSO',
    ],
    ['another carrier if no preferred one has a quote', { preferCarriers: ['NONE'] }, 'SLOW'],
  ])('returns %s', (_name, rules, scac) => {
    expect(selectRecommended(OFFERS, { ...DEFAULT_RATE_SHOPPING, ...rules })?.scac).toBe(scac);
  });

  it('returns a quote in the currency of most quotes, and in US dollars at equal numbers', () => {
    const inCad = (scac: string) => ({ scac, currency: 'CAD' as const, netChargeCents: 1, transitDays: 0 });
    const choose = (offers: Parameters<typeof selectRecommended>[0]) =>
      selectRecommended(offers, { ...DEFAULT_RATE_SHOPPING, preferCarriers: ['CADX'] })?.scac;
    expect(choose([inCad('CADX'), ...OFFERS])).toBe('SLOW');
    expect(choose([inCad('CADX'), OFFERS[0]!])).toBe('SLOW');
    expect(choose([inCad('CADX'), inCad('CADY'), OFFERS[0]!])).toBe('CADX');
  });

  it('returns undefined without quotes', () =>
    expect(selectRecommended([], DEFAULT_RATE_SHOPPING)).toBeUndefined());
});
