import { Controller, Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequestSignal } from '../../../platform/http/contract/request-signal.js';
import { Operation } from '../../../platform/http/contract/operation.js';
import { PathId } from '../../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../../platform/auth/caller.js';
import { BolDto, LabelsQuery } from './bol.dto.js';
import { BolService } from './bol.service.js';
import { BolPdfService } from './bol-pdf.service.js';

@ApiTags('Freight')
@Controller(['freight', 'shipments'])
export class BolController {
  constructor(
    private readonly bols: BolService,
    private readonly pdfService: BolPdfService,
  ) {}

  @Get(':id/bol')
  @Operation({
    id: 'getBol',
    summary: 'Retrieve a bill of lading',
    description:
      'Returns the bill of lading as data. Until the shipment is booked, it shows the current data of the draft. ' +
      'After that, only the status, the PRO number and the pickup day can change.',
    answer: { one: BolDto },
    errors: ['resource_missing'],
  })
  bol(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<BolDto> {
    return this.bols.get(caller, id);
  }

  @Get(':id/bol/pdf')
  @Operation({
    id: 'downloadBol',
    summary: 'Download a bill of lading',
    description:
      'Returns the bill of lading as a US Letter PDF. Drafts are marked DRAFT, voided shipments VOID.',
    answer: { pdf: 'The bill of lading.' },
    errors: ['resource_missing', 'pdf_busy'],
  })
  bolPdf(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @RequestSignal() signal: AbortSignal,
  ): Promise<StreamableFile> {
    return this.pdfService.downloadBol(caller, id, signal);
  }

  @Get(':id/commercial-invoice/pdf')
  @Operation({
    id: 'downloadCommercialInvoice',
    summary: 'Download a commercial invoice',
    description:
      'Returns the commercial invoice for customs as a US Letter PDF, from the `customs` of the shipment. Values are ' +
      'in US dollars.',
    answer: { pdf: 'The commercial invoice.' },
    errors: ['customs_items_missing', 'resource_missing', 'pdf_busy'],
  })
  commercialInvoicePdf(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @RequestSignal() signal: AbortSignal,
  ): Promise<StreamableFile> {
    return this.pdfService.downloadCommercialInvoice(caller, id, signal);
  }

  @Get(':id/labels/pdf')
  @Operation({
    id: 'downloadLabels',
    summary: 'Download shipping labels',
    description:
      'Returns one 4 × 6 inch label for each handling unit, numbered 1 of N across all items. The PDF is for label ' +
      'stock, or for US Letter sheets with two labels each. A request returns at most 500 labels. For more units use ' +
      '`first_label` and `last_label`.',
    answer: { pdf: 'The labels.' },
    errors: ['conflicting_values', 'resource_missing', 'too_many_labels', 'pdf_busy'],
  })
  labelsPdf(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Query() query: LabelsQuery,
    @RequestSignal() signal: AbortSignal,
  ): Promise<StreamableFile> {
    return this.pdfService.downloadLabels(caller, id, query, signal);
  }
}
