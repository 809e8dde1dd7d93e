import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/auth/caller.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import type { Page } from '../../platform/tenancy/page.js';
import { presentMember } from './member.presenter.js';
import type { DeletedMemberDto, MemberDto, MemberListQuery, UpdateMemberDto } from './members.dto.js';
import { MembersService } from './members.service.js';
import { membersOf, requireRights } from './rights.js';

/** Members by keys and members: of those who stand in the caller's mode, and with no more rights than the caller has. */
@Injectable()
export class DirectoryService {
  constructor(
    private readonly members: MembersService,
    private readonly sessions: SessionsService,
  ) {}

  async list(caller: Caller, query: MemberListQuery): Promise<Page<MemberDto>> {
    return (await this.members.page(membersOf(caller), query)).map(presentMember);
  }

  /** @throws RowMissing */
  async get(caller: Caller, id: number): Promise<MemberDto> {
    return presentMember(await this.members.get(membersOf(caller), id));
  }

  /** @throws RowMissing, ApiError insufficient_scope, last_admin */
  async update(caller: Caller, id: number, body: UpdateMemberDto): Promise<MemberDto> {
    const changed = await this.members.change(membersOf(caller), id, body, ({ role }) => {
      requireRights(caller, this.sessions.scopesOf(role));
      if (body.role) requireRights(caller, this.sessions.scopesOf(body.role), 'role');
    });
    return presentMember(changed);
  }

  /** @throws RowMissing, ApiError insufficient_scope, last_admin */
  async delete(caller: Caller, id: number): Promise<DeletedMemberDto> {
    await this.members.remove(membersOf(caller), id, ({ role }) =>
      requireRights(caller, this.sessions.scopesOf(role)),
    );
    return { object: 'member', id, deleted: true };
  }
}
