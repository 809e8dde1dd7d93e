import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { resolvePublicUrl } from '../../../platform/http/pipeline/public-url.js';
import { generateToken, hashToken } from '../../../platform/auth/random-token.js';
import { MailOutbox } from '../../../platform/mail/mail-outbox.js';
import { EncryptionService, type SealedRow } from '../../../platform/encryption/encryption.service.js';
import { sql } from '../../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from '../record/freight.entity.js';
import { TENDER_STATES, type TenderTrigger } from '../record/freight-states.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import type { TenderRef, Tender } from './tender.entity.js';
import { TENDER_MAIL, buildWithdrawalMail } from './tender-mail.js';
import { TendersRepository } from './tenders.repository.js';

/** Tenders by e-mail as the rest of the house sends, finds and answers them, inside the caller's transaction. */
@Injectable()
export class TendersService {
  constructor(
    private readonly tenders: TendersRepository,
    private readonly outbox: MailOutbox,
    private readonly secrets: EncryptionService,
    private readonly config: Config,
    shipments: FreightLifecycle,
  ) {
    shipments.onChange((tenant, freight) => this.handleFreightChange(tenant, freight));
  }

  /** Why a tender for this address would reach nobody; null when a mail would go out. */
  async getUnreachableReason(tenant: Tenant, email: string): Promise<string | null> {
    if (await this.outbox.resolveRecipient(tenant, email)) return null;
    return tenant.mode === 'live'
      ? `No mail server is set, so ${email} was not written to: tender it yourself, then confirm it.`
      : 'In test mode the tender would go to the owner of the organization, who has no e-mail address: confirm it yourself.';
  }

  /** Offers a tendered shipment to its carrier: the mail goes out once the transaction has committed. */
  async send(tenant: Tenant, freight: Freight, email: string): Promise<void> {
    const token = generateToken();
    const recipient = (await this.outbox.resolveRecipient(tenant, email))!;
    const mailId = await this.outbox.add(tenant.organizationId, recipient, {
      subject: '',
      text: '',
      composer: TENDER_MAIL,
    });
    await this.tenders.insertWithReservedId(tenant, (id) => ({
      freightId: freight.id,
      mailId,
      email,
      tokenHash: hashToken(token)!,
      sealedLink: this.secrets.seal(
        `${resolvePublicUrl(this.config)}/tenders/${token}`,
        toSealedRow(tenant, id),
      ),
      expiresAt: this.computeExpiry(freight),
    }));
  }

  /** Whosever the token's tender is, while it can be looked at; null for any other text. */
  async findByToken(token: string): Promise<TenderRef | null> {
    const hash = hashToken(token);
    return hash && this.tenders.findByToken(hash);
  }

  get(found: TenderRef): Promise<Tender> {
    return this.tenders.get(found, found.id);
  }

  /** The tender that a mail brings, with its link, while it can be answered; null for any other. */
  async findOpenByMail(mailId: number): Promise<(Tenant & { tender: Tender; link: string }) | null> {
    const found = await this.tenders.findByMail(mailId);
    if (!found) return null;
    const { organizationId, mode } = found;
    const tender = await this.tenders.get(found, found.id);
    if (tender.state !== 'sent' || tender.lapsed || tender.sealedLink === null) return null;
    return {
      organizationId,
      mode,
      tender,
      link: this.secrets.open(tender.sealedLink, toSealedRow(found, tender.id)),
    };
  }

  /** The tender for as long as it can be moved so; null when something else has happened to it. @param found its shipment locked */
  async lockForTransition(found: TenderRef, trigger: TenderTrigger): Promise<Tender | null> {
    const tender = await this.tenders.lock(found, found.id);
    const late = tender.lapsed !== (trigger === 'expire');
    return late || TENDER_STATES.next(tender.state, trigger) === null ? null : tender;
  }

  /** Writes down what became of it. @param tender from `open` */
  async transition(
    tenant: Tenant,
    tender: Tender,
    trigger: TenderTrigger,
    values: { answeredBy?: string | null; reason?: string | null },
  ): Promise<void> {
    await this.tenders.transition(tenant, tender, trigger, values);
  }

  /** Of all tenants: those that nobody has answered in time. */
  listExpired(limit: number): Promise<TenderRef[]> {
    return this.tenders.listExpired(limit);
  }

  /** Of all tenants: those that no mail server took. */
  listUndelivered(limit: number): Promise<TenderRef[]> {
    return this.tenders.listUndelivered(limit);
  }

  /** What was confirmed by telephone, or cancelled, can't be answered any more; who had the tender is told of a cancellation. */
  private async handleFreightChange(tenant: Tenant, freight: Freight): Promise<void> {
    if (!isTenderObsolete(freight)) return;
    const voided = freight.status === 'voided';
    const tender = await this.tenders.lockActive(tenant, freight.id);
    if (!tender) return;
    const reason = voided ? 'The shipment was cancelled.' : 'The shipment was confirmed without the link.';
    await this.tenders.transition(tenant, tender, 'withdraw', { reason });
    if (!voided || freight.tender?.sentAt == null) return;
    const recipient = await this.outbox.resolveRecipient(tenant, tender.email);
    if (recipient)
      await this.outbox.add(tenant.organizationId, recipient, buildWithdrawalMail(freight, tender.email));
  }

  /** The setting's time, and no longer than a driver could still come. */
  private computeExpiry({ pickupEndsAt }: Freight) {
    const ends = pickupEndsAt ? `timestamptz '${pickupEndsAt.toISOString()}'` : 'NULL';
    return sql(`LEAST(now() + interval '${this.config.tenders.validityMs} milliseconds', ${ends})`);
  }
}

/** Whose tender no longer fits where the shipment is. */
function isTenderObsolete({ tender, status }: Freight): boolean {
  if (tender?.state === 'accepted') return status === 'voided';
  return tender?.state === 'sent' && status !== 'tendered';
}

function toSealedRow({ organizationId, mode }: Tenant, id: number): SealedRow {
  return { table: 'tenders', organizationId, mode, id };
}
