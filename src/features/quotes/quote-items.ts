import type { RateItem } from '../carriers/carrier-requests.js';
import type { Quote } from './quote.entity.js';

/** What was gone through already, by what it was made of and by itself. */
const rateItemsCache = new WeakMap<Quote['items'], RateItem[]>();

/** The lines of a quote, up to 500: those that are shown again are gone through once. */
export function toRateItems({ items }: Pick<Quote, 'items'>): RateItem[] {
  let all = rateItemsCache.get(items);
  if (!all) {
    rateItemsCache.set(items, (all = applyItemDefaults(items)));
    rateItemsCache.set(all, all);
  }
  return all;
}

function applyItemDefaults(items: Quote['items']): RateItem[] {
  return items.map(({ quantity = 1, handling_unit_type = 'pallet', stackable = false, ...item }) => ({
    ...item,
    quantity,
    handling_unit_type,
    stackable,
  }));
}

/** Handling units of all lines. */
export function countUnits(items: readonly RateItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}
