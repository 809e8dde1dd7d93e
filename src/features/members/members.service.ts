import { Injectable } from '@nestjs/common';
import { mapUniqueViolation } from '../../platform/database/unique-violation.js';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { AuditLogService, type AuditSubject } from '../../platform/auth/audit-log.service.js';
import type { Member } from '../../platform/auth/member.entity.js';
import type { Role } from '../../platform/auth/roles.js';
import { SessionsService } from '../../platform/auth/sessions.service.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { MemberListQuery } from './members.dto.js';
import { MembersRepository, type MemberChange } from './members.repository.js';

/** Somebody who is to be a member. */
export interface NewMember {
  email: string;
  role: Role;
  name?: string | null;
}

/** Throws for a member who is not the caller's to change. */
type AssertCanChange = (member: Member) => void;

/** What ends with a membership, in its transaction. */
export type MemberRemovalHook = (to: AuditSubject, memberId: number) => Promise<void>;

/** The members of organizations, as the rest of the house adds, changes and removes them. */
@Injectable()
export class MembersService {
  private readonly removalHooks: MemberRemovalHook[] = [];

  constructor(
    private readonly members: MembersRepository,
    private readonly transactions: Transactions,
    private readonly audit: AuditLogService,
    private readonly sessions: SessionsService,
  ) {}

  /** Rooms that hold what a member has begun register here at boot. */
  onRemove(step: MemberRemovalHook): void {
    this.removalHooks.push(step);
  }

  /** @param invitation that was accepted @throws ApiError member_exists */
  async add(
    tenant: AuditSubject,
    { email, role, name = null }: NewMember,
    invitation?: number,
  ): Promise<Member> {
    return this.transactions.run(async () => {
      const row = { email: email.toLowerCase(), role, name };
      const taken = () => new ApiError('member_exists', { param: 'email' });
      const member = await mapUniqueViolation(this.members.insert(tenant, row), taken);
      const details = { id: member.id, email: member.email, role, ...(invitation && { invitation }) };
      await this.audit.record(tenant, 'member.added', details);
      return member;
    });
  }

  /** @throws RowMissing */
  get(tenant: Tenant, id: number): Promise<Member> {
    return this.members.get(tenant, id);
  }

  page(tenant: Tenant, query: MemberListQuery): Promise<Page<Member>> {
    return this.members.page(tenant, query);
  }

  findByEmail(tenant: Tenant, email: string): Promise<Member | null> {
    return this.members.findBy(tenant, { email });
  }

  /** Wherever the address is a member: live before test mode, the oldest membership before others. */
  findInAnyTenant(email: string): Promise<OwnedId | null> {
    return this.members.findInAnyTenant(email);
  }

  /** Those of both modes, for operators. */
  async listAllModes(organizationId: number): Promise<Member[]> {
    const live = await this.members.listBy({ organizationId, mode: 'live' }, {});
    return [...live, ...(await this.members.listBy({ organizationId, mode: 'test' }, {}))];
  }

  /** Whosever it is: for operators. @throws RowMissing */
  async getInAnyTenant(id: number): Promise<Member> {
    const owner = await this.members.ownerOf(id);
    return this.members.get(owner ?? { organizationId: 0, mode: 'live' }, id);
  }

  /** For whom an operator makes a link. @throws RowMissing */
  async getForSignInLink(id: number): Promise<Member> {
    const member = await this.getInAnyTenant(id);
    const { organizationId, mode, email } = member;
    await this.audit.record({ organizationId, mode }, 'member.link_created', { id, email });
    return member;
  }

  /** Holds from the next request on. @param refuse throws for whom nobody may change @throws RowMissing, ApiError last_admin */
  async update(
    tenant: AuditSubject,
    id: number,
    { role, name }: MemberChange,
    refuse: AssertCanChange,
  ): Promise<Member> {
    return this.transactions.run(async () => {
      const lowers = role !== undefined && role !== 'admin';
      const member = await this.lock(tenant, id, refuse, lowers);
      const changed = await this.members.updateIfChanged(tenant, member, { role, name });
      if (!changed) return member;
      const details = { id, email: member.email, from: member.role, to: changed.role };
      if (changed.role !== member.role) await this.audit.record(tenant, 'member.changed', details);
      this.sessions.clearCacheAfterCommit();
      return changed;
    });
  }

  /** Ends their sessions too. @param refuse throws for whom nobody may remove @throws RowMissing, ApiError last_admin */
  async remove(tenant: AuditSubject, id: number, refuse: AssertCanChange = () => undefined): Promise<void> {
    await this.transactions.run(async () => {
      const { email } = await this.lock(tenant, id, refuse, true);
      await this.members.delete(tenant, id);
      await this.audit.record(tenant, 'member.removed', { id, email });
      for (const step of this.removalHooks) await step(tenant, id);
      this.sessions.clearCacheAfterCommit();
    });
  }

  /** @param goes whether it is one admin less, if it is one @throws ApiError last_admin for the only one there is */
  private async lock(tenant: Tenant, id: number, refuse: AssertCanChange, goes: boolean): Promise<Member> {
    const admins = goes ? await this.members.lockAdmins(tenant) : [];
    const member = await this.members.lock(tenant, id);
    refuse(member);
    if (admins.length === 1 && admins[0] === id) throw new ApiError('last_admin');
    return member;
  }
}
