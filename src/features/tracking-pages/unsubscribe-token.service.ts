import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { AuditLogService } from '../../platform/auth/audit-log.service.js';
import { generateToken, hashToken } from '../../platform/auth/random-token.js';
import { EncryptionService, type SealedRow } from '../../platform/encryption/encryption.service.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import type { TrackingMail } from './tracking-mail.entity.js';
import { TrackingMailsRepository } from './tracking-mails.repository.js';

/** Mails to consignees, and how whoever gets one stops them: by the token in its link. */
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

  /** What a mail tells whom, with the token that stops further ones, and whether that is still wanted; null for any other mail. */
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

  /** What is not sent was never told: it may be later. */
  async discard(tenant: Tenant, { id }: TrackingMail): Promise<void> {
    await this.mails.delete(tenant, id);
  }

  /** Whose mails the token stops, and whether they are; null for any other text. */
  async findByToken(token: string): Promise<(OwnedId & { email: string; stopped: boolean }) | null> {
    const hash = hashToken(token);
    const found = hash && (await this.mails.findByToken(hash));
    const mail = found && (await this.mails.find(found, found.id));
    if (!mail) return null;
    return { ...found, email: mail.email, stopped: await this.mails.isUnsubscribed(found, mail.email) };
  }

  /** No more mails to the address about any shipment of the organization; the second time changes nothing. */
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
