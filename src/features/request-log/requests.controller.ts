import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import type { Page } from '../../platform/tenancy/page.js';
import { LoggedRequestDto, LoggedRequestListQuery } from './requests.dto.js';
import { RequestsService } from './requests.service.js';

@ApiTags('Organization')
@Controller('requests')
export class RequestsController {
  constructor(private readonly requests: RequestsService) {}

  @Get()
  @Operation({
    id: 'listRequests',
    summary: 'List requests',
    description:
      'What the keys of the organization asked in the last 30 days (`REQUEST_RETENTION`) and what became of it, newest ' +
      'first, within a second of the answer: without headers, query and body. Every write and every error is kept ' +
      'but what the rate limits refuse; of reads that succeed, 100 a second.',
    answer: { list: LoggedRequestDto },
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: LoggedRequestListQuery,
  ): Promise<Page<LoggedRequestDto>> {
    return this.requests.list(caller, query);
  }
}
