import { Injectable } from '@nestjs/common';
import { foldEmail } from '../../domain/mailbox.js';
import { mapUniqueViolation } from '../../platform/database/database-fault.js';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { AuditLogService, type AuditSubject } from '../../platform/auth/audit-log.service.js';
import type { Member } from '../../platform/auth/member.entity.js';
import type { Role } from '../../platform/auth/roles.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { MemberListQuery } from './members.dto.js';
import { MembersRepository, type MemberChange } from './members.repository.js';

export interface NewMember {
  email: string;
  role: Role;
  name?: string | null;
}

/** Throws if the caller must not change the member. */
type AssertCanChange = (member: Member) => void;

/** Runs in the transaction that removes the member. */
export type MemberRemovalHook = (subject: AuditSubject, memberId: number) => Promise<void>;

@Injectable()
export class MembersService {
  private readonly removalHooks: MemberRemovalHook[] = [];

  constructor(
    private readonly members: MembersRepository,
    private readonly transactions: Transactions,
    private readonly audit: AuditLogService,
    private readonly sessions: SessionsService,
  ) {}

  onRemove(hook: MemberRemovalHook): void {
    this.removalHooks.push(hook);
  }

  /** @param invitation id of the accepted invitation @throws ApiError member_exists */
  async add(
    tenant: AuditSubject,
    { email, role, name = null }: NewMember,
    invitation?: number,
  ): Promise<Member> {
    return this.transactions.run(async () => {
      const row = { email: foldEmail(email), role, name };
      const buildError = () => new ApiError('member_exists', { param: 'email' });
      const member = await mapUniqueViolation(this.members.insert(tenant, row), buildError);
      const details = { id: member.id, email: member.email, role, ...(invitation && { invitation }) };
      await this.audit.record(tenant, 'member.added', details);
      return member;
    });
  }

  get(tenant: Tenant, id: number): Promise<Member> {
    return this.members.get(tenant, id);
  }

  page(tenant: Tenant, query: MemberListQuery): Promise<Page<Member>> {
    return this.members.page(tenant, query);
  }

  findByEmail(tenant: Tenant, email: string): Promise<Member | null> {
    return this.members.findBy(tenant, { email });
  }

  /** Lists the members of both modes. */
  async listAllModes(organizationId: number): Promise<Member[]> {
    const live = await this.members.listBy({ organizationId, mode: 'live' }, {});
    return [...live, ...(await this.members.listBy({ organizationId, mode: 'test' }, {}))];
  }

  /** Returns the member with this id, of any tenant. @throws ApiError resource_missing */
  async getInAnyTenant(id: number): Promise<Member> {
    const owner = await this.members.ownerOf(id);
    return this.members.get(owner ?? { organizationId: 0, mode: 'live' }, id);
  }

  /** Returns a member and records in the audit log that an operator creates a link for it. */
  async getForSignInLink(id: number): Promise<Member> {
    const member = await this.getInAnyTenant(id);
    const { organizationId, mode, email } = member;
    await this.audit.record({ organizationId, mode }, 'member.link_created', { id, email });
    return member;
  }

  /** Changes a member from its next request on. @throws ApiError last_admin */
  async update(
    tenant: AuditSubject,
    id: number,
    { role, name }: MemberChange,
    assertAllowed: AssertCanChange,
  ): Promise<Member> {
    return this.transactions.run(async () => {
      const demotes = role !== undefined && role !== 'admin';
      const member = await this.lock(tenant, id, assertAllowed, demotes);
      const changed = await this.members.updateIfChanged(tenant, member, { role, name });
      if (!changed) return member;
      const details = { id, email: member.email, from: member.role, to: changed.role };
      if (changed.role !== member.role) await this.audit.record(tenant, 'member.changed', details);
      this.sessions.clearCacheAfterCommit();
      return changed;
    });
  }

  /** Removes a member and ends its sessions. @throws ApiError last_admin */
  async remove(
    tenant: AuditSubject,
    id: number,
    assertAllowed: AssertCanChange = () => undefined,
  ): Promise<void> {
    await this.transactions.run(async () => {
      const { email } = await this.lock(tenant, id, assertAllowed, true);
      await this.members.delete(tenant, id);
      await this.audit.record(tenant, 'member.removed', { id, email });
      for (const hook of this.removalHooks) await hook(tenant, id);
      this.sessions.clearCacheAfterCommit();
    });
  }

  /** Forgets the member's identity at the OpenID provider, so that its next sign-in links a new one. Ends its sessions. */
  async unlink(tenant: AuditSubject, id: number, assertAllowed: AssertCanChange): Promise<Member> {
    return this.transactions.run(async () => {
      const member = await this.lock(tenant, id, assertAllowed, false);
      if (member.oidcSubject === null) return member;
      const { email, oidcIssuer: issuer, oidcSubject: subject } = member;
      await this.members.update(tenant, id, { oidcIssuer: null, oidcSubject: null });
      await this.audit.record(tenant, 'member.unlinked', { id, email, issuer, subject });
      const { organizationId, mode } = tenant;
      await this.sessions.endAll({ organizationId, mode, id });
      return { ...member, oidcIssuer: null, oidcSubject: null };
    });
  }

  /** @param demotes true if an admin loses its role @throws ApiError last_admin for the only admin */
  private async lock(
    tenant: Tenant,
    id: number,
    assertAllowed: AssertCanChange,
    demotes: boolean,
  ): Promise<Member> {
    const admins = demotes ? await this.members.lockAdmins(tenant) : [];
    const member = await this.members.lock(tenant, id);
    assertAllowed(member);
    if (admins.length === 1 && admins[0] === id) throw new ApiError('last_admin');
    return member;
  }
}
