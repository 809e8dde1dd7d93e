import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import { Organization } from './organization.entity.js';
import type { Role } from './roles.js';

/**
 * A dashboard user. Members of live mode see both modes. Members that a test key added are in test mode and see only
 * that one, because no test key may grant access to live data.
 */
@Entity('members')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'email'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['email'])
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class Member extends OwnedEntity {
  /** In lower case. One person may be a member of several organizations. */
  @Column('varchar', { length: 254 })
  email: string;

  @Column('varchar', { length: 100, nullable: true })
  name: string | null;

  @Column('varchar', { length: 10 })
  role: Role;

  @Column('timestamptz', { nullable: true })
  lastSignedInAt: Date | null;
}
