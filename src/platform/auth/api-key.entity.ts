import { Column, Entity, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import { BelongsToOrganization } from './organization.entity.js';

/** An API key. Only its SHA-256 hash is stored; the key itself is shown once. */
@Entity('api_keys')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@BelongsToOrganization()
export class ApiKey extends OwnedEntity {
  @Index({ unique: true })
  @Column('bytea')
  hash: Buffer;

  @Column('varchar', { length: 16 }) prefix: string;
  @Column('varchar', { length: 100, nullable: true }) name: string | null;
  @Column('text', { array: true, nullable: true }) scopes: string[] | null;
  @Column('text', { array: true, nullable: true }) allowedCidrs: string[] | null;
  @Column('timestamptz', { nullable: true }) expiresAt: Date | null;
  @Column('timestamptz', { nullable: true }) revokedAt: Date | null;
  @Column('timestamptz', { nullable: true }) lastUsedAt: Date | null;
}
