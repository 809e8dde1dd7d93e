import type { Schemas } from '@lading/sdk';
import { apiQuery, listQuery, type ApiContext, type Resource } from '../../../session/api-query';
import { toListQuery, type SearchText } from '../../../ui/search-params';

/** The resources that change when a file is processed: its documents become bills, scans and responses to tenders. */
export const EDI_WRITES: readonly Resource[] = [
  'edi',
  'freight',
  'tracking',
  'bills',
  'invoices',
  'events',
  'reports',
];

const MAX_CHOICES = 100;
const REFETCH_MS = 15_000;

const EDI_SETS: Record<string, string> = {
  '210': 'Bill',
  '214': 'Shipment status',
  '990': 'Tender response',
  '997': 'Acknowledgment',
};

/** Formats `210 Bill`. */
export function formatSet(set: string): string {
  return [set, EDI_SETS[set]].filter(Boolean).join(' ');
}

export const ediQueries = {
  partners: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['edi', 'partners', filters], (lading) =>
      lading.edi.partners.list(toListQuery(filters)),
    ),
  /** The newest partners, for a select. */
  partnerChoices: (context: ApiContext) =>
    apiQuery(context, ['edi', 'partners', 'choices'], async (lading) => {
      const { data } = await lading.edi.partners.list({ limit: MAX_CHOICES });
      return data as Schemas['EdiPartner'][];
    }),
  partner: (context: ApiContext, id: number) =>
    apiQuery(context, ['edi', 'partners', id], (lading) => lading.edi.partners.get(id)),
  files: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['edi', 'files', filters], (lading) =>
      lading.edi.interchanges.list(toListQuery(filters)),
    ),
  file: (context: ApiContext, id: number) => ({
    ...apiQuery(context, ['edi', 'files', id], (lading) => lading.edi.interchanges.get(id)),
    refetchInterval: REFETCH_MS,
  }),
  /** The text of a file. An API key that reads an outbound file marks it as sent. */
  text: (context: ApiContext, id: number) =>
    apiQuery(context, ['edi', 'text', id], async (lading) => {
      const file = await (await lading.edi.interchanges.raw(id)).blob();
      return { file, text: await file.text() };
    }),
  documents: (context: ApiContext, filters: SearchText) =>
    listQuery(context, ['edi', 'documents', filters], (lading) =>
      lading.edi.documents.list(toListQuery(filters)),
    ),
};
