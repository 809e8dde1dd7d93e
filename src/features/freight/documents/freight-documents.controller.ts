import { Body, Controller, Delete, Get, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Existing } from '../../../platform/http/contract/handler-results.js';
import { Operation } from '../../../platform/http/contract/operation.js';
import { PathId } from '../../../platform/http/contract/path-id.js';
import { RawBody } from '../../../platform/http/pipeline/raw-body.js';
import { CurrentCaller, type Caller } from '../../../platform/auth/caller.js';
import type { Page } from '../../../platform/tenancy/page.js';
import { FILE_TYPES } from './freight-document.entity.js';
import {
  DeletedFreightDocumentDto,
  FreightDocumentDto,
  FreightDocumentListQuery,
  UploadFreightDocumentQuery,
} from './freight-documents.dto.js';
import { FreightDocumentsService, MAX_DOCUMENT_BYTES } from './freight-documents.service.js';

@ApiTags('Freight')
@Controller('freight/:id/documents')
export class FreightDocumentsController {
  constructor(private readonly documents: FreightDocumentsService) {}

  @Post()
  @RawBody({ types: [...FILE_TYPES], maxBytes: MAX_DOCUMENT_BYTES, what: 'The document', atOnce: 10 })
  @Operation({
    id: 'uploadFreightDocument',
    summary: 'Upload a document',
    description:
      'Stores a PDF, PNG or JPEG file of at most 10 MiB, e.g. a proof of delivery or a carrier’s invoice. Send its ' +
      'raw bytes as the body. If the shipment already has this file, the request returns 200 with the existing ' +
      'record. A `pod` with `delivered_at` also records a delivery, as `POST /freight/{id}/scans` does. If the scan ' +
      'is rejected, the file is not stored.',
    answer: { one: FreightDocumentDto },
    creates: (answer) => String(answer.id),
    finds: 'The existing record of this file.',
    errors: [
      'conflicting_values',
      'date_out_of_range',
      'resource_missing',
      'invalid_file',
      'freight_not_scannable',
      'quota_exceeded',
      'upload_busy',
    ],
  })
  add(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Query() query: UploadFreightDocumentQuery,
    @Body() bytes: Buffer,
  ): Promise<FreightDocumentDto | Existing<FreightDocumentDto>> {
    return this.documents.upload(caller, id, query, bytes);
  }

  @Get()
  @Operation({
    id: 'listFreightDocuments',
    summary: 'List documents',
    description:
      'Lists the files of the shipment, newest first, without their bytes. In live mode the service also fetches ' +
      'documents from the carrier’s API: bill of lading, proof of delivery, weight certificate and invoice. If a ' +
      'document is still missing two weeks after delivery, the `warnings` of the shipment contain ' +
      '`documents_missing`.',
    answer: { list: FreightDocumentDto },
    errors: ['resource_missing'],
  })
  list(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Query() query: FreightDocumentListQuery,
  ): Promise<Page<FreightDocumentDto>> {
    return this.documents.list(caller, id, query);
  }

  @Get(':document_id')
  @Operation({
    id: 'downloadFreightDocument',
    summary: 'Download a document',
    description: 'Returns the file as it was uploaded or fetched.',
    answer: { file: 'The document.', types: [...FILE_TYPES] },
    errors: ['resource_missing'],
  })
  download(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Param('document_id', PathId) documentId: number,
  ): Promise<StreamableFile> {
    return this.documents.download(caller, id, documentId);
  }

  @Delete(':document_id')
  @Operation({
    id: 'deleteFreightDocument',
    summary: 'Delete a document',
    description: 'Deletes the file permanently.',
    answer: { one: DeletedFreightDocumentDto },
    errors: ['resource_missing'],
  })
  delete(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Param('document_id', PathId) documentId: number,
  ): Promise<DeletedFreightDocumentDto> {
    return this.documents.delete(caller, id, documentId);
  }
}
