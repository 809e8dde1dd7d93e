import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { normalizeMailbox } from '../../domain/mailbox.js';
import { Transactions } from '../database/transactions.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { MailLane } from './mail.entity.js';

export interface NewMail {
  subject: string;
  text: string;
}

export interface MailAttachment {
  filename: string;
  content: Buffer;
  contentType: string;
}

export interface ComposedMail extends NewMail {
  attachments: MailAttachment[];
  /** The HTML version of `text`. */
  html?: string;
  headers?: Record<string, string>;
}

/** Writes a mail when it is sent, outside any transaction. Returns null if the mail is no longer needed. */
export type MailComposer = (mailId: number) => Promise<ComposedMail | null>;

export interface LeasedMail extends NewMail {
  id: number;
  organizationId: number;
  recipient: string;
  /** The name of its composer; null if subject and text are stored. */
  composer: string | null;
  /** The number of this attempt, starting at 1. */
  attempt: number;
}

export interface DailyMails {
  count: number;
  /** Until the oldest of them is a day old. */
  retryAfterSeconds: number;
}

/** Longer than printing an attached PDF and sending the mail take. */
const LEASE = '2 minutes';

/** Stores mails in the transaction of the change that they report. `MailWorker` sends them after the commit. */
@Injectable()
export class MailOutbox {
  private readonly composers = new Map<string, { compose: MailComposer; lane: MailLane }>();
  /** The organization that was served last, by lane. */
  private readonly lastServed = new Map<MailLane, number>();

  constructor(
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /** Registers a feature's composer. Call it at startup. */
  registerComposer(name: string, compose: MailComposer, lane: MailLane = 'normal'): void {
    this.composers.set(name, { compose, lane });
  }

  /**
   * Returns the address to use for a mail to someone outside the organization. Test mode sends it to the organization's
   * owner. Returns null if there is no owner address in test mode, or no SMTP server in live mode.
   */
  async resolveRecipient({ organizationId, mode }: Tenant, recipient: string): Promise<string | null> {
    if (mode === 'live') return this.config.mail.smtpUrl ? recipient : null;
    const [owner] = await this.transactions.prepared<{ email: string | null }>({
      name: 'owner_email',
      text: 'SELECT owner_email AS email FROM organizations WHERE id = $1',
      values: [organizationId],
    });
    return owner?.email ?? null;
  }

  /** Adds a mail in the current transaction. Returns its id. */
  async add(
    organizationId: number,
    recipient: string,
    { subject, text, composer = null }: NewMail & { composer?: string | null },
  ): Promise<number> {
    const lane = composer === null ? 'normal' : this.composers.get(composer)!.lane;
    const mailbox = composer === null ? null : normalizeMailbox(recipient);
    const [row] = await this.transactions.manager.query<{ id: number }[]>(
      `INSERT INTO mails (organization_id, recipient, mailbox, lane, subject, text, composer)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [organizationId, recipient, mailbox, lane, subject, text, composer],
    );
    return row!.id;
  }

  /** Counts like `countDaily`. Holds a lock on the mailbox until the transaction ends, so that the count is exact. */
  async lockAndCountDaily(
    recipient: string,
    composer: string,
    organizationId: number | null = null,
  ): Promise<DailyMails> {
    await this.transactions.hold('mails to', normalizeMailbox(recipient));
    return this.countDaily(recipient, composer, organizationId);
  }

  /** Counts the mails of a composer to the mailbox of a recipient within a day. @param organizationId null counts all */
  async countDaily(
    recipient: string,
    composer: string,
    organizationId: number | null = null,
  ): Promise<DailyMails> {
    const [row] = await this.transactions.prepared<DailyMails>({
      name: 'mails_to_mailbox',
      text: `SELECT count(*)::int AS count,
               COALESCE(ceil(extract(epoch FROM min(created_at) + interval '1 day' - now())), 1)::int AS "retryAfterSeconds"
             FROM mails WHERE mailbox = $1 AND created_at > now() - interval '1 day' AND composer = $2
               AND ($3::bigint IS NULL OR organization_id = $3)`,
      values: [normalizeMailbox(recipient), composer, organizationId],
    });
    return row!;
  }

  /** Adds a mail to an organization's owner. Adds nothing if the owner has no address. */
  async addForOwner(organizationId: number, { subject, text }: NewMail): Promise<void> {
    await this.transactions.manager.query(
      `INSERT INTO mails (organization_id, recipient, subject, text)
       SELECT id, owner_email, $2, $3 FROM organizations WHERE id = $1 AND owner_email IS NOT NULL`,
      [organizationId, subject, text],
    );
  }

  /** Leases the next due mail of a lane, from one organization after the other. Returns null if none is due. */
  async leaseNext(lane: MailLane): Promise<LeasedMail | null> {
    const last = this.lastServed.get(lane) ?? 0;
    const mail = (await this.leaseAfter(lane, last)) ?? (last > 0 ? await this.leaseAfter(lane, 0) : null);
    if (mail) this.lastServed.set(lane, mail.organizationId);
    return mail;
  }

  /** Leases the longest due mail of the first organization with an id above `organizationId`. */
  private async leaseAfter(lane: MailLane, organizationId: number): Promise<LeasedMail | null> {
    const [row] = await this.transactions.prepared<LeasedMail>({
      name: 'mail_take',
      text: `UPDATE mails SET next_attempt_at = now() + interval '${LEASE}', attempt_count = attempt_count + 1
             WHERE id = ANY (ARRAY(
               SELECT id FROM mails WHERE lane = $1 AND organization_id > $2 AND next_attempt_at <= now()
               ORDER BY organization_id, next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED))
             RETURNING id, organization_id AS "organizationId", recipient, subject, text, composer,
               attempt_count AS attempt`,
      values: [lane, organizationId],
    });
    return row ?? null;
  }

  /** Returns the content of a mail, or null if the mail is no longer needed. */
  async compose({ id, composer, subject, text }: LeasedMail): Promise<ComposedMail | null> {
    return composer === null ? { subject, text, attachments: [] } : this.composers.get(composer)!.compose(id);
  }

  async markDropped(id: number): Promise<void> {
    await this.transactions.manager.query('UPDATE mails SET next_attempt_at = NULL WHERE id = $1', [id]);
  }

  async markSent(id: number): Promise<void> {
    await this.transactions.manager.query(
      'UPDATE mails SET next_attempt_at = NULL, sent_at = now(), last_error = NULL WHERE id = $1',
      [id],
    );
  }

  /** @param delayMs milliseconds until the next attempt; null gives up */
  async markFailed(id: number, error: string, delayMs: number | null): Promise<void> {
    await this.transactions.manager.query(
      `UPDATE mails SET last_error = $2, next_attempt_at = now() + $3::bigint * interval '1 millisecond' WHERE id = $1`,
      [id, error, delayMs],
    );
  }
}
