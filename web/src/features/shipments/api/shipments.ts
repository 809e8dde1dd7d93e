import type { Lading, Schemas } from '@lading/sdk';
import { apiQuery, listQuery, type ApiContext, type Resource } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

/** The resources that change with a shipment: booking uses up its quote, and delivery creates its invoice. */
export const SHIPMENT_WRITES: readonly Resource[] = [
  'freight',
  'quotes',
  'tracking',
  'invoices',
  'bills',
  'events',
  'reports',
];

type BulkDocuments = Parameters<Lading['documents']['create']>[0];

const readBlob = async (response: Promise<Response>): Promise<Blob> => (await response).blob();

export const shipmentQueries = {
  list: (context: ApiContext, filters: SearchText) => ({
    ...listQuery(context, ['freight', 'list', filters], (lading) =>
      lading.freight.list(toListQuery(filters)),
    ),
    refetchInterval: 30_000,
  }),
  detail: (context: ApiContext, id: number) => ({
    ...apiQuery(context, ['freight', id], (lading) => lading.freight.get(id)),
    refetchInterval: 15_000,
  }),
  bol: (context: ApiContext, { id, updated_at }: Schemas['Freight']) =>
    apiQuery(context, ['freight', id, 'bol', updated_at], (lading) => lading.freight.bol(id)),
  bolPdf: (context: ApiContext, { id, updated_at }: Schemas['Freight']) =>
    apiQuery(context, ['freight', id, 'bol-pdf', updated_at], (lading) =>
      readBlob(lading.freight.bolPdf(id)),
    ),
  labelsPdf: (context: ApiContext, { id, updated_at }: Schemas['Freight']) =>
    apiQuery(context, ['freight', id, 'labels-pdf', updated_at], (lading) =>
      readBlob(lading.freight.labelsPdf(id)),
    ),
  commercialInvoicePdf: (context: ApiContext, { id, updated_at }: Schemas['Freight']) =>
    apiQuery(context, ['freight', id, 'commercial-invoice-pdf', updated_at], (lading) =>
      readBlob(lading.freight.commercialInvoicePdf(id)),
    ),
  /** One PDF with the documents of one or more shipments. */
  bulkPdf: (context: ApiContext, ids: number[], documents: BulkDocuments['documents']) =>
    apiQuery(context, ['freight', 'bulk-pdf', ids, documents], (lading) =>
      readBlob(lading.documents.create({ freight_ids: ids, documents, label_format: '4x6' })),
    ),
  documents: (context: ApiContext, id: number) =>
    apiQuery(context, ['freight', id, 'documents'], (lading) => lading.freight.documents.list(id)),
  document: (context: ApiContext, id: number, documentId: number) =>
    apiQuery(context, ['freight', id, 'documents', documentId], (lading) =>
      readBlob(lading.freight.documents.get(id, documentId)),
    ),
  trackingLink: (context: ApiContext, id: number) =>
    apiQuery(context, ['freight', id, 'tracking-link'], (lading) => lading.freight.trackingLink.get(id)),
};
