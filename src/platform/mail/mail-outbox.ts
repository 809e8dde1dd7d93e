import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { buildSelectDue } from '../database/select-due.js';
import { Transactions } from '../database/transactions.js';
import type { Tenant } from '../tenancy/tenant.js';

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
  recipient: string;
  /** The name of its composer; null if subject and text are stored. */
  composer: string | null;
  /** The number of this attempt, starting at 1. */
  attempt: number;
}

/** Longer than printing an attached PDF and sending the mail take. */
const LEASE = '2 minutes';

/** Stores mails in the transaction of the change that they report. `MailWorker` sends them after the commit. */
@Injectable()
export class MailOutbox {
  private readonly composers = new Map<string, MailComposer>();

  constructor(
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /** Registers a feature's composer. Call it at startup. */
  registerComposer(name: string, composer: MailComposer): void {
    this.composers.set(name, composer);
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
    const [row] = await this.transactions.manager.query<{ id: number }[]>(
      `INSERT INTO mails (organization_id, recipient, subject, text, composer) VALUES ($1, $2, $3, $4, $5)
       RETURNING id`,
      [organizationId, recipient, subject, text, composer],
    );
    return row!.id;
  }

  /** Adds a mail to an organization's owner. Adds nothing if the owner has no address. */
  async addForOwner(organizationId: number, { subject, text }: NewMail): Promise<void> {
    await this.transactions.manager.query(
      `INSERT INTO mails (organization_id, recipient, subject, text)
       SELECT id, owner_email, $2, $3 FROM organizations WHERE id = $1 AND owner_email IS NOT NULL`,
      [organizationId, subject, text],
    );
  }

  /** Leases the next due mail. Returns null if none is due. */
  async leaseNext(): Promise<LeasedMail | null> {
    const [row] = await this.transactions.prepared<LeasedMail>({
      name: 'mail_take',
      text: `UPDATE mails SET next_attempt_at = now() + interval '${LEASE}', attempt_count = attempt_count + 1
             WHERE id = (${buildSelectDue('id', 'mails', { at: 'next_attempt_at' }, '1')})
             RETURNING id, recipient, subject, text, composer, attempt_count AS attempt`,
      values: [],
    });
    return row ?? null;
  }

  /** Returns the content of a mail, or null if the mail is no longer needed. */
  async compose({ id, composer, subject, text }: LeasedMail): Promise<ComposedMail | null> {
    return composer === null ? { subject, text, attachments: [] } : this.composers.get(composer)!(id);
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
