import { Injectable } from '@nestjs/common';
import { generateToken, hashToken } from '../../platform/auth/random-token.js';
import { Transactions } from '../../platform/database/transactions.js';
import { MailOutbox } from '../../platform/mail/mail-outbox.js';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { buildSignInMail, buildSignInUrl, SIGN_IN_MAIL } from './member-mails.js';

/** How long a link holds that was mailed, and one that an operator passes on. */
const MAILED_LINK_LIFETIME_MS = 15 * 60_000;
export const OPERATOR_LINK_LIFETIME_MS = 24 * 3_600_000;
/** Mails to one member within a link's time, whoever asks for them. */
const MAX_ACTIVE_MAILS = 3;
/** Organizations of one address that are written to at once. */
const MAX_MEMBERSHIPS = 10;

/** Links that sign in once. Of a token only the hash is kept, and that of a mailed one is made as its mail is written. */
@Injectable()
export class SignInLinksService {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: MailOutbox,
  ) {
    outbox.registerComposer(SIGN_IN_MAIL, (mailId) => this.composeMail(mailId));
  }

  /** Writes to every member with the address, unless they have been written to often enough. */
  async sendLinks(email: string, baseUrl: string): Promise<void> {
    await this.transactions.run(async () => {
      // Locked: of two requests at once the second counts what the first has added.
      const members = await this.transactions.manager.query<OwnedId[]>(
        `SELECT id, organization_id AS "organizationId", mode FROM members WHERE email = $1 ORDER BY id LIMIT $2 FOR UPDATE`,
        [email, MAX_MEMBERSHIPS],
      );
      for (const member of members) {
        if ((await this.countRecentMails(member)) >= MAX_ACTIVE_MAILS) continue;
        const words = { subject: '', text: '', composer: SIGN_IN_MAIL };
        const mailId = await this.outbox.add(member.organizationId, email, words);
        await this.insertLink(member, { mailId, hash: null, baseUrl, lifeMs: MAILED_LINK_LIFETIME_MS });
      }
    });
  }

  /** A link to be passed on by hand, shown this once. */
  async createForOperator(member: OwnedId, baseUrl: string): Promise<string> {
    const token = generateToken();
    await this.insertLink(member, {
      mailId: null,
      hash: hashToken(token),
      baseUrl,
      lifeMs: OPERATOR_LINK_LIFETIME_MS,
    });
    return buildSignInUrl(baseUrl, token);
  }

  /** Uses the link up: whose it was; null when it is unknown, used or too old. */
  async redeem(hash: Buffer): Promise<OwnedId | null> {
    const [[taken]] = await this.transactions.manager.query<[OwnedId[], number]>(
      `DELETE FROM sign_in_links WHERE token_hash = $1 AND expires_at > now()
       RETURNING member_id AS id, organization_id AS "organizationId", mode`,
      [hash],
    );
    return taken ?? null;
  }

  /** How many mails may still bring a link, or have just brought one. */
  private async countRecentMails({ organizationId, mode, id }: OwnedId): Promise<number> {
    const [row] = await this.transactions.manager.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM sign_in_links WHERE organization_id = $1 AND mode = $2 AND member_id = $3
       AND mail_id IS NOT NULL AND created_at > now() - $4 * interval '1 millisecond'`,
      [organizationId, mode, id, MAILED_LINK_LIFETIME_MS],
    );
    return row!.count;
  }

  private async insertLink(
    { organizationId, mode, id }: OwnedId,
    link: { mailId: number | null; hash: Buffer | null; baseUrl: string; lifeMs: number },
  ): Promise<void> {
    await this.transactions.manager.query(
      `INSERT INTO sign_in_links (organization_id, mode, member_id, mail_id, token_hash, base_url, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, now() + $7 * interval '1 millisecond')`,
      [organizationId, mode, id, link.mailId, link.hash, link.baseUrl, link.lifeMs],
    );
  }

  /** Null when it would come too late. A second try has another token: the one before no longer works. */
  private async composeMail(mailId: number) {
    const token = generateToken();
    const [[found]] = await this.transactions.manager.query<
      [{ organization: string; email: string; baseUrl: string; expiresAt: Date }[], number]
    >(
      `UPDATE sign_in_links l SET token_hash = $2 FROM members m, organizations o
       WHERE l.mail_id = $1 AND l.expires_at > now() AND o.id = l.organization_id
         AND m.organization_id = l.organization_id AND m.mode = l.mode AND m.id = l.member_id
       RETURNING o.name AS organization, m.email, l.base_url AS "baseUrl", l.expires_at AS "expiresAt"`,
      [mailId, hashToken(token)],
    );
    return found
      ? { ...buildSignInMail(found, buildSignInUrl(found.baseUrl, token)), attachments: [] }
      : null;
  }
}
