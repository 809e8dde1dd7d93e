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
      'Connects a carrier account. From then on, quotes in the key’s mode include the carrier. A new connection replaces the carrier’s previous one and ' +
      'deletes its credentials. Adapters that call a carrier work in live mode only. URLs in the settings must use HTTPS and ' +
      'resolve to public addresses.',
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
      'Returns the carrier accounts in the key’s mode, newest first. Lists the names of the stored settings, never their values.',
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
    description: 'Returns one carrier account. Lists the names of the stored settings, never their values.',
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
      'Changes settings and holidays. Shipments in progress with the carrier continue with the new settings.',
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
      'Deletes the connection and its credentials. Returns 422 `connection_in_use` while shipments booked through it are in ' +
      'progress, because the service could no longer track or cancel them. Tracked numbers without a shipment keep their events.',
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
      'Requests a rate from the carrier without booking it. Returns the result of each check and the HTTP calls made.',
    answer: { one: TestedConnectionDto },
    errors: ['resource_missing'],
  })
  test(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<TestedConnectionDto> {
    return this.connections.test(caller, id);
  }
}
