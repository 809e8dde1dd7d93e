import { Column, Entity, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import { BelongsToOrganization } from './organization.entity.js';
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
@Index(['oidcSubject', 'oidcIssuer'], { where: 'oidc_subject IS NOT NULL' })
@BelongsToOrganization()
export class Member extends OwnedEntity {
  /** In lower case. One person may be a member of several organizations. */
  @Column('varchar', { length: 254 }) email: string;
  @Column('varchar', { length: 100, nullable: true }) name: string | null;
  @Column('varchar', { length: 10 }) role: Role;
  @Column('timestamptz', { nullable: true }) lastSignedInAt: Date | null;

  /** The `iss` of the member's identity at the OpenID provider; null until its first sign-in there. */
  @Column('varchar', { length: 2048, nullable: true }) oidcIssuer: string | null;

  /** The `sub` of the member's identity at the OpenID provider. */
  @Column('varchar', { length: 255, nullable: true }) oidcSubject: string | null;
}
