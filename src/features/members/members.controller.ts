import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
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
      'Who may sign in to the dashboard, newest first. A live key sees the members of both modes, a test key those of ' +
      'test mode alone; a member who is signed in sees those who stand where they do.',
    answer: { list: MemberDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: MemberListQuery): Promise<Page<MemberDto>> {
    return this.directory.list(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getMember',
    summary: 'Retrieve a member',
    description: 'Who they are, what they may do, and when they last signed in.',
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
      'Another role holds within a second, for those who are signed in too. Nobody changes a member who may do more ' +
      'than they, nor gives such a role; the last admin stays one.',
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

  @Delete(':id')
  @Operation({
    id: 'deleteMember',
    summary: 'Remove a member',
    description:
      'Ends their sessions within a second, and their links. Keys that they made go on working. Nobody removes a member ' +
      'who may do more than they, nor the last admin.',
    answer: { one: DeletedMemberDto },
    errors: ['resource_missing', 'last_admin'],
  })
  delete(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<DeletedMemberDto> {
    return this.directory.delete(caller, id);
  }
}
