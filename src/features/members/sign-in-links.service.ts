import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { foldEmail } from '../../domain/mailbox.js';
import { generateToken, hashToken } from '../../platform/auth/random-token.js';
import { Transactions } from '../../platform/database/transactions.js';
import { MailOutbox, type ComposedMail } from '../../platform/mail/mail-outbox.js';
import type { OwnedId } from '../../platform/tenancy/tenant.js';
import { buildSignInMail, buildSignInUrl, SIGN_IN_MAIL } from './member-mails.js';
import { MembersRepository } from './members.repository.js';
import { SignInLinksRepository } from './sign-in-links.repository.js';

const MAILED_LINK_LIFETIME_MS = 15 * 60_000;
export const OPERATOR_LINK_LIFETIME_MS = 24 * 3_600_000;
/** Mails to one member within the lifetime of a link. */
const MAX_ACTIVE_MAILS = 3;
/** Mails to one mailbox within a day, of all organizations. */
const MAX_DAILY_MAILS = 50;
/** Memberships of one address that get a mail for one request. */
const MAX_MEMBERSHIPS = 10;
/** Longer than storing a mail takes, so that the response time does not reveal whether an address is a member. */
const MIN_RESPONSE_MS = 250;

/** Creates links that sign in once. The database keeps only the hash of a token. */
@Injectable()
export class SignInLinksService {
  constructor(
    private readonly links: SignInLinksRepository,
    private readonly members: MembersRepository,
    private readonly transactions: Transactions,
    private readonly outbox: MailOutbox,
  ) {
    outbox.registerComposer(SIGN_IN_MAIL, (mailId) => this.composeMail(mailId), 'urgent');
  }

  /** Mails a link to every member with the address. Mails nothing beyond the limits of the member and of the mailbox. */
  async requestLinks(email: string, baseUrl: string): Promise<void> {
    await Promise.all([this.sendLinks(foldEmail(email), baseUrl), sleep(MIN_RESPONSE_MS)]);
  }

  private async sendLinks(email: string, baseUrl: string): Promise<void> {
    await this.transactions.run(async () => {
      let { count } = await this.outbox.lockAndCountDaily(email, SIGN_IN_MAIL);
      for (const member of await this.members.lockByEmail(email, MAX_MEMBERSHIPS)) {
        if ((await this.links.countMailed(member, MAILED_LINK_LIFETIME_MS)) >= MAX_ACTIVE_MAILS) continue;
        if (++count > MAX_DAILY_MAILS) break;
        const mail = { subject: '', text: '', composer: SIGN_IN_MAIL };
        const mailId = await this.outbox.add(member.organizationId, email, mail);
        const link = { mailId, hash: null, baseUrl, lifetimeMs: MAILED_LINK_LIFETIME_MS };
        await this.links.insert(member, link);
      }
    });
  }

  /** Creates a link that an operator passes on, and returns its URL. */
  async createForOperator(member: OwnedId, baseUrl: string): Promise<string> {
    const token = generateToken();
    const hash = hashToken(token);
    await this.links.insert(member, { mailId: null, hash, baseUrl, lifetimeMs: OPERATOR_LINK_LIFETIME_MS });
    return buildSignInUrl(baseUrl, token);
  }

  /** Generates a new token for each attempt, so that only the link of the last mail works. */
  private async composeMail(mailId: number): Promise<ComposedMail | null> {
    const token = generateToken();
    const link = await this.links.assignToken(mailId, hashToken(token)!);
    return link && { ...buildSignInMail(link, buildSignInUrl(link.baseUrl, token)), attachments: [] };
  }
}
