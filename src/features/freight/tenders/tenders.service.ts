import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { resolvePublicUrl } from '../../../platform/http/pipeline/request-context.js';
import { generateToken, hashToken } from '../../../platform/auth/random-token.js';
import { MailOutbox } from '../../../platform/mail/mail-outbox.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import { EncryptionService, type SealedRow } from '../../../platform/encryption/encryption.service.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from '../record/freight.entity.js';
import { TENDER_STATES, type TenderTrigger } from '../record/freight-states.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import type { TenderRef, Tender } from './tender.entity.js';
import { buildWithdrawalMail, TENDER_MAIL } from './tender-mail.js';
import { computeTenderExpiry, TendersRepository } from './tenders.repository.js';

/** Sends, finds and answers emailed tenders, in the caller's transaction. */
@Injectable()
export class TendersService {
  constructor(
    private readonly tenders: TendersRepository,
    private readonly outbox: MailOutbox,
    private readonly secrets: EncryptionService,
    private readonly config: Config,
    freightLifecycle: FreightLifecycle,
  ) {
    freightLifecycle.onChange((tenant, freight) => this.handleFreightChange(tenant, freight));
  }

  /** Returns why a tender to this address cannot be emailed, or null if it can. */
  async getUnreachableReason(tenant: Tenant, email: string): Promise<string | null> {
    if (await this.outbox.resolveRecipient(tenant, email)) return null;
    return tenant.mode === 'live'
      ? `The tender was not emailed to ${email} because no mail server is configured. Send it yourself, then confirm the shipment.`
      : 'In test mode, tenders are emailed to the organization’s owner, but no owner email address is set. Confirm the shipment yourself.';
  }

  /** Queues the email, which is sent after the commit. @throws ApiError quota_exceeded */
  async send(tenant: Tenant, freight: Freight, email: string): Promise<void> {
    const token = generateToken();
    const recipient = (await this.outbox.resolveRecipient(tenant, email))!;
    await this.assertDailyLimit(tenant, recipient);
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
      expiresAt: computeTenderExpiry(this.config.tenders.validityMs, freight.pickupEndsAt),
    }));
  }

  private async assertDailyLimit({ organizationId }: Tenant, recipient: string): Promise<void> {
    const { dailyLimit } = this.config.mail;
    const sent = await this.outbox.lockAndCountDaily(recipient, TENDER_MAIL, organizationId);
    if (sent.count < dailyLimit) return;
    throw new ApiError('quota_exceeded', {
      message: `Quota exceeded: at most ${dailyLimit} tenders to one mailbox in 24 hours. Retry later or raise MAIL_DAILY_LIMIT.`,
      status: 429,
      headers: { 'Retry-After': String(sent.retryAfterSeconds) },
      transient: true,
    });
  }

  /** Returns null for an unknown token and for an expired tender. */
  async findByToken(token: string): Promise<TenderRef | null> {
    const hash = hashToken(token);
    return hash && this.tenders.findByToken(hash);
  }

  get(found: TenderRef): Promise<Tender> {
    return this.tenders.get(found, found.id);
  }

  /** Returns null if the email has no open tender. */
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

  /** Locks the tender. Returns null if the transition is no longer possible. @param found its freight is locked */
  async lockForTransition(found: TenderRef, trigger: TenderTrigger): Promise<Tender | null> {
    const tender = await this.tenders.lock(found, found.id);
    const late = tender.lapsed !== (trigger === 'expire');
    return late || TENDER_STATES.next(tender.state, trigger) === null ? null : tender;
  }

  /** @param tender from `lockForTransition` */
  async transition(
    tenant: Tenant,
    tender: Tender,
    trigger: TenderTrigger,
    values: { answeredBy?: string | null; reason?: string | null },
  ): Promise<void> {
    await this.tenders.transition(tenant, tender, trigger, values);
  }

  listExpired(limit: number): Promise<TenderRef[]> {
    return this.tenders.listExpired(limit);
  }

  listUndelivered(limit: number): Promise<TenderRef[]> {
    return this.tenders.listUndelivered(limit);
  }

  /** Withdraws the tender of freight that was confirmed otherwise or voided. Emails the carrier about a cancellation. */
  private async handleFreightChange(tenant: Tenant, freight: Freight): Promise<void> {
    if (!isTenderObsolete(freight)) return;
    const voided = freight.status === 'voided';
    const tender = await this.tenders.lockActive(tenant, freight.id);
    if (!tender) return;
    const reason = voided ? 'The shipment was canceled.' : 'The shipment was confirmed without the link.';
    await this.tenders.transition(tenant, tender, 'withdraw', { reason });
    if (!voided || freight.tender?.sentAt == null) return;
    const recipient = await this.outbox.resolveRecipient(tenant, tender.email);
    if (recipient)
      await this.outbox.add(tenant.organizationId, recipient, buildWithdrawalMail(freight, tender.email));
  }
}

function isTenderObsolete({ tender, status }: Freight): boolean {
  if (tender?.state === 'accepted') return status === 'voided';
  return tender?.state === 'sent' && status !== 'tendered';
}

function toSealedRow({ organizationId, mode }: Tenant, id: number): SealedRow {
  return { table: 'tenders', organizationId, mode, id };
}
