import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
import { AllowOverWriteQuota } from '../../platform/http/contract/handler-options.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import type { Page } from '../../platform/tenancy/page.js';
import { CreateInvitationDto, InvitationDto, InvitationListQuery } from './invitations.dto.js';
import { InvitationsService } from './invitations.service.js';

@ApiTags('Organization')
@Controller('invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Post()
  @Operation({
    id: 'createInvitation',
    summary: 'Invite a member',
    description:
      'Emails a sign-in link that adds the member. The link works once, within seven days. A new invitation replaces ' +
      'a pending one for the same address. With a test key, the member gets access to test mode only, and the email ' +
      "goes to the organization's owner.",
    answer: { one: InvitationDto },
    creates: (answer) => String(answer.id),
    errors: ['member_exists', 'quota_exceeded'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateInvitationDto): Promise<InvitationDto> {
    return this.invitations.create(caller, body);
  }

  @Get()
  @Operation({
    id: 'listInvitations',
    summary: 'List invitations',
    description: 'Returns the invitations of the last 90 days with their status, newest first.',
    answer: { list: InvitationDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: InvitationListQuery): Promise<Page<InvitationDto>> {
    return this.invitations.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getInvitation',
    summary: 'Retrieve an invitation',
    description: 'Returns one invitation with its role and status.',
    answer: { one: InvitationDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<InvitationDto> {
    return this.invitations.get(caller, id);
  }

  @Post(':id/revoke')
  @AllowOverWriteQuota()
  @Operation({
    id: 'revokeInvitation',
    summary: 'Revoke an invitation',
    description: 'Disables the link. An accepted or revoked invitation does not change.',
    answer: { one: InvitationDto },
    errors: ['resource_missing'],
  })
  revoke(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<InvitationDto> {
    return this.invitations.revoke(caller, id);
  }
}
