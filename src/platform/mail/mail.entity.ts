import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Organization } from '../auth/organization.entity.js';

/** Sent or given up, and nobody's: what a feature has written as it is sent is deleted by that feature. */
export const ENDED_MAIL_SQL = 'next_attempt_at IS NULL AND composer IS NULL';

/** A mail on its way, stored in the transaction that gave reason to write it. */
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

  /** Who writes it when it is sent, where it holds what is not to lie here; its subject and text are then empty. */
  @Column('varchar', { length: 20, nullable: true })
  composer: string | null;

  @Column('integer', { default: 0 })
  attemptCount: number;

  /** When it is to be sent, or tried again should the sender die meanwhile; null once it is sent or given up. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' })
  nextAttemptAt: Date | null;

  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
