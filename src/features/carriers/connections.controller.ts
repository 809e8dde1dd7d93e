import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ManagesOwnTransaction, AllowOverWriteQuota } from '../../platform/http/contract/handler-options.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import type { Page } from '../../platform/tenancy/page.js';
import {
  CarrierConnectionDto,
  CarrierConnectionListQuery,
  TestedConnectionDto,
  CreateCarrierConnectionDto,
  DeletedCarrierConnectionDto,
  UpdateCarrierConnectionDto,
} from './connections.dto.js';
import { ConnectionsApiService } from './connections-api.service.js';

@ApiTags('Carriers')
@Controller('carrier-connections')
export class ConnectionsController {
  constructor(private readonly connections: ConnectionsApiService) {}

  @Post()
  @Operation({
    id: 'createCarrierConnection',
    summary: 'Connect a carrier',
    description:
      'From now on quotes ask the carrier too, in the mode of the key. A carrier that is connected already is connected anew: ' +
      'the connection before is gone, and its credentials with it. An adapter that calls a carrier is for live mode. An ' +
      'address among the settings is HTTPS and leads to a public address.',
    answer: { one: CarrierConnectionDto },
    creates: (answer) => String(answer.id),
    errors: [
      'conflicting_values',
      'missing_parameter',
      'unknown_reference',
      'connection_refused',
      'quota_exceeded',
    ],
  })
  create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateCarrierConnectionDto,
  ): Promise<CarrierConnectionDto> {
    return this.connections.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listCarrierConnections',
    summary: 'List carrier connections',
    description:
      'The accounts with carriers in the mode of the key, newest first: which settings each has, and none of their values.',
    answer: { list: CarrierConnectionDto },
  })
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: CarrierConnectionListQuery,
  ): Promise<Page<CarrierConnectionDto>> {
    return this.connections.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getCarrierConnection',
    summary: 'Retrieve a carrier connection',
    description: 'One account with a carrier: which settings it has, and none of their values.',
    answer: { one: CarrierConnectionDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<CarrierConnectionDto> {
    return this.connections.get(caller, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateCarrierConnection',
    summary: 'Change a carrier connection',
    description:
      'Changes settings; the ones before are gone. What is under way with the carrier goes on with the new ones.',
    answer: { one: CarrierConnectionDto },
    errors: ['conflicting_values', 'resource_missing'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: UpdateCarrierConnectionDto,
  ): Promise<CarrierConnectionDto> {
    return this.connections.update(caller, id, body);
  }

  @Delete(':id')
  @Operation({
    id: 'deleteCarrierConnection',
    summary: 'Disconnect a carrier',
    description:
      'Ends the connection; its credentials are gone. 422 `connection_in_use` while shipments are under way that were booked ' +
      'through it: nobody would track or cancel them with the carrier. Numbers tracked on their own keep what is known of them.',
    answer: { one: DeletedCarrierConnectionDto },
    errors: ['resource_missing', 'connection_in_use'],
  })
  delete(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
  ): Promise<DeletedCarrierConnectionDto> {
    return this.connections.delete(caller, id);
  }

  @Post(':id/test')
  @ManagesOwnTransaction()
  @AllowOverWriteQuota()
  @Operation({
    id: 'testCarrierConnection',
    summary: 'Test a carrier connection',
    description:
      'Asks the carrier for a price that nobody books, and says what works, what failed, who was called and why it failed. ' +
      'Nothing is moved.',
    answer: { one: TestedConnectionDto },
    errors: ['resource_missing'],
  })
  test(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<TestedConnectionDto> {
    return this.connections.test(caller, id);
  }
}
