import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { MailOutbox } from '../../platform/mail/mail-outbox.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { CONSIGNEE_MAIL } from './consignee-mail.js';
import type { TrackingMail } from './tracking-mail.entity.js';
import { UnsubscribeTokenService } from './unsubscribe-token.service.js';

/** Queues emails to consignees in the caller's transaction, up to MAIL_DAILY_LIMIT per organization and mailbox. */
@Injectable()
export class ConsigneeMailQueue {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly unsubscribeTokens: UnsubscribeTokenService,
    private readonly config: Config,
  ) {}

  /**
   * Drops the email and records that in the audit log if the mailbox has reached its limit. Takes no lock, because one
   * transaction mails several mailboxes: concurrent transactions can exceed the limit by a few.
   */
  async add(tenant: Tenant, notice: Pick<TrackingMail, 'freightId' | 'email' | 'event'>): Promise<void> {
    const recipient = await this.outbox.resolveRecipient(tenant, notice.email);
    if (recipient === null) return;
    const { count } = await this.outbox.countDaily(recipient, CONSIGNEE_MAIL, tenant.organizationId);
    if (count >= this.config.mail.dailyLimit) return this.unsubscribeTokens.recordDropped(tenant, notice);
    const mail = { subject: '', text: '', composer: CONSIGNEE_MAIL };
    const mailId = await this.outbox.add(tenant.organizationId, recipient, mail);
    await this.unsubscribeTokens.create(tenant, { ...notice, mailId });
  }
}
