import type { RateItem } from '../carriers/carrier-requests.js';
import type { Quote } from './quote.entity.js';

/** The lines of a quote. */
export function itemsOf({ items }: Pick<Quote, 'items'>): RateItem[] {
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
