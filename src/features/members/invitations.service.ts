import { Injectable } from '@nestjs/common';
import { foldEmail } from '../../domain/mailbox.js';
import { Transactions } from '../../platform/database/transactions.js';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import type { Caller } from '../../platform/auth/caller.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import type { Page } from '../../platform/tenancy/page.js';
import { InvitationPolicy } from './invitation-policy.js';
import { InvitationMailService } from './invitation-mail.service.js';
import type { CreateInvitationDto, InvitationDto, InvitationListQuery } from './invitations.dto.js';
import { InvitationsRepository } from './invitations.repository.js';
import { toInvitationDto } from './member.mapper.js';
import { resolveMemberTenant } from './member-permissions.js';

/** Manages invitations. A caller invites only to its own modes, and only to roles with at most its own permissions. */
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

  async get(caller: Caller, id: number): Promise<InvitationDto> {
    return toInvitationDto(await this.invitations.get(resolveMemberTenant(caller), id));
  }

  /** @throws ApiError insufficient_scope, member_exists, quota_exceeded */
  async create(caller: Caller, body: CreateInvitationDto): Promise<InvitationDto> {
    const email = foldEmail(body.email);
    const { role } = body;
    const tenant = resolveMemberTenant(caller);
    return this.transactions.run(async () => {
      await this.policy.assertCanInvite(tenant, email, role);
      await this.invitations.revokeOpen(tenant, email);
      const invitation = await this.invitations.insert(tenant, {
        email,
        role,
        mailId: await this.mails.send(tenant, email),
        baseUrl: this.mails.baseUrl(),
        expiresAt: sql("now() + interval '7 days'"),
      });
      await this.audit.record(tenant, 'member.invited', { id: invitation.id, email, role });
      return toInvitationDto(invitation);
    });
  }

  /** @throws ApiError insufficient_scope */
  async revoke(caller: Caller, id: number): Promise<InvitationDto> {
    const tenant = resolveMemberTenant(caller);
    return this.transactions.run(async () => {
      const { email, role } = await this.invitations.lock(tenant, id);
      this.policy.assertCanRevoke(caller, role);
      if (await this.invitations.revoke(tenant, id))
        await this.audit.record(tenant, 'invitation.revoked', { id, email });
      return this.get(caller, id);
    });
  }
}
