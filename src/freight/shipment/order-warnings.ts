import type { Quote } from '../../quotes/quote.entity.js';
import { totalWeight } from '../../quotes/quote.presenter.js';
import type { Warning } from '../../quotes/quote-warnings.js';
import type { Order } from './freight.entity.js';

/** Pounds by which scales differ. */
const TOLERANCE = 1;

/**
 * A shipment's warnings with what its customer orders say now: what weighs more in them than was rated is billed as a
 * reweigh. Orders that weigh less, or don't all say what they weigh, may be a part.
 */
export function withOrders(warnings: Warning[], orders: readonly Order[], { items }: Quote): Warning[] {
  const others = warnings.filter(({ code }) => code !== 'order_weight_exceeded');
  const [ordered, rated] = [orders.reduce((sum, { weight = 0 }) => sum + weight, 0), totalWeight(items)];
  if (ordered <= rated + TOLERANCE) return others;
  const [more, less] = [ordered, rated].map((pounds) => pounds.toLocaleString('en-US'));
  const message = `The orders weigh ${more} lb together, and the quote is for ${less} lb.`;
  return [...others, { code: 'order_weight_exceeded', message, param: 'orders' }];
}
