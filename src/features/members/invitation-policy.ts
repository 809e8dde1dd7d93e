import { Injectable } from '@nestjs/common';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import type { Role } from '../../platform/auth/roles.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { MembersService } from './members.service.js';
import { requirePermissions } from './member-permissions.js';

/** Who may be invited, by whom, and how many. */
@Injectable()
export class InvitationPolicy {
  constructor(
    private readonly members: MembersService,
    private readonly sessions: SessionsService,
    private readonly quotas: QuotasService,
  ) {}

  /** @param caller where the invited will stand @throws ApiError quota_exceeded, insufficient_scope, member_exists */
  async assertCanInvite(caller: Caller, email: string, role: Role): Promise<void> {
    await this.quotas.check('members', caller);
    requirePermissions(caller, this.sessions.listRoleScopes(role), 'role');
    if (await this.members.findByEmail(caller, email))
      throw new ApiError('member_exists', { param: 'email' });
  }
}
