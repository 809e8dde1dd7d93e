import { Injectable } from '@nestjs/common';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import type { Role } from '../../platform/auth/roles.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import { Quotas } from '../../platform/rate-limits/quotas.js';
import { MembersService } from './members.service.js';
import { requireRights } from './rights.js';

/** Who may be invited, by whom, and how many. */
@Injectable()
export class Invitees {
  constructor(
    private readonly members: MembersService,
    private readonly sessions: SessionsService,
    private readonly quotas: Quotas,
  ) {}

  /** @param caller where the invited will stand @throws ApiError quota_exceeded, insufficient_scope, member_exists */
  async check(caller: Caller, email: string, role: Role): Promise<void> {
    await this.quotas.check('members', caller);
    requireRights(caller, this.sessions.scopesOf(role), 'role');
    if (await this.members.findByEmail(caller, email))
      throw new ApiError('member_exists', { param: 'email' });
  }
}
