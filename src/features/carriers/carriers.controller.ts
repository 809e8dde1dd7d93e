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
      'The carriers that the account can ship with in the mode of the key, newest first: by a connection, or by a tariff of its own with rates.',
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
      'Any carrier of the directory, by its integer id or its SCAC, enabled for the account or not; and a carrier that ' +
      'only a tariff of the account names, which nobody else sees.',
    answer: { one: CarrierDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<CarrierDto> {
    return this.carriers.get(caller, id);
  }
}
