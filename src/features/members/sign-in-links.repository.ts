import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import type { OwnedId } from '../../platform/tenancy/tenant.js';

export interface NewSignInLink {
  mailId: number | null;
  hash: Buffer | null;
  baseUrl: string;
  lifetimeMs: number;
}

interface MailedSignInLink {
  organization: string;
  email: string;
  baseUrl: string;
  expiresAt: Date;
}

@Injectable()
export class SignInLinksRepository {
  constructor(private readonly transactions: Transactions) {}

  async insert({ organizationId, mode, id }: OwnedId, link: NewSignInLink): Promise<void> {
    await this.transactions.manager.query(
      `INSERT INTO sign_in_links (organization_id, mode, member_id, mail_id, token_hash, base_url, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 millisecond')`,
      [organizationId, mode, id, link.mailId, link.hash, link.baseUrl, link.lifetimeMs],
    );
  }

  /** Deletes the link and returns its member; null if the link is unknown, used or expired. */
  async redeem(hash: Buffer): Promise<OwnedId | null> {
    const [[member]] = await this.transactions.manager.query<[OwnedId[], number]>(
      `DELETE FROM sign_in_links WHERE token_hash = $1 AND expires_at > now()
       RETURNING member_id AS id, organization_id AS "organizationId", mode`,
      [hash],
    );
    return member ?? null;
  }

  /** Returns the text fields of a link without using it up; null if the link is unknown, used or expired. */
  async describe(hash: Buffer): Promise<MailedSignInLink | null> {
    const [found] = await this.transactions.prepared<MailedSignInLink>({
      name: 'sign_in_link_described',
      text: `SELECT o.name AS organization, m.email, l.base_url AS "baseUrl", l.expires_at AS "expiresAt"
             FROM sign_in_links l JOIN organizations o ON o.id = l.organization_id
             JOIN members m ON m.organization_id = l.organization_id AND m.mode = l.mode AND m.id = l.member_id
             WHERE l.token_hash = $1 AND l.expires_at > now()`,
      values: [hash],
    });
    return found ?? null;
  }

  /** Counts the links that were mailed to a member within `ageMs`. */
  async countMailed({ organizationId, mode, id }: OwnedId, ageMs: number): Promise<number> {
    const [row] = await this.transactions.manager.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM sign_in_links WHERE organization_id = $1 AND mode = $2 AND member_id = $3
       AND mail_id IS NOT NULL AND created_at > now() - $4 * interval '1 millisecond'`,
      [organizationId, mode, id, ageMs],
    );
    return row!.count;
  }

  /** Sets the token of a mailed link and returns the text fields of its mail; null if the link has expired. */
  async assignToken(mailId: number, hash: Buffer): Promise<MailedSignInLink | null> {
    const [[link]] = await this.transactions.manager.query<[MailedSignInLink[], number]>(
      `UPDATE sign_in_links l SET token_hash = $2 FROM members m, organizations o
       WHERE l.mail_id = $1 AND l.expires_at > now() AND o.id = l.organization_id
         AND m.organization_id = l.organization_id AND m.mode = l.mode AND m.id = l.member_id
       RETURNING o.name AS organization, m.email, l.base_url AS "baseUrl", l.expires_at AS "expiresAt"`,
      [mailId, hash],
    );
    return link ?? null;
  }
}
