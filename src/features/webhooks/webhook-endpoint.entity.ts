import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Organization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';

/** Where a tenant's events are sent to. */
@Entity('webhook_endpoints')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class WebhookEndpoint extends OwnedEntity {
  @Column('varchar', { length: 2_048 })
  url: string;

  @Column('text', { array: true })
  events: string[];

  /** What it was subscribed to before: its deliveries may tell of it. */
  @Column('text', { array: true, default: [] })
  formerEvents: string[];

  @Column('varchar', { length: 255, nullable: true })
  description: string | null;

  @Column('boolean', { default: true })
  active: boolean;

  @Column('bytea')
  sealedSecret: Buffer;

  @Column('varchar', { length: 16 })
  secretPrefix: string;

  /** The secret before, while attempts are signed with it too. */
  @Column('bytea', { nullable: true })
  sealedFormerSecret: Buffer | null;

  @Index({ where: 'former_secret_until IS NOT NULL' })
  @Column('timestamptz', { nullable: true })
  formerSecretUntil: Date | null;

  /** Failed attempts since the last success, across deliveries. */
  @Column('integer', { default: 0 })
  consecutiveFailures: number;

  @Column('timestamptz', { nullable: true })
  disabledAt: Date | null;

  @Column('varchar', { length: 255, nullable: true })
  disabledReason: string | null;

  /** When its owner was last mailed of it. */
  @Column('timestamptz', { nullable: true })
  ownerToldAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
