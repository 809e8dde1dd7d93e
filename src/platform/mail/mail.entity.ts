import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';

/** SQL condition for mails that retention may delete. A feature deletes the mails that its composer writes. */
export const ENDED_MAIL_SQL = 'next_attempt_at IS NULL AND composer IS NULL';

/**
 * The queues of the outbox. The worker sends `urgent` mails before `normal` ones. Mails of `printed` attach PDFs: a loop of
 * their own renders and sends them, so that no other mail waits for a PDF.
 */
export type MailLane = 'urgent' | 'normal' | 'printed';

@Entity('mails')
@Index(['lane', 'organizationId', 'nextAttemptAt'], { where: 'next_attempt_at IS NOT NULL' })
@Index(['mailbox', 'createdAt'], { where: 'mailbox IS NOT NULL' })
@Index(['createdAt'], { where: ENDED_MAIL_SQL })
export class Mail {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;

  @ForeignKey(() => Organization, { onDelete: 'CASCADE' })
  @Index()
  @Column('bigint')
  organizationId: number;

  @Column('varchar', { length: 255 }) recipient: string;

  /** The normalized recipient, by which mails are limited; null for mails without a limit. */
  @Column('varchar', { length: 255, nullable: true }) mailbox: string | null;

  /** The queue of the mail. */
  @Column('varchar', { length: 10, default: 'normal' }) lane: MailLane;

  @Column('varchar', { length: 255 }) subject: string;
  @Column('text') text: string;
  /** Names the composer that writes a mail whose content must not be stored. Subject and text are then empty. */
  @Column('varchar', { length: 20, nullable: true }) composer: string | null;
  @Column('integer', { default: 0 }) attemptCount: number;
  /** The due time, or the end of the lease while a worker sends the mail. Null once it is sent or given up. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' }) nextAttemptAt: Date | null;
  @Column('timestamptz', { nullable: true }) sentAt: Date | null;
  @Column('text', { nullable: true }) lastError: string | null;
  @Column('timestamptz', { default: () => 'now()' }) createdAt: Date;
}
