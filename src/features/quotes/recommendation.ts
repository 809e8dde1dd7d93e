import { findMainCurrency, type Currency } from '../../domain/currencies.js';
import type { RateShopping } from '../../platform/auth/organization-profile.entity.js';

interface Offer {
  currency: Currency;
  scac: string;
  netChargeCents: number;
  transitDays: number;
}

/**
 * Selects the offer that the rules recommend. Keeps the offers in the currency of most offers, because amounts of different
 * currencies cannot be compared; at equal numbers USD, then CAD. Then keeps the offers within the limit of days (the quickest ones if none is), then
 * those of preferred carriers if any. Returns the cheapest, at equal price the quickest, then the first.
 */
export function selectRecommended<T extends Offer>(
  all: readonly T[],
  { preferCarriers, cheapestWithinDays }: RateShopping,
): T | undefined {
  const currency = findMainCurrency(all);
  const offers = all.filter((offer) => offer.currency === currency);
  const quickest = Math.min(...offers.map(({ transitDays }) => transitDays));
  const days = Math.max(cheapestWithinDays ?? Infinity, quickest);
  const inTime = offers.filter(({ transitDays }) => transitDays <= days);
  const preferred = inTime.filter(({ scac }) => preferCarriers.includes(scac));
  return (preferred.length > 0 ? preferred : inTime).toSorted(
    (a, b) => a.netChargeCents - b.netChargeCents || a.transitDays - b.transitDays,
  )[0];
}
