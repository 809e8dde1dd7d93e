import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import { Organization } from './organization.entity.js';
import type { Role } from './roles.js';

/**
 * Somebody who signs in. A member who stands in live mode sees both modes; one whom a test key let in stands in test mode
 * and sees that alone: no test key opens what is live.
 */
@Entity('members')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'email'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['email'])
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class Member extends OwnedEntity {
  /** In lower case. The same person may be a member of several organizations. */
  @Column('varchar', { length: 254 })
  email: string;

  @Column('varchar', { length: 100, nullable: true })
  name: string | null;

  @Column('varchar', { length: 10 })
  role: Role;

  @Column('timestamptz', { nullable: true })
  lastSignedInAt: Date | null;
}
