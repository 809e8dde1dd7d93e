import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import type { Caller } from '../../platform/auth/caller.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import type { Page } from '../../platform/tenancy/page.js';
import { InvitationMailService } from './invitation-mail.service.js';
import { toInvitationDto } from './invitation.mapper.js';
import type { CreateInvitationDto, InvitationDto, InvitationListQuery } from './invitations.dto.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InvitationPolicy } from './invitation-policy.js';
import { resolveMemberTenant } from './member-permissions.js';

/** Mails to one address within a day, whichever organizations invite it. */
const MAX_DAILY = 5;

/** Invitations by keys and members: to where the caller stands, and with no more rights than the caller has. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly transactions: Transactions,
    private readonly policy: InvitationPolicy,
    private readonly mails: InvitationMailService,
    private readonly audit: AuditLogService,
  ) {}

  async list(caller: Caller, query: InvitationListQuery): Promise<Page<InvitationDto>> {
    return (await this.invitations.page(resolveMemberTenant(caller), query)).map(toInvitationDto);
  }

  /** @throws RowMissing */
  async get(caller: Caller, id: number): Promise<InvitationDto> {
    return toInvitationDto(await this.invitations.get(resolveMemberTenant(caller), id));
  }

  /** @throws ApiError insufficient_scope, member_exists, quota_exceeded */
  async create(caller: Caller, { email: written, role }: CreateInvitationDto): Promise<InvitationDto> {
    const email = written.toLowerCase();
    const tenant = resolveMemberTenant(caller);
    return this.transactions.run(async () => {
      await this.policy.assertCanInvite(tenant, email, role);
      await this.assertDailyLimit(tenant, email);
      await this.invitations.revokeOpen(tenant, email);
      const made = await this.invitations.insert(tenant, {
        email,
        role,
        mailId: await this.mails.send(tenant, email),
        baseUrl: this.mails.baseUrl(),
        expiresAt: sql("now() + interval '7 days'"),
      });
      await this.audit.record(tenant, 'member.invited', { id: made.id, email, role });
      return toInvitationDto(made);
    });
  }

  /** @throws RowMissing */
  async revoke(caller: Caller, id: number): Promise<InvitationDto> {
    const tenant = resolveMemberTenant(caller);
    return this.transactions.run(async () => {
      const { email } = await this.invitations.lock(tenant, id);
      if (await this.invitations.revoke(tenant, id))
        await this.audit.record(tenant, 'invitation.revoked', { id, email });
      return this.get(caller, id);
    });
  }

  /** Nobody's mailbox is filled by invitations; those of test mode reach the owner only. @throws ApiError quota_exceeded */
  private async assertDailyLimit({ mode }: Caller, email: string): Promise<void> {
    if (mode === 'test' || (await this.invitations.lockAndCountRecent(email)) < MAX_DAILY) return;
    const message = `An address may have ${MAX_DAILY} invitations a day, and this would be more: try again tomorrow.`;
    throw new ApiError('quota_exceeded', { param: 'email', message, transient: true });
  }
}
