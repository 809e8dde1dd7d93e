import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { buildSelectDue } from '../database/select-due.js';
import { Transactions } from '../database/transactions.js';
import type { Tenant } from '../tenancy/tenant.js';

export interface NewMail {
  subject: string;
  text: string;
}

/** A file that a mail brings. */
export interface MailAttachment {
  filename: string;
  content: Buffer;
  contentType: string;
}

export interface ComposedMail extends NewMail {
  attachments: MailAttachment[];
  /** The same words for programs that show HTML. */
  html?: string;
  /** By their names. */
  headers?: Record<string, string>;
}

/** Writes a mail as it is sent, outside of any transaction; null when nobody is to get it any more. */
export type MailComposer = (mailId: number) => Promise<ComposedMail | null>;

/** A mail that a worker has taken to send. */
export interface LeasedMail extends NewMail {
  id: number;
  recipient: string;
  /** The name of who writes it; null when it is written already. */
  composer: string | null;
  /** Attempts that have begun, this one included. */
  attempt: number;
}

/** Longer than a paper takes to print and a mail server to answer. */
const LEASE = '2 minutes';

/** Mails are stored with the change they tell of and sent afterwards: neither exists without the other. */
@Injectable()
export class MailOutbox {
  private readonly composers = new Map<string, MailComposer>();

  constructor(
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /** Features whose mails are written as they are sent register here at boot. */
  registerComposer(name: string, composer: MailComposer): void {
    this.composers.set(name, composer);
  }

  /** Where mail for somebody outside goes: in test mode to the organization's owner. Null where it would reach nobody. */
  async resolveRecipient({ organizationId, mode }: Tenant, outside: string): Promise<string | null> {
    if (mode === 'live') return this.config.mail.smtpUrl ? outside : null;
    const [owner] = await this.transactions.prepared<{ email: string | null }>({
      name: 'owner_email',
      text: 'SELECT owner_email AS email FROM organizations WHERE id = $1',
      values: [organizationId],
    });
    return owner?.email ?? null;
  }

  /** One more mail, in the transaction that gave reason to write it; says its id. */
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

  /** Writes to an organization's owner; nobody, when it has no address. */
  async addForOwner(organizationId: number, { subject, text }: NewMail): Promise<void> {
    await this.transactions.manager.query(
      `INSERT INTO mails (organization_id, recipient, subject, text)
       SELECT id, owner_email, $2, $3 FROM organizations WHERE id = $1 AND owner_email IS NOT NULL`,
      [organizationId, subject, text],
    );
  }

  /** The next due mail, leased; null when there is none. */
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

  /** What it says and brings; null when nobody is to get it any more. */
  async compose({ id, composer, subject, text }: LeasedMail): Promise<ComposedMail | null> {
    return composer === null ? { subject, text, attachments: [] } : this.composers.get(composer)!(id);
  }

  /** It is sent to nobody: there was no reason left. */
  async markDropped(id: number): Promise<void> {
    await this.transactions.manager.query('UPDATE mails SET next_attempt_at = NULL WHERE id = $1', [id]);
  }

  async markSent(id: number): Promise<void> {
    await this.transactions.manager.query(
      'UPDATE mails SET next_attempt_at = NULL, sent_at = now(), last_error = NULL WHERE id = $1',
      [id],
    );
  }

  /** @param delayMs until it is tried again; null gives it up */
  async markFailed(id: number, error: string, delayMs: number | null): Promise<void> {
    await this.transactions.manager.query(
      `UPDATE mails SET last_error = $2, next_attempt_at = now() + $3::bigint * interval '1 millisecond' WHERE id = $1`,
      [id, error, delayMs],
    );
  }
}
