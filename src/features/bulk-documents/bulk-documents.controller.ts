import { Body, Controller, Post, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ReturnsFile } from '../../platform/http/contract/handler-options.js';
import { RequestSignal } from '../../platform/http/contract/request-signal.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { Scope } from '../../platform/auth/scopes.js';
import { PrintDocumentsDto } from './bulk-documents.dto.js';
import { BulkDocumentsService } from './bulk-documents.service.js';

@ApiTags('Freight')
@Controller('documents')
export class BulkDocumentsController {
  constructor(private readonly bulkDocuments: BulkDocumentsService) {}

  @Post()
  @Scope('freight.read')
  @ReturnsFile()
  @Operation({
    id: 'printDocuments',
    summary: 'Print documents of many shipments',
    description:
      'Returns one PDF with bills of lading, labels and invoices, for up to 100 shipments and 500 labels. The PDF ' +
      'follows the order of `freight_ids` and, within a shipment, the order of `documents`. If a shipment or an ' +
      'invoice does not exist, the request returns an error with its id and prints nothing. Invoices also need the ' +
      'scope `invoices.read`. The request changes nothing and is safe to repeat. A repeat with the same ' +
      '`Idempotency-Key` generates the PDF again.',
    answer: { pdf: 'The documents.' },
    errors: [
      'resource_missing',
      'insufficient_scope',
      'too_many_labels',
      'document_missing',
      'pdf_busy',
      'pdf_failed',
    ],
  })
  print(
    @CurrentCaller() caller: Caller,
    @Body() body: PrintDocumentsDto,
    @RequestSignal() signal: AbortSignal,
  ): Promise<StreamableFile> {
    return this.bulkDocuments.print(caller, body, signal);
  }
}
