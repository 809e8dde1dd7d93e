import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { resolvePublicUrl } from '../../platform/http/pipeline/public-url.js';
import { generateToken, hashToken } from '../../platform/auth/random-token.js';
import { MailOutbox, type ComposedMail } from '../../platform/mail/mail-outbox.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { InvitationsRepository } from './invitations.repository.js';
import { buildInvitationMail, INVITATION_MAIL, buildSignInUrl } from './member-mails.js';

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

  /** Returns the id of the mail. Test mode mails go to the owner; returns null if the owner has no address. */
  async send(tenant: Tenant, email: string): Promise<number | null> {
    const recipient = tenant.mode === 'live' ? email : await this.outbox.resolveRecipient(tenant, email);
    if (recipient === null) return null;
    const mail = { subject: '', text: '', composer: INVITATION_MAIL };
    return this.outbox.add(tenant.organizationId, recipient, mail);
  }

  baseUrl(): string {
    return resolvePublicUrl(this.config);
  }

  private async composeMail(mailId: number): Promise<ComposedMail | null> {
    const token = generateToken();
    const invitation = await this.invitations.assignToken(mailId, hashToken(token)!);
    if (!invitation) return null;
    const mail = buildInvitationMail(invitation, buildSignInUrl(invitation.baseUrl, token));
    return { ...mail, attachments: [] };
  }
}
