import type { RateItem } from '../carriers/carrier-requests.js';
import type { Quote } from './quote.entity.js';

/** What was gone through already, by what it was made of and by itself. */
const completed = new WeakMap<Quote['items'], RateItem[]>();

/** The lines of a quote, up to 500: those that are shown again are gone through once. */
export function itemsOf({ items }: Pick<Quote, 'items'>): RateItem[] {
  let all = completed.get(items);
  if (!all) {
    completed.set(items, (all = whole(items)));
    completed.set(all, all);
  }
  return all;
}

function whole(items: Quote['items']): RateItem[] {
  return items.map(({ quantity = 1, handling_unit_type = 'pallet', stackable = false, ...item }) => ({
    ...item,
    quantity,
    handling_unit_type,
    stackable,
  }));
}

/** Handling units of all lines. */
export function unitCount(items: readonly RateItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}
