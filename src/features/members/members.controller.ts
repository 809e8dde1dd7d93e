import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
import { AllowOverWriteQuota } from '../../platform/http/contract/handler-options.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import type { Page } from '../../platform/tenancy/page.js';
import { MemberDirectoryService } from './member-directory.service.js';
import { DeletedMemberDto, MemberDto, MemberListQuery, UpdateMemberDto } from './members.dto.js';

@ApiTags('Organization')
@Controller('members')
export class MembersController {
  constructor(private readonly directory: MemberDirectoryService) {}

  @Get()
  @Operation({
    id: 'listMembers',
    summary: 'List members',
    description:
      'Returns the members who can sign in to the dashboard, newest first. A live key returns the members with access to ' +
      'both modes, a test key those with access to test mode only. A signed-in member sees the members with access to the same modes.',
    answer: { list: MemberDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: MemberListQuery): Promise<Page<MemberDto>> {
    return this.directory.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getMember',
    summary: 'Retrieve a member',
    description: 'Returns one member with their role and last sign-in time.',
    answer: { one: MemberDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<MemberDto> {
    return this.directory.get(caller, id);
  }

  @Patch(':id')
  @Operation({
    id: 'updateMember',
    summary: 'Change a member',
    description:
      'Changes the role or name of a member. A new role applies within a second, including in open sessions. You cannot ' +
      'change a member, or give a role, with more permissions than your own. The last admin must stay an admin.',
    answer: { one: MemberDto },
    errors: ['resource_missing', 'last_admin'],
  })
  update(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: UpdateMemberDto,
  ): Promise<MemberDto> {
    return this.directory.update(caller, id, body);
  }

  @Post(':id/unlink')
  @AllowOverWriteQuota()
  @Operation({
    id: 'unlinkMember',
    summary: "Unlink a member's identity",
    description:
      'Removes the identity (`iss` and `sub`) that the member signs in with through OpenID Connect, and ends their sessions. The ' +
      'next sign-in with their email address links a new identity. You cannot unlink a member with more permissions than ' +
      'your own.',
    answer: { one: MemberDto },
    errors: ['resource_missing'],
  })
  unlink(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<MemberDto> {
    return this.directory.unlink(caller, id);
  }

  @Delete(':id')
  @Operation({
    id: 'deleteMember',
    summary: 'Remove a member',
    description:
      'Removes a member and ends their sessions and sign-in links within a second. API keys that the member created ' +
      'keep working. You cannot remove the last admin, or a member with more permissions than your own.',
    answer: { one: DeletedMemberDto },
    errors: ['resource_missing', 'last_admin'],
  })
  delete(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<DeletedMemberDto> {
    return this.directory.delete(caller, id);
  }
}
