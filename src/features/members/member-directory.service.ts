import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/auth/caller.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import type { Page } from '../../platform/tenancy/page.js';
import { toMemberDto } from './member.mapper.js';
import type { DeletedMemberDto, MemberDto, MemberListQuery, UpdateMemberDto } from './members.dto.js';
import { MembersService } from './members.service.js';
import { resolveMemberTenant, requirePermissions } from './member-permissions.js';

/** Manages the members of the caller's modes. A caller changes only members with at most its own permissions. */
@Injectable()
export class MemberDirectoryService {
  constructor(
    private readonly members: MembersService,
    private readonly sessions: SessionsService,
  ) {}

  async list(caller: Caller, query: MemberListQuery): Promise<Page<MemberDto>> {
    return (await this.members.page(resolveMemberTenant(caller), query)).map(toMemberDto);
  }

  async get(caller: Caller, id: number): Promise<MemberDto> {
    return toMemberDto(await this.members.get(resolveMemberTenant(caller), id));
  }

  /** @throws ApiError insufficient_scope, last_admin */
  async update(caller: Caller, id: number, body: UpdateMemberDto): Promise<MemberDto> {
    const changed = await this.members.update(resolveMemberTenant(caller), id, body, ({ role }) => {
      requirePermissions(caller, this.sessions.listRoleScopes(role));
      if (body.role) requirePermissions(caller, this.sessions.listRoleScopes(body.role), 'role');
    });
    return toMemberDto(changed);
  }

  /** @throws ApiError insufficient_scope */
  async unlink(caller: Caller, id: number): Promise<MemberDto> {
    const unlinked = await this.members.unlink(resolveMemberTenant(caller), id, ({ role }) =>
      requirePermissions(caller, this.sessions.listRoleScopes(role)),
    );
    return toMemberDto(unlinked);
  }

  /** @throws ApiError insufficient_scope, last_admin */
  async delete(caller: Caller, id: number): Promise<DeletedMemberDto> {
    await this.members.remove(resolveMemberTenant(caller), id, ({ role }) =>
      requirePermissions(caller, this.sessions.listRoleScopes(role)),
    );
    return { object: 'member', id, deleted: true };
  }
}
