import { Injectable } from '@nestjs/common';
import { selectDue } from '../database/due.js';
import { Transactions } from '../database/transactions.js';

export interface NewMail {
  subject: string;
  text: string;
}

/** A mail that a worker has taken to send. */
export interface TakenMail extends NewMail {
  id: number;
  recipient: string;
  /** Attempts that have begun, this one included. */
  attempt: number;
}

/** Longer than a mail server takes to answer. */
const LEASE = '2 minutes';

/** Mails are stored with the change they tell of and sent afterwards: neither exists without the other. */
@Injectable()
export class MailOutbox {
  constructor(private readonly transactions: Transactions) {}

  /** Writes to an organization's owner; nobody, when it has no address. */
  async toOwner(organizationId: number, { subject, text }: NewMail): Promise<void> {
    await this.transactions.manager.query(
      `INSERT INTO mails (organization_id, recipient, subject, text)
       SELECT id, owner_email, $2, $3 FROM organizations WHERE id = $1 AND owner_email IS NOT NULL`,
      [organizationId, subject, text],
    );
  }

  /** The next due mail, leased; null when there is none. */
  async take(): Promise<TakenMail | null> {
    const [row] = await this.transactions.prepared<TakenMail>({
      name: 'mail_take',
      text: `UPDATE mails SET next_attempt_at = now() + interval '${LEASE}', attempt_count = attempt_count + 1
             WHERE id = (${selectDue('id', 'mails', { at: 'next_attempt_at' }, '1')})
             RETURNING id, recipient, subject, text, attempt_count AS attempt`,
      values: [],
    });
    return row ?? null;
  }

  async sent(id: number): Promise<void> {
    await this.transactions.manager.query(
      'UPDATE mails SET next_attempt_at = NULL, sent_at = now(), last_error = NULL WHERE id = $1',
      [id],
    );
  }

  /** @param delayMs until it is tried again; null gives it up */
  async failed(id: number, error: string, delayMs: number | null): Promise<void> {
    await this.transactions.manager.query(
      `UPDATE mails SET last_error = $2, next_attempt_at = now() + $3::bigint * interval '1 millisecond' WHERE id = $1`,
      [id, error, delayMs],
    );
  }
}
