import { Column, Entity, ForeignKey, Index, Unique, VirtualColumn } from 'typeorm';
import { Organization } from '../../platform/auth/organization.entity.js';
import type { Role } from '../../platform/auth/roles.js';
import { Mail } from '../../platform/mail/mail.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';

/** Somebody who may become a member, by a link that works once. */
@Entity('invitations')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'email', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['createdAt'])
@Index(['email', 'id'], { where: 'accepted_at IS NULL AND revoked_at IS NULL' })
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class Invitation extends OwnedEntity {
  @Column('varchar', { length: 254 })
  email: string;

  @Column('varchar', { length: 10 })
  role: Role;

  /** What brings it; null where it would reach nobody. */
  @ForeignKey(() => Mail, { onDelete: 'SET NULL' })
  @Index({ where: 'mail_id IS NOT NULL' })
  @Column('bigint', { nullable: true })
  mailId: number | null;

  /** SHA-256 of the token; null until the mail is written. */
  @Index({ unique: true })
  @Column('bytea', { nullable: true })
  tokenHash: Buffer | null;

  /** Where the service is for whoever invited. */
  @Column('varchar', { length: 2048 })
  baseUrl: string;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  acceptedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  /** Whether its time is over by the database's clock. */
  @VirtualColumn('boolean', { query: () => 'expires_at <= now()' })
  lapsed: boolean;
}
