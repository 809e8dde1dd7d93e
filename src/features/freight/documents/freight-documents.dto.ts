import { ApiSchema } from '@nestjs/swagger';
import { Int, Kind, OneOf, Time } from '../../../platform/http/contract/response-fields.js';
import { Timestamp } from '../../../platform/http/contract/dates.js';
import { Choice, Text } from '../../../platform/http/contract/fields.js';
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

@ApiSchema({ description: 'A file of a shipment.' })
export class FreightDocumentDto {
  /** Always `freight_document`. */
  @Kind('freight_document') object: 'freight_document';
  /** The document’s id. */
  @Int() id: number;
  /** The shipment’s id. */
  @Int() freight_id: number;
  /** `pod` is the proof of delivery, `bill_of_lading` the carrier’s own bill of lading. */
  @OneOf(DOCUMENT_TYPES) type: DocumentType;
  /** The source of the file: an API upload, or the carrier. */
  @OneOf(DOCUMENT_SOURCES) source: DocumentSource;
  /** Media type. */
  @OneOf(FILE_TYPES) content_type: FileType;
  /** Size in bytes. */
  @Int() size_bytes: number;
  /** Time of the upload or fetch, ISO 8601 in UTC. */
  @Time() created_at: string;
}

@ApiSchema({ description: 'A deleted document.' })
export class DeletedFreightDocumentDto {
  /** Always `freight_document`. */
  @Kind('freight_document') object: 'freight_document';
  /** The document’s id. */
  @Int() id: number;
  /** Always true. */
  deleted: boolean;
}

export class UploadFreightDocumentQuery {
  /** Type of the document; defaults to `other`. */
  @Choice(DOCUMENT_TYPES, { optional: true }) type?: DocumentType;
  /** Time of the delivery with its time zone. If you send it with a `pod`, the shipment becomes `delivered`. */
  @Timestamp({ optional: true }) delivered_at?: string;
  /** Name of the person who signed. Requires `delivered_at`. */
  @Text({ optional: true, min: 1, max: 100 }) signed_by?: string;
}

export class FreightDocumentListQuery extends TwoWayPageQuery {
  /** Only documents of one of these types. */
  @AnyOf(DOCUMENT_TYPES) type?: DocumentType[];
}
