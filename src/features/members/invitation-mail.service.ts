import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { resolvePublicUrl } from '../../platform/http/pipeline/public-url.js';
import { generateToken, hashToken } from '../../platform/auth/random-token.js';
import { MailOutbox, type ComposedMail } from '../../platform/mail/mail-outbox.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { InvitationsRepository } from './invitations.repository.js';
import { buildInvitationMail, INVITATION_MAIL, buildSignInUrl } from './member-mails.js';

/** Writes the mail of an invitation as it is sent: its token stands nowhere else. */
@Injectable()
export class InvitationMailService {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly invitations: InvitationsRepository,
    private readonly config: Config,
  ) {
    outbox.registerComposer(INVITATION_MAIL, (mailId) => this.composeMail(mailId));
  }

  /** The mail's id; null where it reaches nobody: in test mode it goes to the owner, who may have no address. */
  async send(tenant: Tenant, email: string): Promise<number | null> {
    const recipient = tenant.mode === 'live' ? email : await this.outbox.resolveRecipient(tenant, email);
    if (recipient === null) return null;
    const words = { subject: '', text: '', composer: INVITATION_MAIL };
    return this.outbox.add(tenant.organizationId, recipient, words);
  }

  /** Where the service is for whoever invites; a first start has nobody who asks. */
  baseUrl(): string {
    return resolvePublicUrl(this.config);
  }

  private async composeMail(mailId: number): Promise<ComposedMail | null> {
    const token = generateToken();
    const found = await this.invitations.assignToken(mailId, hashToken(token)!);
    return found && { ...buildInvitationMail(found, buildSignInUrl(found.baseUrl, token)), attachments: [] };
  }
}
