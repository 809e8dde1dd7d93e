import { Injectable } from '@nestjs/common';
import { normalizeMailbox } from '../../domain/mailbox.js';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import { TrackingMail } from './tracking-mail.entity.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';
import { runInBatches } from '../../platform/jobs/run-in-batches.js';

const DELETE_BATCH = 1_000;
/** Longer than any tracking page stays open: until then the link in a mail can unsubscribe its reader. */
const MAIL_RETENTION_MS = 500 * 86_400_000;

const TRACKING_MAIL_REF_COLUMNS = 'id, organization_id AS "organizationId", mode';

@Injectable()
export class TrackingMailsRepository extends OwnedRepository<TrackingMail> {
  constructor(transactions: Transactions) {
    super(transactions, TrackingMail);
  }

  /** Finds an email of any tenant. */
  findByMail(mailId: number): Promise<OwnedId | null> {
    return this.findRef('tracking_mail_by_mail', 'mail_id = $1', mailId);
  }

  /** Finds an email of any tenant. */
  findByToken(tokenHash: Buffer): Promise<OwnedId | null> {
    return this.findRef('tracking_mail_by_token', 'token_hash = $1', tokenHash);
  }

  /** Returns false if the mailbox had unsubscribed before. */
  async unsubscribe({ organizationId, mode }: Tenant, email: string): Promise<boolean> {
    const rows = await this.transactions.prepared({
      name: 'mail_stop',
      text: `INSERT INTO mail_stops (organization_id, mode, email) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING RETURNING id`,
      values: [organizationId, mode, normalizeMailbox(email)],
    });
    return rows.length === 1;
  }

  /** Returns whether the link still names the recipient, who has not unsubscribed. */
  async isWanted(
    { organizationId, mode }: Tenant,
    { freightId, email, event }: TrackingMail,
  ): Promise<boolean> {
    const recipient = JSON.stringify([{ email, events: [event] }]);
    const rows = await this.transactions.prepared({
      name: 'tracking_mail_wanted',
      text: `SELECT FROM tracking_links WHERE organization_id = $1 AND mode = $2 AND freight_id = $3
               AND notify @> $5::jsonb AND NOT EXISTS (
                 SELECT FROM mail_stops WHERE organization_id = $1 AND mode = $2 AND email = $4)`,
      values: [organizationId, mode, freightId, normalizeMailbox(email), recipient],
    });
    return rows.length === 1;
  }

  async isUnsubscribed({ organizationId, mode }: Tenant, email: string): Promise<boolean> {
    const rows = await this.transactions.prepared({
      name: 'mail_stopped',
      text: 'SELECT FROM mail_stops WHERE organization_id = $1 AND mode = $2 AND email = $3',
      values: [organizationId, mode, normalizeMailbox(email)],
    });
    return rows.length === 1;
  }

  /** Deletes links and their mails after MAIL_RETENTION_MS, for all tenants. */
  @PeriodicJob('10m', 'old consignee emails')
  async deleteOld(): Promise<number> {
    return runInBatches(DELETE_BATCH, (limit) => this.deleteBatch(limit));
  }

  private async deleteBatch(limit: number): Promise<number> {
    const [, count] = await this.transactions.manager.query<[unknown, number]>(
      `DELETE FROM mails WHERE id = ANY (ARRAY(
         SELECT mail_id FROM tracking_mails WHERE created_at <= now() - $1 * interval '1 millisecond'
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [MAIL_RETENTION_MS, limit],
    );
    return count;
  }

  private async findRef(name: string, where: string, value: unknown): Promise<OwnedId | null> {
    const text = `SELECT ${TRACKING_MAIL_REF_COLUMNS} FROM tracking_mails WHERE ${where}`;
    const [row] = await this.transactions.prepared<OwnedId>({ name, text, values: [value] });
    return row ?? null;
  }
}
