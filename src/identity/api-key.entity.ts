import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Organization } from './organization.entity.js';
import type { Mode } from '../tenancy/tenant.js';

/** A key's record. The key itself is shown once and never stored: only its SHA-256 is. */
@Entity('api_keys')
@Index(['organizationId'])
export class ApiKey {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Organization, { onDelete: 'CASCADE' })
  @Column('bigint')
  organizationId: number;

  @Column('varchar', { length: 4 })
  mode: Mode;

  @Index({ unique: true })
  @Column('bytea')
  hash: Buffer;

  /** The first characters, so that an owner can tell keys apart. */
  @Column('varchar', { length: 16 })
  prefix: string;

  /** Dotted scopes; null is full access. */
  @Column('text', { array: true, nullable: true })
  scopes: string[] | null;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
