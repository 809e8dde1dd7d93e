import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { resolvePublicUrl } from '../../platform/http/pipeline/request-context.js';
import { generateToken, hashToken } from '../../platform/auth/random-token.js';
import { MailOutbox, type ComposedMail } from '../../platform/mail/mail-outbox.js';
import type { Mode, Tenant } from '../../platform/tenancy/tenant.js';
import { InvitationsRepository } from './invitations.repository.js';
import { buildInvitationMail, INVITATION_MAIL, buildSignInUrl } from './member-mails.js';

/** Mails to one mailbox within a day, of all organizations. In test mode the mailbox is the owner's. */
const MAX_DAILY: Record<Mode, number> = { live: 5, test: 50 };

/** Composes invitation mails when they are sent, so that no token is stored. */
@Injectable()
export class InvitationMailService {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly invitations: InvitationsRepository,
    private readonly config: Config,
  ) {
    outbox.registerComposer(INVITATION_MAIL, (mailId) => this.composeMail(mailId));
  }

  /** Holds a lock on the mailbox until the transaction ends. @throws ApiError quota_exceeded */
  async assertDailyLimit(tenant: Tenant, email: string): Promise<void> {
    const recipient = await this.resolveRecipient(tenant, email);
    if (recipient === null) return;
    const limit = MAX_DAILY[tenant.mode];
    if ((await this.outbox.lockAndCountDaily(recipient, INVITATION_MAIL)).count < limit) return;
    const message = `Quota exceeded: at most ${limit} invitations a day per email address. Try again tomorrow.`;
    throw new ApiError('quota_exceeded', { param: 'email', message, transient: true });
  }

  /** Returns the id of the mail. Test mode mails go to the owner; returns null if the owner has no address. */
  async send(tenant: Tenant, email: string): Promise<number | null> {
    const recipient = await this.resolveRecipient(tenant, email);
    if (recipient === null) return null;
    const mail = { subject: '', text: '', composer: INVITATION_MAIL };
    return this.outbox.add(tenant.organizationId, recipient, mail);
  }

  /** Live mails go to the address even without a mail server, which writes them to files. */
  private async resolveRecipient(tenant: Tenant, email: string): Promise<string | null> {
    return tenant.mode === 'live' ? email : this.outbox.resolveRecipient(tenant, email);
  }

  baseUrl(): string {
    return resolvePublicUrl(this.config);
  }

  private async composeMail(mailId: number): Promise<ComposedMail | null> {
    const token = generateToken();
    const invitation = await this.invitations.assignToken(mailId, hashToken(token)!);
    if (!invitation) return null;
    const url = buildSignInUrl(invitation.baseUrl, token);
    const mail = buildInvitationMail(invitation, url, this.config.oidc?.required ?? false);
    return { ...mail, attachments: [] };
  }
}
