import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';

/** SQL condition for mails that retention may delete. A feature deletes the mails that its composer writes. */
export const ENDED_MAIL_SQL = 'next_attempt_at IS NULL AND composer IS NULL';

@Entity('mails')
@Index(['nextAttemptAt'], { where: 'next_attempt_at IS NOT NULL' })
@Index(['createdAt'], { where: ENDED_MAIL_SQL })
export class Mail {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Organization, { onDelete: 'CASCADE' })
  @Index()
  @Column('bigint')
  organizationId: number;

  @Column('varchar', { length: 255 })
  recipient: string;

  @Column('varchar', { length: 255 })
  subject: string;

  @Column('text')
  text: string;

  /** Names the composer that writes a mail whose content must not be stored. Subject and text are then empty. */
  @Column('varchar', { length: 20, nullable: true })
  composer: string | null;

  @Column('integer', { default: 0 })
  attemptCount: number;

  /** The due time, or the end of the lease while a worker sends the mail. Null once it is sent or given up. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' })
  nextAttemptAt: Date | null;

  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
