import type { RateShopping } from '../../platform/auth/organization-profile.entity.js';

interface Offer {
  scac: string;
  netChargeCents: number;
  transitDays: number;
}

/**
 * Selects the offer that the rules recommend. Keeps the offers within the limit of days (the quickest ones if none is), then
 * those of preferred carriers if any. Returns the cheapest, at equal price the quickest, then the first.
 */
export function selectRecommended<T extends Offer>(
  offers: readonly T[],
  { preferCarriers, cheapestWithinDays }: RateShopping,
): T | undefined {
  const quickest = Math.min(...offers.map(({ transitDays }) => transitDays));
  const days = Math.max(cheapestWithinDays ?? Infinity, quickest);
  const inTime = offers.filter(({ transitDays }) => transitDays <= days);
  const preferred = inTime.filter(({ scac }) => preferCarriers.includes(scac));
  return (preferred.length > 0 ? preferred : inTime).toSorted(
    (a, b) => a.netChargeCents - b.netChargeCents || a.transitDays - b.transitDays,
  )[0];
}
