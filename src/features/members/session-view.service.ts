import { Injectable } from '@nestjs/common';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { OrganizationsService } from '../../platform/auth/organizations.service.js';
import { listVisibleModes, SessionsService } from '../../platform/auth/sessions.service.js';
import { toMemberDto } from './member.mapper.js';
import type { MemberDto } from './members.dto.js';
import { MembersService } from './members.service.js';

export interface SessionView {
  object: 'session';
  member: MemberDto;
  organization: { id: number; name: string };
  role: string;
  scopes: string[];
  modes: readonly string[];
  created_at: string;
  expires_at: string;
}

@Injectable()
export class SessionViewService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly members: MembersService,
    private readonly organizations: OrganizationsService,
  ) {}

  /** @throws ApiError unauthorized */
  async build(cookie: string | undefined): Promise<SessionView> {
    const signedIn = cookie === undefined ? null : await this.sessions.resolve(cookie);
    if (!signedIn) throw new ApiError('unauthorized', { message: 'Not signed in. Request a sign-in link.' });
    const { organizationId, mode, memberId, role, createdAt, expiresAt } = signedIn;
    const { id, name } = await this.organizations.get(organizationId);
    return {
      object: 'session',
      member: toMemberDto(await this.members.get({ organizationId, mode }, memberId)),
      organization: { id, name },
      role,
      scopes: this.sessions.listRoleScopes(role),
      modes: listVisibleModes(signedIn),
      created_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    };
  }
}
