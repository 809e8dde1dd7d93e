import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Organization } from '../tenancy/organization.entity.js';
import { OwnedEntity } from '../tenancy/owned.entity.js';

/** Whom an organization ships for. */
@Entity('customers')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'externalRef'])
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class Customer extends OwnedEntity {
  @Column('varchar', { length: 255 })
  name: string;

  @Column('varchar', { length: 255, nullable: true })
  company: string | null;

  @Column('varchar', { length: 255, nullable: true })
  email: string | null;

  @Column('varchar', { length: 40, nullable: true })
  phone: string | null;

  /** The organization's own number for the customer. */
  @Column('varchar', { length: 255, nullable: true })
  externalRef: string | null;

  /** The organization's own notes; the service never reads them. */
  @Column('jsonb', { default: {} })
  metadata: Record<string, string>;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
