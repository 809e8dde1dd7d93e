import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { OwnedEntity } from '../../../platform/tenancy/owned.entity.js';
import { BelongsToFreight } from '../record/freight.entity.js';

export const DOCUMENT_TYPES = [
  'pod',
  'bill_of_lading',
  'delivery_receipt',
  'weight_certificate',
  'inspection_report',
  'carrier_invoice',
  'photo',
  'other',
] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type FileType = (typeof FILE_TYPES)[number];

export const DOCUMENT_SOURCES = ['upload', 'carrier'] as const;
export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

/** A file of a shipment. `FreightDocumentContent` has its bytes. */
@Entity('freight_documents')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'freightId', 'sha256'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'freightId', 'id'])
@Index(['organizationId', 'sizeBytes'])
@BelongsToFreight()
export class FreightDocument extends OwnedEntity {
  @Column('bigint') freightId: number;
  @Column('varchar', { length: 20 }) type: DocumentType;
  @Column('varchar', { length: 10, default: 'upload' }) source: DocumentSource;
  @Column('varchar', { length: 20 }) contentType: FileType;
  @Column('integer') sizeBytes: number;
  /** Hash of the bytes. A shipment stores the same file once. */
  @Column('bytea') sha256: Buffer;
}

@Entity('freight_document_contents')
@ForeignKey(() => FreightDocument, ['documentId'] as const, ['id'], { onDelete: 'CASCADE' })
export class FreightDocumentContent {
  @PrimaryColumn('bigint') documentId: number;
  @Column('bytea') bytes: Buffer;
}
