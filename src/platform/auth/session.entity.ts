import { Column, Entity, Index, Unique } from 'typeorm';
import { OwnedEntity, References } from '../tenancy/owned.entity.js';
import { Member } from './member.entity.js';

/** A signed-in browser of a member. Only the SHA-256 hash of its cookie is stored. */
@Entity('sessions')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'memberId', 'id'])
@Index(['createdAt'])
@References(() => Member, 'memberId', { onDelete: 'CASCADE' })
export class Session extends OwnedEntity {
  @Column('bigint') memberId: number;

  @Index({ unique: true })
  @Column('bytea')
  hash: Buffer;

  @Column('timestamptz') expiresAt: Date;
}
