import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { ApiKeysService } from '../../platform/auth/api-keys.service.js';
import { AuditLogService, type AuditSubject } from '../../platform/auth/audit-log.service.js';
import type { Caller } from '../../platform/auth/caller.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import type { Page } from '../../platform/tenancy/page.js';
import { InvitationMailService } from './invitation-mail.service.js';
import type { CreateInvitationDto, InvitationDto, InvitationListQuery } from './invitations.dto.js';
import { InvitationsRepository } from './invitations.repository.js';
import { toInvitationDto } from './member.mapper.js';
import { requirePermissions, resolveMemberTenant } from './member-permissions.js';
import { MembersService } from './members.service.js';

/** Mails to one address per day, counted across all organizations. */
const MAX_DAILY = 5;

/** Manages invitations. A caller invites only to its own modes, and only to roles with at most its own permissions. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly transactions: Transactions,
    private readonly members: MembersService,
    private readonly sessions: SessionsService,
    private readonly quotas: QuotasService,
    private readonly mails: InvitationMailService,
    private readonly audit: AuditLogService,
    keys: ApiKeysService,
  ) {
    keys.onRevoke((subject, id) => this.revokeByInviter(subject, `key:${id}`));
    members.onRemove((subject, id) => this.revokeByInviter(subject, `member:${id}`));
  }

  async list(caller: Caller, query: InvitationListQuery): Promise<Page<InvitationDto>> {
    return (await this.invitations.page(resolveMemberTenant(caller), query)).map(toInvitationDto);
  }

  async get(caller: Caller, id: number): Promise<InvitationDto> {
    return toInvitationDto(await this.invitations.get(resolveMemberTenant(caller), id));
  }

  /** @throws ApiError insufficient_scope, member_exists, quota_exceeded */
  async create(caller: Caller, body: CreateInvitationDto): Promise<InvitationDto> {
    const email = body.email.toLowerCase();
    const { role } = body;
    const tenant = resolveMemberTenant(caller);
    return this.transactions.run(async () => {
      await this.quotas.check('members', tenant);
      requirePermissions(tenant, this.sessions.listRoleScopes(role), 'role');
      if (await this.members.findByEmail(tenant, email))
        throw new ApiError('member_exists', { param: 'email' });
      await this.assertDailyLimit(tenant, email);
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

  async revoke(caller: Caller, id: number): Promise<InvitationDto> {
    const tenant = resolveMemberTenant(caller);
    return this.transactions.run(async () => {
      const { email } = await this.invitations.lock(tenant, id);
      if (await this.invitations.revoke(tenant, id))
        await this.audit.record(tenant, 'invitation.revoked', { id, email });
      return this.get(caller, id);
    });
  }

  /** Revokes the open invitations of a revoked key or a removed member. */
  private async revokeByInviter(subject: AuditSubject, inviter: string): Promise<void> {
    for (const { id, email, mode } of await this.invitations.revokeOpenByInviter(
      subject.organizationId,
      inviter,
    ))
      await this.audit.record({ ...subject, mode }, 'invitation.revoked', { id, email, inviter });
  }

  /** Exempts test mode, whose mails go to the owner of the organization. @throws ApiError quota_exceeded */
  private async assertDailyLimit({ mode }: Caller, email: string): Promise<void> {
    if (mode === 'test' || (await this.invitations.lockAndCountRecent(email)) < MAX_DAILY) return;
    const message = `Quota exceeded: at most ${MAX_DAILY} invitations a day per e-mail address. Try again tomorrow.`;
    throw new ApiError('quota_exceeded', { param: 'email', message, transient: true });
  }
}
