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
      'A further key of the organization, in the mode of the key that asks, with no more rights and networks than it has and ' +
      'no later end. The key itself is in this answer only.',
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
      'The keys of the organization in the mode of the key that asks, newest first, without the keys themselves; those ' +
      'that were revoked or have expired too.',
    answer: { list: KeyDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: KeyListQuery): Promise<Page<KeyDto>> {
    return this.keys.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getKey',
    summary: 'Retrieve an API key',
    description: 'What a key may do, when it was last used and until when it works, without the key itself.',
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
      'A new key with the rights, the networks and the end of this one, which works on for `overlap_seconds` and no longer; without, ' +
      'it ends at once. 404 when it does not work any more. The key that asks may replace itself.',
    answer: { one: CreatedKeyDto },
    errors: ['resource_missing'],
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
      'The key stops working, everywhere within two seconds, and for good. One that is revoked already stays so. The key ' +
      'that asks may revoke itself.',
    answer: { one: KeyDto },
    errors: ['resource_missing'],
  })
  revoke(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<KeyDto> {
    return this.keys.revoke(caller, id);
  }
}
