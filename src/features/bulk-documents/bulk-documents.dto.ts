import { ApiSchema } from '@nestjs/swagger';
import { LABEL_FORMATS, type LabelFormat } from '../../platform/pdf/labels-document.js';
import { Choice } from '../../platform/http/contract/fields.js';
import { Choices, Ids } from '../../platform/http/contract/value-lists.js';

export const MAX_FREIGHT = 100;
export const BULK_DOCUMENT_TYPES = ['bol', 'labels', 'invoice'] as const;
export type BulkDocumentType = (typeof BULK_DOCUMENT_TYPES)[number];

@ApiSchema({ description: 'Documents of many shipments to print as one PDF.' })
export class PrintDocumentsDto {
  /** Shipments in print order. */
  @Ids(MAX_FREIGHT, { example: [1] }) freight_ids: number[];
  /** Documents of each shipment in print order. */
  @Choices(BULK_DOCUMENT_TYPES, { example: ['bol', 'labels'] }) documents: BulkDocumentType[];
  /** `4x6` for label stock of 4 × 6 inches, `letter` for US Letter sheets with two labels each. */
  @Choice(LABEL_FORMATS, { optional: true }) label_format?: LabelFormat = '4x6';
}
