import type { RateItem } from '../../carriers/carrier-requests.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { toRateItems } from '../../quotes/rate-request.js';
import type { Freight } from './freight.entity.js';

/** The lines that are shipped: those that were rated, with what the draft says is dangerous in them. */
export function buildShippedItems({ commodity }: Freight, quote: Quote): RateItem[] {
  const described = new Map(commodity?.hazmat?.map(({ item, ...hazmat }) => [item, hazmat]));
  return toRateItems(quote).map((line, at) => {
    const hazmat = described.get(at);
    return hazmat ? { ...line, hazmat } : line;
  });
}
