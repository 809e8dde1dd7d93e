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
      'A PDF, PNG or JPEG file of at most 10 MiB, as the raw bytes of the body: the proof of delivery, a weight ' +
      'certificate, what the carrier billed. A file that the shipment has already is answered with 200 and its record.',
    answer: { one: FreightDocumentDto },
    creates: (answer) => String(answer.id),
    finds: 'The shipment has the file already: its record.',
    errors: ['resource_missing', 'invalid_file', 'quota_exceeded', 'upload_busy'],
  })
  add(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Query() { type = 'other' }: UploadFreightDocumentQuery,
    @Body() bytes: Buffer,
  ): Promise<FreightDocumentDto | Existing<FreightDocumentDto>> {
    return this.documents.add(caller, id, type, bytes);
  }

  @Get()
  @Operation({
    id: 'listFreightDocuments',
    summary: 'List documents',
    description:
      'The files of the shipment, newest first, without their bytes: those that were uploaded, and in live mode those that ' +
      'were fetched from the carrier as they appeared (its own bill of lading, the proof of delivery, a weight certificate, ' +
      'its invoice), as far as its API has them. What a delivered shipment still lacks after two weeks stands in its ' +
      '`warnings` as `documents_missing`.',
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
    description: 'The file as it was uploaded or fetched.',
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
    description: 'The file is gone for good.',
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
