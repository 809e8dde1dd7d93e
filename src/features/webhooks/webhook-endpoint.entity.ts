import { Column, Entity, Index, Unique } from 'typeorm';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { FailurePolicy } from './endpoint-states.js';

@Entity('webhook_endpoints')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@BelongsToOrganization()
export class WebhookEndpoint extends OwnedEntity {
  @Column('varchar', { length: 2_048 }) url: string;
  @Column('text', { array: true }) events: string[];
  /** Event types of earlier subscriptions: its deliveries may contain them. */
  @Column('text', { array: true, default: [] }) formerEvents: string[];
  @Column('varchar', { length: 255, nullable: true }) description: string | null;
  @Column('boolean', { default: true }) active: boolean;
  @Column('bytea') sealedSecret: Buffer;
  @Column('varchar', { length: 16 }) secretPrefix: string;
  /** The previous secret, while attempts are signed with both. */
  @Column('bytea', { nullable: true }) sealedFormerSecret: Buffer | null;

  @Index({ where: 'former_secret_until IS NOT NULL' })
  @Column('timestamptz', { nullable: true })
  formerSecretUntil: Date | null;

  @Column('varchar', { length: 12, default: 'consecutive' }) failurePolicy: FailurePolicy;
  @Column('integer', { default: 0 }) consecutiveFailures: number;
  /** Under the policy `outage`, failures of attempts that start earlier are counted already. */
  @Column('timestamptz', { nullable: true }) outageCountedUntil: Date | null;
  @Column('timestamptz', { nullable: true }) disabledAt: Date | null;
  @Column('varchar', { length: 255, nullable: true }) disabledReason: string | null;
  /** Time of the last email to the owner about this endpoint. */
  @Column('timestamptz', { nullable: true }) ownerToldAt: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
