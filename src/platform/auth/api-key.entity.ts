import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import { Organization } from './organization.entity.js';

/** A key's record. The key itself is shown once and never stored: only its SHA-256 is. */
@Entity('api_keys')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class ApiKey extends OwnedEntity {
  @Index({ unique: true })
  @Column('bytea')
  hash: Buffer;

  /** The first characters, so that an owner can tell keys apart. */
  @Column('varchar', { length: 16 })
  prefix: string;

  /** For its owner's own use. */
  @Column('varchar', { length: 100, nullable: true })
  name: string | null;

  /** Dotted scopes; null is full access. */
  @Column('text', { array: true, nullable: true })
  scopes: string[] | null;

  /** The networks that it works from; null is everywhere. */
  @Column('text', { array: true, nullable: true })
  allowedCidrs: string[] | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;
}
