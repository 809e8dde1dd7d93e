import { Controller, Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { RequestSignal } from '../../../platform/http/contract/request-signal.js';
import { Operation } from '../../../platform/http/contract/operation.js';
import { PathId } from '../../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../../platform/auth/caller.js';
import { BolDto } from './bol.dto.js';
import { BolService } from './bol.service.js';
import { LabelsQuery } from './labels-query.dto.js';
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
      'The bill of lading as data, from the draft on. Until the shipment is booked it follows the draft; ' +
      'from then on its content is frozen, but for the status, the PRO number and the pickup day.',
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
    description: 'The bill of lading for the driver, on US Letter. A draft says DRAFT, a voided one VOID.',
    answer: { pdf: 'The bill of lading.' },
    errors: ['resource_missing', 'pdf_busy'],
  })
  bolPdf(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @RequestSignal() leaving: AbortSignal,
  ): Promise<StreamableFile> {
    return this.pdfService.downloadBol(caller, id, leaving);
  }

  @Get(':id/labels/pdf')
  @Operation({
    id: 'downloadLabels',
    summary: 'Download shipping labels',
    description:
      'One 4 × 6 inch label for each handling unit, numbered 1 of N over all lines, from the draft on; on label stock ' +
      'or two on a US Letter sheet. One print holds 500: of more units ask for a part with `first_label` and `last_label`.',
    answer: { pdf: 'The labels.' },
    errors: ['conflicting_values', 'resource_missing', 'too_many_labels', 'pdf_busy'],
  })
  labelsPdf(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Query() query: LabelsQuery,
    @RequestSignal() leaving: AbortSignal,
  ): Promise<StreamableFile> {
    return this.pdfService.downloadLabels(caller, id, query, leaving);
  }
}
