import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { AuditLog } from '../../platform/auth/audit-log.js';
import { randomToken, tokenHash } from '../../platform/auth/random-token.js';
import { Secrets, type SealedRow } from '../../platform/encryption/secrets.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import type { TrackingMail } from './tracking-mail.entity.js';
import { TrackingMailsRepository } from './tracking-mails.repository.js';

/** Mails to consignees, and how whoever gets one stops them: by the token in its link. */
@Injectable()
export class StopTokens {
  constructor(
    private readonly mails: TrackingMailsRepository,
    private readonly secrets: Secrets,
    private readonly transactions: Transactions,
    private readonly audit: AuditLog,
  ) {}

  async add(
    tenant: Tenant,
    mail: Pick<TrackingMail, 'freightId' | 'email' | 'event' | 'mailId'>,
  ): Promise<void> {
    const id = await this.mails.nextId();
    const token = randomToken();
    const sealedToken = this.secrets.seal(token, rowOf(tenant, id));
    await this.mails.insert(tenant, { id, ...mail, tokenHash: tokenHash(token)!, sealedToken });
  }

  /** What a mail tells whom, with the token that stops further ones, and whether that is still wanted; null for any other mail. */
  async inMail(
    mailId: number,
  ): Promise<(Tenant & { mail: TrackingMail; token: string; wanted: boolean }) | null> {
    const found = await this.mails.findByMail(mailId);
    if (!found) return null;
    const mail = await this.mails.get(found, found.id);
    const { organizationId, mode } = found;
    const token = this.secrets.open(mail.sealedToken, rowOf(found, mail.id));
    return { organizationId, mode, mail, token, wanted: await this.mails.isWanted(found, mail) };
  }

  /** What is not sent was never told: it may be later. */
  async forget(tenant: Tenant, { id }: TrackingMail): Promise<void> {
    await this.mails.delete(tenant, id);
  }

  /** Whose mails the token stops, and whether they are; null for any other text. */
  async find(token: string): Promise<(OwnedId & { email: string; stopped: boolean }) | null> {
    const hash = tokenHash(token);
    const found = hash && (await this.mails.findByToken(hash));
    const mail = found && (await this.mails.find(found, found.id));
    if (!mail) return null;
    return { ...found, email: mail.email, stopped: await this.mails.hasStopped(found, mail.email) };
  }

  /** No more mails to the address about any shipment of the organization; the second time changes nothing. */
  async stop(found: OwnedId & { email: string }): Promise<void> {
    const { organizationId, mode, email } = found;
    await this.transactions.run(async () => {
      if (await this.mails.stop(found, email))
        await this.audit.record({ organizationId, mode }, 'tracking_mails.stopped', { email });
    });
  }
}

function rowOf({ organizationId, mode }: Tenant, id: number): SealedRow {
  return { table: 'tracking_mails', organizationId, mode, id };
}
