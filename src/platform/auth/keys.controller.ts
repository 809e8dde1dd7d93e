import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../http/contract/operation.js';
import { AllowOverWriteQuota } from '../http/contract/handler-options.js';
import { PathId } from '../http/contract/path-id.js';
import type { Page } from '../tenancy/page.js';
import { CurrentCaller, type Caller } from './caller.js';
import { CreateKeyDto, KeyDto, KeyListQuery, CreatedKeyDto, RollKeyDto } from './keys.dto.js';
import { KeysService } from './keys.service.js';

@ApiTags('Organization')
@Controller('keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Post()
  @Operation({
    id: 'createKey',
    summary: 'Create an API key',
    description:
      'Creates a key of the organization in the mode of your key. It cannot have more scopes or networks than your key, or ' +
      'a later expiry. Only this response contains the key itself.',
    answer: { one: CreatedKeyDto },
    creates: (answer) => String(answer.id),
    errors: ['quota_exceeded'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateKeyDto): Promise<CreatedKeyDto> {
    return this.keys.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listKeys',
    summary: 'List API keys',
    description:
      'Lists the keys of the organization in the mode of your key, newest first, including revoked and expired ones. The ' +
      'keys themselves are never returned.',
    answer: { list: KeyDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: KeyListQuery): Promise<Page<KeyDto>> {
    return this.keys.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getKey',
    summary: 'Retrieve an API key',
    description: 'Returns the scopes, the last use and the expiry of a key, without the key itself.',
    answer: { one: KeyDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<KeyDto> {
    return this.keys.get(caller, id);
  }

  @Post(':id/roll')
  @AllowOverWriteQuota()
  @Operation({
    id: 'rollKey',
    summary: 'Replace an API key',
    description:
      'Creates a key with the scopes, networks and expiry of this one. The old key keeps working for ' +
      '`overlap_seconds`. By default it stops working at once. A key may replace itself. An expired or revoked key returns 404.',
    answer: { one: CreatedKeyDto },
    errors: ['resource_missing', 'quota_exceeded'],
  })
  roll(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: RollKeyDto,
  ): Promise<CreatedKeyDto> {
    return this.keys.roll(caller, id, body);
  }

  @Post(':id/revoke')
  @AllowOverWriteQuota()
  @Operation({
    id: 'revokeKey',
    summary: 'Revoke an API key',
    description:
      'Revokes the key permanently. It stops working everywhere within two seconds. A key may revoke itself. Revoking a ' +
      'revoked key changes nothing.',
    answer: { one: KeyDto },
    errors: ['resource_missing'],
  })
  revoke(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<KeyDto> {
    return this.keys.revoke(caller, id);
  }
}
