import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { Member } from '../../platform/auth/member.entity.js';
import type { Role } from '../../platform/auth/roles.js';
import { QuotasService } from '../../platform/rate-limits/quotas.service.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import type { OidcIdentity } from './oidc-provider.js';

/** A membership that an identity may sign in to, unless it `matches` another one. */
export interface OidcMembership extends OwnedId {
  email: string;
  role: Role;
  organization: string;
  matches: boolean;
}

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

  /**
   * Lists the live memberships that an identity has been linked to or whose address it proves, the oldest first. Test mode
   * is left out: its invitations are mailed to the owner of the organization, not to the address.
   */
  async listByIdentity({ issuer, subject, email }: OidcIdentity, limit: number): Promise<OidcMembership[]> {
    return this.transactions.prepared<OidcMembership>({
      name: 'members_by_identity',
      text: `SELECT m.id, m.organization_id AS "organizationId", m.mode, m.email, m.role, o.name AS organization,
               m.oidc_subject IS NULL OR m.oidc_issuer = $1 AND m.oidc_subject = $2 AS matches
             FROM members m JOIN organizations o ON o.id = m.organization_id
             WHERE m.mode = 'live' AND (m.oidc_issuer = $1 AND m.oidc_subject = $2 OR m.email = $3)
             ORDER BY matches DESC, m.id LIMIT $4`,
      values: [issuer, subject, email, limit],
    });
  }

  /** Links a member to an identity. Returns whether the member was linked already; null if it has another identity. */
  async linkIdentity(
    { organizationId, mode, id }: OwnedId,
    { issuer, subject }: OidcIdentity,
  ): Promise<{ wasLinked: boolean } | null> {
    const [[linked]] = await this.transactions.manager.query<[{ wasLinked: boolean }[], number]>(
      `UPDATE members m SET oidc_issuer = $4, oidc_subject = $5
       FROM (SELECT id, oidc_issuer, oidc_subject FROM members
             WHERE organization_id = $1 AND mode = $2 AND id = $3 FOR UPDATE) old
       WHERE m.organization_id = $1 AND m.mode = $2 AND m.id = old.id
         AND (old.oidc_subject IS NULL OR old.oidc_issuer = $4 AND old.oidc_subject = $5)
       RETURNING old.oidc_subject IS NOT NULL AS "wasLinked"`,
      [organizationId, mode, id, issuer, subject],
    );
    return linked ?? null;
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
