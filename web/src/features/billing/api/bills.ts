import type { Schemas } from '@lading/sdk';
import { apiQuery, listQuery, type ApiContext, type Resource } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

/** The resources that change with a bill: an approved difference adjusts the shipment and its invoice. */
export const BILL_WRITES: readonly Resource[] = ['bills', 'freight', 'invoices', 'events', 'reports'];

export const BILL_KINDS: Record<Schemas['Bill']['kind'], string> = {
  original: 'Original',
  supplement: 'Supplement',
  credit: 'Credit',
};

export const BILL_KIND_CHOICES = Object.entries(BILL_KINDS).map(([value, label]) => ({ value, label }));

/** Returns true if the bill is paid only after an approval or a resolution. */
export function needsDecision({ status }: Schemas['Bill']): boolean {
  return status === 'variance' || status === 'disputed';
}

export const billQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['bills', 'list', filters], (lading) => lading.bills.list(toListQuery(filters))),
  detail: (context: ApiContext, id: number) =>
    apiQuery(context, ['bills', id], (lading) => lading.bills.get(id)),
  forShipment: (context: ApiContext, freightId: number) =>
    apiQuery(context, ['bills', 'shipment', freightId], (lading) =>
      lading.bills.list({ freight_id: freightId }),
    ),
  /** The quote that the shipment of a bill was booked with. */
  quoteOfShipment: (context: ApiContext, freightId: number) =>
    apiQuery(context, ['quotes', 'shipment', freightId], async (lading) => {
      const { quote } = await lading.freight.get(freightId);
      return lading.quotes.get(quote.id);
    }),
};
