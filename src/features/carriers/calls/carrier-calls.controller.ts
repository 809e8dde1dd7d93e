import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../platform/http/contract/operation.js';
import { CurrentCaller, type Caller } from '../../../platform/auth/caller.js';
import type { Page } from '../../../platform/tenancy/page.js';
import { CarrierCallDto, CarrierCallListQuery } from './carrier-calls.dto.js';
import { CarrierCallsService } from './carrier-calls.service.js';

@ApiTags('Carriers')
@Controller('carrier-calls')
export class CarrierCallsController {
  constructor(private readonly calls: CarrierCallsService) {}

  @Get()
  @Operation({
    id: 'listCarrierCalls',
    summary: 'List calls to carriers',
    description:
      'Returns the HTTP calls to carriers in the last 30 days, newest first, including token requests. Credentials are ' +
      'redacted. Simulated carriers are not called.',
    answer: { list: CarrierCallDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: CarrierCallListQuery): Promise<Page<CarrierCallDto>> {
    return this.calls.list(caller, query);
  }
}
