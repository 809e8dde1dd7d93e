import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import { generateToken, hashToken } from '../../platform/auth/random-token.js';
import { mailAttempts } from '../../platform/metrics.js';
import { EncryptionService, type SealedRow } from '../../platform/encryption/encryption.service.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import type { TrackingMail } from './tracking-mail.entity.js';
import { TrackingMailsRepository } from './tracking-mails.repository.js';

/** Stores emails to consignees with the token of their unsubscribe link. */
@Injectable()
export class UnsubscribeTokenService {
  constructor(
    private readonly mails: TrackingMailsRepository,
    private readonly secrets: EncryptionService,
    private readonly transactions: Transactions,
    private readonly audit: AuditLogService,
  ) {}

  async create(
    tenant: Tenant,
    mail: Pick<TrackingMail, 'freightId' | 'email' | 'event' | 'mailId'>,
  ): Promise<void> {
    const id = await this.mails.reserveId();
    const token = generateToken();
    const sealedToken = this.secrets.seal(token, toSealedRow(tenant, id));
    await this.mails.insert(tenant, { id, ...mail, tokenHash: hashToken(token)!, sealedToken });
  }

  /** Records that an email was dropped because its mailbox has reached MAIL_DAILY_LIMIT. */
  async recordDropped(
    { organizationId, mode }: Tenant,
    { freightId, email, event }: Pick<TrackingMail, 'freightId' | 'email' | 'event'>,
  ): Promise<void> {
    mailAttempts.inc({ outcome: 'dropped' });
    const details = { freight_id: freightId, email, event };
    await this.audit.record({ organizationId, mode }, 'tracking_mails.dropped', details);
  }

  /** Returns the email with its decrypted token, or null if the outbox email is of another kind. */
  async findByMail(
    mailId: number,
  ): Promise<(Tenant & { mail: TrackingMail; token: string; wanted: boolean }) | null> {
    const found = await this.mails.findByMail(mailId);
    if (!found) return null;
    const mail = await this.mails.get(found, found.id);
    const { organizationId, mode } = found;
    const token = this.secrets.open(mail.sealedToken, toSealedRow(found, mail.id));
    return { organizationId, mode, mail, token, wanted: await this.mails.isWanted(found, mail) };
  }

  /** Forgets an email that is not sent, so that the notice can be sent later. */
  async discard(tenant: Tenant, { id }: TrackingMail): Promise<void> {
    await this.mails.delete(tenant, id);
  }

  /** Returns null for an unknown token. */
  async findByToken(token: string): Promise<(OwnedId & { email: string; stopped: boolean }) | null> {
    const hash = hashToken(token);
    const found = hash && (await this.mails.findByToken(hash));
    const mail = found && (await this.mails.find(found, found.id));
    if (!mail) return null;
    return { ...found, email: mail.email, stopped: await this.mails.isUnsubscribed(found, mail.email) };
  }

  /** Applies to all shipments of the organization. Idempotent. */
  async unsubscribe(found: OwnedId & { email: string }): Promise<void> {
    const { organizationId, mode, email } = found;
    await this.transactions.run(async () => {
      if (await this.mails.unsubscribe(found, email))
        await this.audit.record({ organizationId, mode }, 'tracking_mails.stopped', { email });
    });
  }
}

function toSealedRow({ organizationId, mode }: Tenant, id: number): SealedRow {
  return { table: 'tracking_mails', organizationId, mode, id };
}
