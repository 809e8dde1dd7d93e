import { Body, Controller, Get, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { ManagesOwnTransaction } from '../../platform/http/contract/handler-options.js';
import type { Existing } from '../../platform/http/contract/handler-results.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { RequestMethod } from '../../platform/http/contract/request-method.js';
import { RawBody } from '../../platform/http/pipeline/raw-body.js';
import type { Page } from '../../platform/tenancy/page.js';
import {
  EdiDocumentDto,
  EdiDocumentListQuery,
  EdiInterchangeDto,
  EdiInterchangeListQuery,
  ReceiveInterchangeQuery,
} from './edi-interchanges.dto.js';
import { EDI_MEDIA_TYPE, EdiInterchangesService } from './edi-interchanges.service.js';

const MAX_INTERCHANGE_BYTES = 10 * 1024 * 1024;

@ApiTags('EDI')
@Controller('edi')
export class EdiInterchangesController {
  constructor(private readonly interchanges: EdiInterchangesService) {}

  @Post('interchanges')
  @ManagesOwnTransaction()
  @RawBody({
    types: [EDI_MEDIA_TYPE],
    maxBytes: MAX_INTERCHANGE_BYTES,
    what: 'The interchange',
    atOnce: 4,
  })
  @Operation({
    id: 'receiveEdiInterchange',
    summary: 'Submit an interchange',
    description:
      'Stores an X12 file from a trading partner (from ISA to IEA, at most 10 MiB) and applies its documents. A 210 ' +
      'creates a bill, a 214 records scans, and a 990 accepts or declines a booking. The request waits up to 10 ' +
      'seconds for the result; after that, it returns the status `received`. A damaged file is `quarantined`: ' +
      '`error` contains the location of the fault, and none of its documents are applied. If you send the same file ' +
      'again, the request returns 200 with the existing interchange.',
    answer: { one: EdiInterchangeDto },
    creates: (answer) => String(answer.id),
    finds: 'The existing interchange with the same control number and the same bytes.',
    errors: ['resource_missing', 'upload_busy'],
  })
  receive(
    @CurrentCaller() caller: Caller,
    @Query() { partner_id: partnerId }: ReceiveInterchangeQuery,
    @Body() bytes: Buffer,
  ): Promise<EdiInterchangeDto | Existing<EdiInterchangeDto>> {
    return this.interchanges.receive(caller, partnerId, bytes);
  }

  @Get('interchanges')
  @Operation({
    id: 'listEdiInterchanges',
    summary: 'List interchanges',
    description: 'Returns the inbound and outbound interchanges of trading partners, newest first.',
    answer: { list: EdiInterchangeDto },
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: EdiInterchangeListQuery,
  ): Promise<Page<EdiInterchangeDto>> {
    return this.interchanges.list(caller, query);
  }

  @Get('interchanges/:id')
  @Operation({
    id: 'getEdiInterchange',
    summary: 'Retrieve an interchange',
    description: 'Returns one interchange with its status and its documents.',
    answer: { one: EdiInterchangeDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<EdiInterchangeDto> {
    return this.interchanges.get(caller, id);
  }

  @Get('interchanges/:id/raw')
  @Operation({
    id: 'downloadEdiInterchange',
    summary: 'Download an interchange',
    description:
      'Returns the file, byte for byte. An outbound interchange becomes `sent` when an API key with the scope `edi.write` ' +
      'reads it. Like a bill, a 210 shows the carrier’s price even without the scope `costs.read`.',
    answer: { file: 'The X12 file.', types: [EDI_MEDIA_TYPE] },
    errors: ['resource_missing'],
  })
  download(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @RequestMethod() method: string,
  ): Promise<StreamableFile> {
    return this.interchanges.download(caller, id, method === 'GET');
  }

  @Post('interchanges/:id/replay')
  @ManagesOwnTransaction()
  @Operation({
    id: 'replayEdiInterchange',
    summary: 'Process an interchange again',
    description:
      'Processes a quarantined interchange again, for example after you corrected the partner’s ids. For an inbound ' +
      'interchange with unmatched documents, applies those documents again. Accepted documents do not change.',
    answer: { one: EdiInterchangeDto },
    errors: ['resource_missing', 'interchange_not_replayable'],
  })
  replay(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<EdiInterchangeDto> {
    return this.interchanges.replay(caller, id);
  }

  @Get('documents')
  @Operation({
    id: 'listEdiDocuments',
    summary: 'List EDI documents',
    description:
      'Returns inbound documents and outbound tenders, newest first. `status=unmatched` lists inbound documents that ' +
      'were not applied. `direction=outbound&status=rejected,unacknowledged` lists tenders that the partner rejected or ' +
      'did not acknowledge in time.',
    answer: { list: EdiDocumentDto },
  })
  listDocuments(
    @CurrentCaller() caller: Caller,
    @Query() query: EdiDocumentListQuery,
  ): Promise<Page<EdiDocumentDto>> {
    return this.interchanges.listDocuments(caller, query);
  }
}
