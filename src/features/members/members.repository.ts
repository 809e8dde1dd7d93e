import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { Member } from '../../platform/auth/member.entity.js';
import type { Role } from '../../platform/auth/roles.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';

/** What of a member changes. */
export interface MemberChange {
  role?: Role | undefined;
  name?: string | null | undefined;
}

@Injectable()
export class MembersRepository extends OwnedRepository<Member> {
  constructor(transactions: Transactions, quotas: QuotasService) {
    super(transactions, Member);
    quotas.registerCounter('members', (organizationId) => this.count(organizationId));
  }

  /** With those who are invited, and whoever was today: an invitation is a mail to somebody outside. */
  private async count(organizationId: number): Promise<number> {
    const [row] = await this.transactions.prepared<{ count: number }>({
      name: 'members_and_invited',
      text: `SELECT (SELECT count(*) FROM members WHERE organization_id = $1)::int +
               (SELECT count(*) FROM invitations WHERE organization_id = $1 AND accepted_at IS NULL
                AND (created_at > now() - interval '1 day' OR revoked_at IS NULL AND expires_at > now()))::int AS count`,
      values: [organizationId],
    });
    return row!.count;
  }

  /** Wherever the address is a member: live before test mode, the oldest membership first. */
  async findInAnyTenant(email: string): Promise<OwnedId | null> {
    const [row] = await this.transactions.prepared<OwnedId>({
      name: 'member_anywhere',
      text: `SELECT id, organization_id AS "organizationId", mode FROM members WHERE email = $1 ORDER BY mode, id LIMIT 1`,
      values: [email],
    });
    return row ?? null;
  }

  /** Null, and nothing is written, where they are so already. */
  async updateIfChanged(
    tenant: Tenant,
    member: Member,
    { role, name }: MemberChange,
  ): Promise<Member | null> {
    const wanted = { role: role ?? member.role, name: name === undefined ? member.name : name };
    if (wanted.role === member.role && wanted.name === member.name) return null;
    await this.update(tenant, member.id, wanted);
    return { ...member, ...wanted };
  }

  /** The admins of an organization, held until the transaction ends: two at once can't each leave the other as the last. */
  async lockAdmins({ organizationId, mode }: Tenant): Promise<number[]> {
    const rows = await this.transactions.manager.query<{ id: number }[]>(
      `SELECT id FROM members WHERE organization_id = $1 AND mode = $2 AND role = 'admin' ORDER BY id FOR UPDATE`,
      [organizationId, mode],
    );
    return rows.map(({ id }) => id);
  }
}
