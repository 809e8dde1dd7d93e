import { Column, Entity, ForeignKey, Index, Unique, VirtualColumn } from 'typeorm';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import type { Role } from '../../platform/auth/roles.js';
import { Mail } from '../../platform/mail/mail.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';

/** An invitation to become a member. Its link works once. */
@Entity('invitations')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'email', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['createdAt'])
@BelongsToOrganization()
export class Invitation extends OwnedEntity {
  @Column('varchar', { length: 254 }) email: string;
  @Column('varchar', { length: 10 }) role: Role;

  /** Null if no mail was sent. */
  @ForeignKey(() => Mail, { onDelete: 'SET NULL' })
  @Index({ where: 'mail_id IS NOT NULL' })
  @Column('bigint', { nullable: true })
  mailId: number | null;

  /** SHA-256 of the token; null until the mail is composed. */
  @Index({ unique: true })
  @Column('bytea', { nullable: true })
  tokenHash: Buffer | null;

  /** Public URL in the request of the inviter. */
  @Column('varchar', { length: 2048 }) baseUrl: string;
  @Column('timestamptz') expiresAt: Date;
  @Column('timestamptz', { nullable: true }) acceptedAt: Date | null;
  @Column('timestamptz', { nullable: true }) revokedAt: Date | null;
  /** True after `expiresAt` on the database clock. */
  @VirtualColumn('boolean', { query: () => 'expires_at <= now()' }) lapsed: boolean;
}
