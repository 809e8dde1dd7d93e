import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../../platform/http/contract/response-fields.js';
import { Choice } from '../../../platform/http/contract/fields.js';
import { AnyOf } from '../../../platform/http/contract/filters.js';
import { TwoWayPageQuery } from '../../../platform/http/contract/list.js';
import {
  DOCUMENT_SOURCES,
  DOCUMENT_TYPES,
  FILE_TYPES,
  type DocumentSource,
  type DocumentType,
  type FileType,
} from './freight-document.entity.js';

@ApiSchema({ description: 'A file that belongs to a shipment.' })
export class FreightDocumentDto {
  /** Always `freight_document`. */
  @Kind('freight_document')
  object: 'freight_document';
  /** The document’s id. */
  @Int()
  id: number;
  /** The shipment’s id. */
  @Int()
  freight_id: number;
  /** What it is: `pod` is the proof of delivery, `bill_of_lading` the carrier’s own. */
  @OneOf(DOCUMENT_TYPES)
  type: DocumentType;
  /** Who brought it: a client, by upload, or the carrier, from whom it was fetched. */
  @OneOf(DOCUMENT_SOURCES)
  source: DocumentSource;
  /** What kind of file it is. */
  @OneOf(FILE_TYPES)
  content_type: FileType;
  /** Its size in bytes. */
  @Int()
  size_bytes: number;
  /** When it was uploaded or fetched, ISO 8601 in UTC. */
  @Time()
  created_at: string;
}

@ApiSchema({ description: 'A document that is gone.' })
export class DeletedFreightDocumentDto {
  /** Always `freight_document`. */
  @Kind('freight_document')
  object: 'freight_document';
  /** The document’s id. */
  @Int()
  id: number;
  /** Always true. */
  deleted: boolean;
}

export class UploadFreightDocumentQuery {
  /** What the file is; `other` by default. */
  @Choice(DOCUMENT_TYPES, { optional: true })
  type?: DocumentType;
}

export class FreightDocumentListQuery extends TwoWayPageQuery {
  /** Only documents of one of these types. */
  @AnyOf(DOCUMENT_TYPES)
  type?: DocumentType[];
}
