import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import { Invitation } from './invitation.entity.js';

export type AcceptedInvitation = OwnedId & Pick<Invitation, 'email' | 'role'>;

/** The text fields of an invitation mail. */
export type MailedInvitation = Pick<Invitation, 'email' | 'role' | 'baseUrl' | 'expiresAt'> & {
  organization: string;
};

const OPEN_CONDITION = 'accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()';

@Injectable()
export class InvitationsRepository extends OwnedRepository<Invitation> {
  constructor(transactions: Transactions) {
    super(transactions, Invitation);
  }

  /** Revokes the open invitation of an address, because a new one replaces it. */
  async revokeOpen({ organizationId, mode }: Tenant, email: string): Promise<void> {
    await this.transactions.manager.query(
      `UPDATE invitations SET revoked_at = now() WHERE organization_id = $1 AND mode = $2 AND email = $3 AND ${OPEN_CONDITION}`,
      [organizationId, mode, email],
    );
  }

  /** Revokes the open invitations of an inviter in both modes. @param actor the inviter in the audit log */
  async revokeOpenByInviter(organizationId: number, actor: string): Promise<(OwnedId & { email: string })[]> {
    const [revoked] = await this.transactions.manager.query<[(OwnedId & { email: string })[], number]>(
      `UPDATE invitations i SET revoked_at = now() FROM audit_log a
       WHERE i.organization_id = $1 AND ${OPEN_CONDITION} AND a.organization_id = i.organization_id AND a.mode = i.mode
         AND a.actor = $2 AND a.action = 'member.invited' AND a.details ->> 'id' = i.id::text
       RETURNING i.id, i.organization_id AS "organizationId", i.mode, i.email`,
      [organizationId, actor],
    );
    return revoked;
  }

  /** Returns false if the invitation is already accepted or revoked. */
  async revoke({ organizationId, mode }: Tenant, id: number): Promise<boolean> {
    const [, count] = await this.transactions.manager.query<[unknown, number]>(
      `UPDATE invitations SET revoked_at = now() WHERE organization_id = $1 AND mode = $2 AND id = $3
       AND accepted_at IS NULL AND revoked_at IS NULL`,
      [organizationId, mode, id],
    );
    return count === 1;
  }

  /** Accepts an invitation; null if it is unknown, used, revoked or expired. */
  async accept(hash: Buffer): Promise<AcceptedInvitation | null> {
    const [[accepted]] = await this.transactions.manager.query<[AcceptedInvitation[], number]>(
      `UPDATE invitations SET accepted_at = now() WHERE token_hash = $1 AND ${OPEN_CONDITION}
       RETURNING id, organization_id AS "organizationId", mode, email, role`,
      [hash],
    );
    return accepted ?? null;
  }

  /** Returns the text fields of an open invitation; null if it is unknown, used, revoked or expired. */
  async describe(hash: Buffer): Promise<(Tenant & MailedInvitation) | null> {
    const [found] = await this.transactions.prepared<Tenant & MailedInvitation>({
      name: 'invitation_described',
      text: `SELECT i.organization_id AS "organizationId", i.mode, o.name AS organization, i.email, i.role,
               i.base_url AS "baseUrl", i.expires_at AS "expiresAt"
             FROM invitations i JOIN organizations o ON o.id = i.organization_id
             WHERE i.token_hash = $1 AND ${OPEN_CONDITION}`,
      values: [hash],
    });
    return found ?? null;
  }

  /** Sets the token of a mailed invitation and returns the text fields of its mail; null if it is no longer open. */
  async assignToken(mailId: number, hash: Buffer): Promise<MailedInvitation | null> {
    const [[found]] = await this.transactions.manager.query<[MailedInvitation[], number]>(
      `UPDATE invitations i SET token_hash = $2 FROM organizations o
       WHERE i.mail_id = $1 AND o.id = i.organization_id AND ${OPEN_CONDITION}
       RETURNING o.name AS organization, i.email, i.role, i.base_url AS "baseUrl", i.expires_at AS "expiresAt"`,
      [mailId, hash],
    );
    return found ?? null;
  }
}
