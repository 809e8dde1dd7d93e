import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Member } from '../../platform/auth/member.entity.js';
import { Mail } from '../../platform/mail/mail.entity.js';
import { OwnedEntity, References } from '../../platform/tenancy/owned.entity.js';

/** A link that signs a member in once. Its use deletes the row. */
@Entity('sign_in_links')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'memberId', 'id'])
@Index(['createdAt'])
@References(() => Member, 'memberId', { onDelete: 'CASCADE' })
export class SignInLink extends OwnedEntity {
  @Column('bigint') memberId: number;

  /** Null for a link that an operator created. */
  @ForeignKey(() => Mail, { onDelete: 'CASCADE' })
  @Index({ where: 'mail_id IS NOT NULL' })
  @Column('bigint', { nullable: true })
  mailId: number | null;

  /** SHA-256 of the token; null until the mail is composed. */
  @Index({ unique: true })
  @Column('bytea', { nullable: true })
  tokenHash: Buffer | null;

  /** Public URL in the request for the link. */
  @Column('varchar', { length: 2048 }) baseUrl: string;
  @Column('timestamptz') expiresAt: Date;
}
