import { apiQuery, listQuery, type ApiContext, type Resource } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

/** The resources that change when an invoice is paid, voided or reduced. */
export const INVOICE_WRITES: readonly Resource[] = ['invoices', 'events', 'reports'];

export const invoiceQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['invoices', 'list', filters], (lading) => lading.invoices.list(toListQuery(filters))),
  detail: (context: ApiContext, id: number) =>
    apiQuery(context, ['invoices', id], (lading) => lading.invoices.get(id)),
  pdf: (context: ApiContext, id: number, updatedAt: string) =>
    apiQuery(context, ['invoices', id, 'pdf', updatedAt], async (lading) =>
      (await lading.invoices.pdf(id)).blob(),
    ),
  /** Totals by days overdue. */
  aging: (context: ApiContext) =>
    apiQuery(context, ['invoices', 'aging'], (lading) => lading.invoices.aging({ limit: 1 })),
  forShipment: (context: ApiContext, freightId: number) =>
    apiQuery(context, ['invoices', 'shipment', freightId], (lading) =>
      lading.invoices.list({ freight_id: freightId }),
    ),
};
