import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { OwnedRepository, sql, type NewRow, type Sql } from '../../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { TENDER_STATES, type TenderTrigger } from '../record/freight-states.js';
import { Tender, type TenderRef } from './tender.entity.js';

const TENDER_REF_COLUMNS = 'id, organization_id AS "organizationId", mode, freight_id AS "freightId"';

@Injectable()
export class TendersRepository extends OwnedRepository<Tender, 'state' | 'sealedLink' | 'answeredAt'> {
  constructor(transactions: Transactions) {
    super(transactions, Tender);
  }

  /** Reserves the id first, because the encryption of the link depends on it. */
  async insertWithReservedId(tenant: Tenant, compose: (id: number) => NewRow<Tender>): Promise<void> {
    const id = await this.reserveId();
    await this.insert(tenant, { ...compose(id), id });
  }

  /** Locks the latest tender of the freight that is open or accepted. */
  async lockActive(tenant: Tenant, freightId: number): Promise<Tender | null> {
    const [row] = await this.transactions.prepared<Pick<Tender, 'id'>>({
      name: 'tender_active',
      text: `SELECT id FROM tenders WHERE organization_id = $1 AND mode = $2 AND freight_id = $3
             AND state IN ('sent', 'accepted') ORDER BY id DESC LIMIT 1`,
      values: [tenant.organizationId, tenant.mode, freightId],
    });
    return row ? this.lock(tenant, row.id) : null;
  }

  /** Finds a tender of any tenant that has not expired. */
  async findByToken(tokenHash: Buffer): Promise<TenderRef | null> {
    return this.findRef('tender_by_token', 'token_hash = $1 AND expires_at > now()', tokenHash);
  }

  /** Finds a tender of any tenant. */
  async findByMail(mailId: number): Promise<TenderRef | null> {
    return this.findRef('tender_by_mail', 'mail_id = $1', mailId);
  }

  /** Lists expired tenders of all tenants. Lock the freight before the tender. */
  async listExpired(limit: number): Promise<TenderRef[]> {
    return this.transactions.prepared<TenderRef>({
      name: 'tenders_expired',
      text: `SELECT ${TENDER_REF_COLUMNS} FROM tenders WHERE state = 'sent' AND expires_at <= now() ORDER BY expires_at LIMIT $1`,
      values: [limit],
    });
  }

  /** Lists tenders of all tenants whose email the outbox gave up. Lock the freight before the tender. */
  async listUndelivered(limit: number): Promise<TenderRef[]> {
    return this.transactions.prepared<TenderRef>({
      name: 'tenders_undelivered',
      text: `SELECT t.id, t.organization_id AS "organizationId", t.mode, t.freight_id AS "freightId"
             FROM tenders t JOIN mails m ON m.id = t.mail_id
             WHERE t.state = 'sent' AND t.expires_at > now() AND m.next_attempt_at IS NULL AND m.sent_at IS NULL
             ORDER BY t.expires_at LIMIT $1`,
      values: [limit],
    });
  }

  /** The only writer of the state. @param tender locked @throws Error if the state table has no such transition */
  async transition(
    tenant: Tenant,
    tender: Tender,
    trigger: TenderTrigger,
    values: { answeredBy?: string | null; reason?: string | null } = {},
  ): Promise<void> {
    const answered = trigger === 'accept' || trigger === 'decline';
    await this.write(tenant, tender.id, {
      ...values,
      state: TENDER_STATES.requireNext(tender.state, trigger),
      sealedLink: null,
      ...(answered && { answeredAt: sql('now()') }),
    });
  }

  private async findRef(name: string, where: string, value: unknown): Promise<TenderRef | null> {
    const text = `SELECT ${TENDER_REF_COLUMNS} FROM tenders WHERE ${where}`;
    const [row] = await this.transactions.prepared<TenderRef>({ name, text, values: [value] });
    return row ?? null;
  }
}

/** Limits the validity to the end of the pickup day. */
export function computeTenderExpiry(validityMs: number, pickupEndsAt: Date | null): Sql {
  const pickupEnd = pickupEndsAt ? `timestamptz '${pickupEndsAt.toISOString()}'` : 'NULL';
  return sql(`LEAST(now() + interval '${validityMs} milliseconds', ${pickupEnd})`);
}
