import type { Lading, Schemas } from '@lading/sdk';
import { apiQuery, listQuery, type ApiContext, type Resource } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

/** The resources that change with an invoice: the total of a shipment is the sum of its invoices and credits. */
export const INVOICE_WRITES: readonly Resource[] = ['invoices', 'freight', 'events', 'reports'];

/** The supplements and credits of an invoice, and the charges that another credit can return. */
export interface RelatedInvoices {
  related: Schemas['Invoice'][];
  /** In cents, without taxes. */
  creditableCents: number;
}

export const invoiceQueries = {
  list: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['invoices', 'list', filters], (lading) => lading.invoices.list(toListQuery(filters))),
  detail: (context: ApiContext, id: number) =>
    apiQuery(context, ['invoices', id], (lading) => lading.invoices.get(id)),
  related: (context: ApiContext, invoice: Schemas['InvoiceWithLines']) =>
    apiQuery(context, ['invoices', invoice.id, 'related', invoice.updated_at], (lading) =>
      readRelated(lading, invoice),
    ),
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

const MAX_INVOICES = 100;

async function readRelated(lading: Lading, invoice: Schemas['InvoiceWithLines']): Promise<RelatedInvoices> {
  const { data } = await lading.invoices.list({ freight_id: invoice.freight_id, limit: MAX_INVOICES });
  const related = (data as Schemas['Invoice'][]).filter(
    ({ supplements_invoice_id: id }) => id === invoice.id,
  );
  const credits = related.filter(({ amount_cents, status }) => amount_cents < 0 && status !== 'void');
  const details = await Promise.all(credits.map(({ id }) => lading.invoices.get(id)));
  return {
    related,
    creditableCents: [invoice, ...details].map(sumCharges).reduce((sum, cents) => sum + cents, 0),
  };
}

/** Sums the lines other than taxes. A credit returns its part of the taxes by itself. */
function sumCharges({ line_items }: Schemas['InvoiceWithLines']): number {
  return line_items
    .filter(({ type }) => type !== 'tax')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}
