import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../../platform/tenancy/page.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { CarrierDto, CarrierListQuery } from './carriers.dto.js';
import { CarriersService } from './carriers.service.js';

@ApiTags('Carriers')
@Controller('carriers')
export class CarriersController {
  constructor(private readonly carriers: CarriersService) {}

  @Get()
  @Operation({
    id: 'listCarriers',
    summary: 'List enabled carriers',
    description:
      'Returns the carriers that your organization can ship with in the key’s mode, newest first. A carrier needs a connection, or ' +
      'a tariff of your organization that has rates.',
    answer: { list: CarrierDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: CarrierListQuery): Promise<Page<CarrierDto>> {
    return this.carriers.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getCarrier',
    summary: 'Retrieve a carrier',
    description:
      'Returns any carrier of the directory by integer id or SCAC, enabled or not. Also returns carriers that appear only in ' +
      'one of your tariffs. Other organizations do not see these.',
    answer: { one: CarrierDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<CarrierDto> {
    return this.carriers.get(caller, id);
  }
}
