import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { Member } from '../../platform/auth/member.entity.js';
import type { Role } from '../../platform/auth/roles.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';

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

  /** Counts members, open invitations, and every invitation of the last day, because each one sends a mail. */
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

  /** Returns the first membership of an address: live before test mode, then the oldest. */
  async findInAnyTenant(email: string): Promise<OwnedId | null> {
    const [row] = await this.transactions.prepared<OwnedId>({
      name: 'member_anywhere',
      text: `SELECT id, organization_id AS "organizationId", mode FROM members WHERE email = $1 ORDER BY mode, id LIMIT 1`,
      values: [email],
    });
    return row ?? null;
  }

  /** Returns null if nothing differs. */
  async updateIfChanged(
    tenant: Tenant,
    member: Member,
    { role, name }: MemberChange,
  ): Promise<Member | null> {
    const values = { role: role ?? member.role, name: name === undefined ? member.name : name };
    if (values.role === member.role && values.name === member.name) return null;
    await this.update(tenant, member.id, values);
    return { ...member, ...values };
  }

  /** Locks the admins of a tenant, so that two concurrent requests cannot remove the last two. Returns their ids. */
  async lockAdmins({ organizationId, mode }: Tenant): Promise<number[]> {
    const rows = await this.transactions.manager.query<{ id: number }[]>(
      `SELECT id FROM members WHERE organization_id = $1 AND mode = $2 AND role = 'admin' ORDER BY id FOR UPDATE`,
      [organizationId, mode],
    );
    return rows.map(({ id }) => id);
  }

  /** Locks up to `limit` memberships of an address, so that concurrent requests count each other's mails. */
  async lockByEmail(email: string, limit: number): Promise<OwnedId[]> {
    return this.transactions.manager.query<OwnedId[]>(
      `SELECT id, organization_id AS "organizationId", mode FROM members WHERE email = $1 ORDER BY id LIMIT $2 FOR UPDATE`,
      [email, limit],
    );
  }
}
