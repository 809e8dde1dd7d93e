import { Injectable } from '@nestjs/common';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import type { Role } from '../../platform/auth/roles.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { InvitationsRepository } from './invitations.repository.js';
import { requirePermissions } from './member-permissions.js';
import { MembersService } from './members.service.js';

/** Mails to one address per day, counted across all organizations. */
const MAX_DAILY = 5;

@Injectable()
export class InvitationPolicy {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersService,
    private readonly sessions: SessionsService,
    private readonly quotas: QuotasService,
  ) {}

  /** @throws ApiError quota_exceeded, insufficient_scope, member_exists */
  async assertCanInvite(caller: Caller, email: string, role: Role): Promise<void> {
    await this.quotas.check('members', caller);
    requirePermissions(caller, this.sessions.listRoleScopes(role), 'role');
    if (await this.members.findByEmail(caller, email))
      throw new ApiError('member_exists', { param: 'email' });
    // Test mode mails go to the owner of the organization.
    if (caller.mode === 'test' || (await this.invitations.lockAndCountRecent(email)) < MAX_DAILY) return;
    const message = `Quota exceeded: at most ${MAX_DAILY} invitations a day per e-mail address. Try again tomorrow.`;
    throw new ApiError('quota_exceeded', { param: 'email', message, transient: true });
  }
}
