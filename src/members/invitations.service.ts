import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { ApiKeysService } from '../identity/api-keys.service.js';
import { AuditLog, type DoneTo } from '../identity/audit-log.js';
import type { Caller } from '../identity/caller.js';
import { sql } from '../tenancy/owned.repository.js';
import type { Page } from '../tenancy/page.js';
import { InvitationMails } from './invitation-mails.js';
import { presentInvitation } from './invitation.presenter.js';
import type { CreateInvitationDto, InvitationDto, InvitationListQuery } from './invitations.dto.js';
import { InvitationsRepository } from './invitations.repository.js';
import { Invitees } from './invitees.js';
import { MembersService } from './members.service.js';
import { membersOf } from './rights.js';

/** Invitations by keys and members: to where the caller stands, and with no more rights than the caller has. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly transactions: Transactions,
    private readonly invitees: Invitees,
    private readonly mails: InvitationMails,
    private readonly audit: AuditLog,
    keys: ApiKeysService,
    members: MembersService,
  ) {
    keys.onRevoke((to, id) => this.revokeOf(to, `key:${id}`));
    members.onRemove((to, id) => this.revokeOf(to, `member:${id}`));
  }

  async list(caller: Caller, query: InvitationListQuery): Promise<Page<InvitationDto>> {
    return (await this.invitations.page(membersOf(caller), query)).map(presentInvitation);
  }

  /** @throws RowMissing */
  async get(caller: Caller, id: number): Promise<InvitationDto> {
    return presentInvitation(await this.invitations.get(membersOf(caller), id));
  }

  /** @throws ApiError insufficient_scope, member_exists, quota_exceeded */
  async create(caller: Caller, { email: written, role }: CreateInvitationDto): Promise<InvitationDto> {
    const email = written.toLowerCase();
    const tenant = membersOf(caller);
    return this.transactions.run(async () => {
      await this.invitees.check(tenant, email, role);
      await this.invitations.revokeOpen(tenant, email);
      const made = await this.invitations.insert(tenant, {
        email,
        role,
        mailId: await this.mails.send(tenant, email),
        baseUrl: this.mails.baseUrl(),
        expiresAt: sql("now() + interval '7 days'"),
      });
      await this.audit.record(tenant, 'member.invited', { id: made.id, email, role });
      return presentInvitation(made);
    });
  }

  /** @throws RowMissing */
  async revoke(caller: Caller, id: number): Promise<InvitationDto> {
    const tenant = membersOf(caller);
    return this.transactions.run(async () => {
      const { email } = await this.invitations.lock(tenant, id);
      if (await this.invitations.revoke(tenant, id))
        await this.audit.record(tenant, 'invitation.revoked', { id, email });
      return this.get(caller, id);
    });
  }

  /** Who may not come in any more lets nobody else in. */
  private async revokeOf(by: DoneTo, inviter: string): Promise<void> {
    for (const { id, email, mode } of await this.invitations.revokeOpenOf(by.organizationId, inviter))
      await this.audit.record({ ...by, mode }, 'invitation.revoked', { id, email, inviter });
  }
}
