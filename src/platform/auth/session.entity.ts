import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import { Member } from './member.entity.js';

/** A member's browser. What its cookie holds is never stored: only its SHA-256 is. */
@Entity('sessions')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'memberId', 'id'])
@Index(['createdAt'])
@ForeignKey(
  () => Member,
  ['organizationId', 'mode', 'memberId'] as const,
  ['organizationId', 'mode', 'id'] as const,
  { onDelete: 'CASCADE' },
)
export class Session extends OwnedEntity {
  @Column('bigint')
  memberId: number;

  @Index({ unique: true })
  @Column('bytea')
  hash: Buffer;

  @Column('timestamptz')
  expiresAt: Date;
}
