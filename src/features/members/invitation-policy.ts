import { Injectable } from '@nestjs/common';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import type { Role } from '../../platform/auth/roles.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { InvitationMailService } from './invitation-mail.service.js';
import { requirePermissions, requireScopes } from './member-permissions.js';
import { MembersService } from './members.service.js';

@Injectable()
export class InvitationPolicy {
  constructor(
    private readonly mails: InvitationMailService,
    private readonly members: MembersService,
    private readonly sessions: SessionsService,
    private readonly quotas: QuotasService,
  ) {}

  /** @throws ApiError insufficient_scope if the role of the invitation has a scope that the caller lacks */
  assertCanRevoke(caller: Caller, role: Role): void {
    requireScopes(caller, this.sessions.listRoleScopes(role), 'of the invitation');
  }

  /** @throws ApiError quota_exceeded, insufficient_scope, member_exists */
  async assertCanInvite(caller: Caller, email: string, role: Role): Promise<void> {
    await this.quotas.check('members', caller);
    requirePermissions(caller, this.sessions.listRoleScopes(role), 'role');
    if (await this.members.findByEmail(caller, email))
      throw new ApiError('member_exists', { param: 'email' });
    await this.mails.assertDailyLimit(caller, email);
  }
}
