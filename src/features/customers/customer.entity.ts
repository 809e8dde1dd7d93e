import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Organization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';

/** What is added to carriers' prices: a percentage of up to two decimals and a flat amount, the minimum at least. */
export interface Markup {
  percent: number;
  flat_cents: number;
  minimum_cents: number;
}

/** Whom an organization ships for. */
@Entity('customers')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index('IDX_customers_search', { synchronize: false })
@Index(['organizationId', 'mode', 'externalRef', 'id'])
@Index(['organizationId', 'mode', 'email', 'id'])
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

  /** Street address: where invoices go. */
  @Column('varchar', { length: 255, nullable: true })
  address: string | null;

  @Column('varchar', { length: 255, nullable: true })
  city: string | null;

  @Column('varchar', { length: 2, nullable: true })
  state: string | null;

  @Column('varchar', { length: 10, nullable: true })
  zip: string | null;

  /** The organization's own number for the customer. */
  @Column('varchar', { length: 255, nullable: true })
  externalRef: string | null;

  /** The organization's own notes; the service never reads them. */
  @Column('jsonb', { default: {} })
  metadata: Record<string, string>;

  /** Null: the customer pays what the carriers ask. */
  @Column('jsonb', { nullable: true })
  markup: Markup | null;

  /** What it is found by, in lower case: a trigger of the table writes it. */
  @Column('text', { default: '', select: false })
  readonly search?: string;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
