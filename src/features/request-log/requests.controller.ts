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
      'Lists the requests of API keys and members in the last 30 days (`REQUEST_RETENTION`), newest first, without ' +
      'headers, query and body. A request appears within a second of its response. The service logs all writes and ' +
      'all errors, except rate-limited requests. It logs at most 100 successful reads per second per organization ' +
      'and mode.',
    answer: { list: LoggedRequestDto },
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: LoggedRequestListQuery,
  ): Promise<Page<LoggedRequestDto>> {
    return this.requests.list(caller, query);
  }
}
