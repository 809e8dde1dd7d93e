import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { publicBase } from '../../platform/http/pipeline/public-base.js';
import { randomToken, tokenHash } from '../../platform/auth/random-token.js';
import { MailOutbox, type ComposedMail } from '../../platform/mail/mail-outbox.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { InvitationsRepository } from './invitations.repository.js';
import { invitationMail, INVITATION_MAIL, signInUrl } from './member-mails.js';

/** Writes the mail of an invitation as it is sent: its token stands nowhere else. */
@Injectable()
export class InvitationMails {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly invitations: InvitationsRepository,
    private readonly config: Config,
  ) {
    outbox.composeBy(INVITATION_MAIL, (mailId) => this.compose(mailId));
  }

  /** The mail's id; null where it reaches nobody: in test mode it goes to the owner, who may have no address. */
  async send(tenant: Tenant, email: string): Promise<number | null> {
    const recipient = tenant.mode === 'live' ? email : await this.outbox.addressFor(tenant, email);
    if (recipient === null) return null;
    const words = { subject: '', text: '', composer: INVITATION_MAIL };
    return this.outbox.add(tenant.organizationId, recipient, words);
  }

  /** Where the service is for whoever invites; a first start has nobody who asks. */
  baseUrl(): string {
    return publicBase(this.config);
  }

  private async compose(mailId: number): Promise<ComposedMail | null> {
    const token = randomToken();
    const found = await this.invitations.putToken(mailId, tokenHash(token)!);
    return found && { ...invitationMail(found, signInUrl(found.baseUrl, token)), attachments: [] };
  }
}
