import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import { Invitation } from './invitation.entity.js';

/** Who comes in by an invitation. */
export type AcceptedInvitation = OwnedId & Pick<Invitation, 'email' | 'role'>;

/** What the mail of an invitation says. */
export type MailedInvitation = Pick<Invitation, 'email' | 'role' | 'baseUrl' | 'expiresAt'> & {
  organization: string;
};

const OPEN_CONDITION = 'accepted_at IS NULL AND revoked_at IS NULL AND expires_at > now()';

@Injectable()
export class InvitationsRepository extends OwnedRepository<Invitation> {
  constructor(transactions: Transactions) {
    super(transactions, Invitation);
  }

  /** An address has one open invitation: a new one takes the place of the one before. */
  async revokeOpen({ organizationId, mode }: Tenant, email: string): Promise<void> {
    await this.transactions.manager.query(
      `UPDATE invitations SET revoked_at = now() WHERE organization_id = $1 AND mode = $2 AND email = $3 AND ${OPEN_CONDITION}`,
      [organizationId, mode, email],
    );
  }

  /**
   * How many invitations to a mailbox all organizations have made within a day, whatever stands after a plus in its name;
   * others that invite it wait for this transaction.
   */
  async lockAndCountRecent(email: string): Promise<number> {
    const mailbox = email.replace(/\+[^@]*@/, '@');
    await this.transactions.hold('invitations to', mailbox);
    const [row] = await this.transactions.manager.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM invitations
       WHERE mode = 'live' AND created_at > now() - interval '1 day' AND regexp_replace(email, '\\+[^@]*@', '@') = $1`,
      [mailbox],
    );
    return row!.count;
  }

  /** Those open of a key or a member, as the audit log names it, in both modes. */
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

  /** False when it is accepted or revoked already. */
  async revoke({ organizationId, mode }: Tenant, id: number): Promise<boolean> {
    const [, count] = await this.transactions.manager.query<[unknown, number]>(
      `UPDATE invitations SET revoked_at = now() WHERE organization_id = $1 AND mode = $2 AND id = $3
       AND accepted_at IS NULL AND revoked_at IS NULL`,
      [organizationId, mode, id],
    );
    return count === 1;
  }

  /** Uses it up; null when it is unknown, used, revoked or too old. */
  async accept(hash: Buffer): Promise<AcceptedInvitation | null> {
    const [[accepted]] = await this.transactions.manager.query<[AcceptedInvitation[], number]>(
      `UPDATE invitations SET accepted_at = now() WHERE token_hash = $1 AND ${OPEN_CONDITION}
       RETURNING id, organization_id AS "organizationId", mode, email, role`,
      [hash],
    );
    return accepted ?? null;
  }

  /** One that is open for an address, whoever invites: live before test mode, the newest first. Uses it up; null when there is none. */
  async acceptByEmail(email: string): Promise<AcceptedInvitation | null> {
    const [[accepted]] = await this.transactions.manager.query<[AcceptedInvitation[], number]>(
      `UPDATE invitations SET accepted_at = now() WHERE id = (
         SELECT id FROM invitations WHERE email = $1 AND ${OPEN_CONDITION} ORDER BY mode, id DESC LIMIT 1 FOR UPDATE)
       RETURNING id, organization_id AS "organizationId", mode, email, role`,
      [email],
    );
    return accepted ?? null;
  }

  /** Gives the invitation that a mail brings its token; null when nobody is to get it any more. */
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
