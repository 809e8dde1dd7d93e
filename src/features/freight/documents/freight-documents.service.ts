import { createHash } from 'node:crypto';
import { Injectable, StreamableFile } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { toDto } from '../../../platform/http/contract/case-mapper.js';
import { Existing } from '../../../platform/http/contract/handler-results.js';
import { conflictingParam, invalidParam, missingParam } from '../../../platform/http/errors/api-error.js';
import { RowMissing } from '../../../platform/tenancy/errors.js';
import type { Page } from '../../../platform/tenancy/page.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { isPdf, parseJpegSize, parsePngSize } from '../../../domain/file-signatures.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import type { DocumentSource, DocumentType, FileType, FreightDocument } from './freight-document.entity.js';
import {
  FreightDocumentDto,
  type DeletedFreightDocumentDto,
  type FreightDocumentListQuery,
  type UploadFreightDocumentQuery,
} from './freight-documents.dto.js';
import { FreightDocumentsRepository } from './freight-documents.repository.js';
import { removeMissingDocumentWarning } from './missing-document-warnings.js';

export const MAX_DOCUMENT_BYTES = 10 * 1024 * 1024;
const FILE_EXTENSIONS: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

export interface DocumentFile {
  type: FileType;
  extension: string;
  bytes: Buffer;
}

export interface ProofOfDelivery {
  /** A timestamp with its time zone. */
  deliveredAt: string;
  signedBy: string | undefined;
}

/** Records the delivery that a POD proves, in the transaction that stores the file. */
export type DeliveryRecorder = (tenant: Tenant, freightId: number, proof: ProofOfDelivery) => Promise<void>;

@Injectable()
export class FreightDocumentsService {
  private recordDelivery: DeliveryRecorder = () => Promise.reject(new Error('No delivery recorder'));

  constructor(
    private readonly documents: FreightDocumentsRepository,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly transactions: Transactions,
  ) {}

  setDeliveryRecorder(recorder: DeliveryRecorder): void {
    this.recordDelivery = recorder;
  }

  /** A POD with the time of the delivery delivers the shipment. @throws RowMissing, ApiError */
  async upload(
    tenant: Tenant,
    freightId: number,
    { type = 'other', delivered_at: deliveredAt, signed_by: signedBy }: UploadFreightDocumentQuery,
    bytes: Buffer,
  ): Promise<FreightDocumentDto | Existing<FreightDocumentDto>> {
    if (deliveredAt === undefined && signedBy === undefined) return this.add(tenant, freightId, type, bytes);
    if (deliveredAt === undefined) throw missingParam('delivered_at');
    if (type !== 'pod') throw conflictingParam('delivered_at', 'delivered_at requires the type pod.');
    return this.transactions.run(async () => {
      await this.recordDelivery(tenant, freightId, { deliveredAt, signedBy });
      return this.add(tenant, freightId, type, bytes);
    });
  }

  /** Stores the same file of a shipment once. @throws RowMissing, ApiError invalid_file, quota_exceeded */
  async add(
    tenant: Tenant,
    freightId: number,
    type: DocumentType,
    bytes: Buffer,
    source: DocumentSource = 'upload',
  ): Promise<FreightDocumentDto | Existing<FreightDocumentDto>> {
    const contentType = detectFileType(bytes);
    const sha256 = createHash('sha256').update(bytes).digest();
    return this.transactions.run(async () => {
      const freight = await this.freightLifecycle.lock(tenant, freightId);
      const known = await this.documents.findBy(tenant, { freightId, sha256 });
      if (known) return new Existing(toFreightDocumentDto(known));
      const row = { freightId, type, source, contentType, sha256 };
      const document = await this.documents.add(tenant, row, bytes);
      const warnings = removeMissingDocumentWarning(freight.warnings, type);
      if (warnings.length < freight.warnings.length)
        await this.freightLifecycle.applyChanges(tenant, freight, { warnings });
      return toFreightDocumentDto(document);
    });
  }

  async list(
    tenant: Tenant,
    freightId: number,
    query: FreightDocumentListQuery,
  ): Promise<Page<FreightDocumentDto>> {
    await this.freightLifecycle.get(tenant, freightId);
    return (await this.documents.page(tenant, query, { freightId })).map(toFreightDocumentDto);
  }

  /** @throws RowMissing */
  async download(tenant: Tenant, freightId: number, id: number): Promise<StreamableFile> {
    const document = await this.getDocument(tenant, freightId, id);
    const { type, extension, bytes } = await this.readFile(document);
    const disposition = `attachment; filename="${document.type}-${freightId}-${id}.${extension}"`;
    return new StreamableFile(bytes, { type, disposition });
  }

  findNewest(tenant: Tenant, freightId: number, type: DocumentType): Promise<FreightDocument | null> {
    return this.documents.findNewest(tenant, freightId, type);
  }

  async readFile(document: FreightDocument): Promise<DocumentFile> {
    const { contentType } = document;
    const bytes = await this.documents.readBytes(document);
    return { type: contentType, extension: FILE_EXTENSIONS[contentType], bytes };
  }

  async delete(tenant: Tenant, freightId: number, id: number): Promise<DeletedFreightDocumentDto> {
    return this.transactions.run(async () => {
      await this.getDocument(tenant, freightId, id);
      await this.documents.delete(tenant, id);
      return { object: 'freight_document', id, deleted: true };
    });
  }

  private async getDocument(tenant: Tenant, freightId: number, id: number): Promise<FreightDocument> {
    const document = await this.documents.get(tenant, id);
    if (document.freightId !== freightId) throw new RowMissing();
    return document;
  }
}

/** @throws ApiError invalid_file */
function detectFileType(bytes: Buffer): FileType {
  if (isPdf(bytes)) return 'application/pdf';
  if (parsePngSize(bytes)) return 'image/png';
  if (parseJpegSize(bytes)) return 'image/jpeg';
  throw invalidParam('file', 'The body must be a complete PDF, PNG or JPEG file.', 'invalid_file');
}

function toFreightDocumentDto(document: FreightDocument): FreightDocumentDto {
  return toDto(FreightDocumentDto, document, { object: 'freight_document' });
}
