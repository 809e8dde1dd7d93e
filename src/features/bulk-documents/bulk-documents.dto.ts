import { ApiSchema } from '@nestjs/swagger';
import { LABEL_FORMATS, type LabelFormat } from '../../platform/pdf/labels-document.js';
import { Choice } from '../../platform/http/contract/fields.js';
import { Choices, Ids } from '../../platform/http/contract/value-lists.js';

export const MAX_FREIGHT = 100;
export const BULK_DOCUMENT_TYPES = ['bol', 'labels', 'invoice'] as const;
export type BulkDocumentType = (typeof BULK_DOCUMENT_TYPES)[number];

@ApiSchema({ description: 'Papers of many shipments, to be printed at once.' })
export class PrintDocumentsDto {
  /** The shipments, in the order in which they are printed. */
  @Ids(MAX_FREIGHT, { example: [1] })
  freight_ids: number[];

  /** What is printed of each, in this order. */
  @Choices(BULK_DOCUMENT_TYPES, { example: ['bol', 'labels'] })
  documents: BulkDocumentType[];

  /** Label stock of 4 × 6 inches, or US Letter sheets with a label on each half. */
  @Choice(LABEL_FORMATS, { optional: true })
  label_format?: LabelFormat = '4x6';
}
