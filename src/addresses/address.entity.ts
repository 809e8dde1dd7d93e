import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Organization } from '../tenancy/organization.entity.js';
import { OwnedEntity } from '../tenancy/owned.entity.js';

/** A saved shipper, consignee or billing address. */
@Entity('addresses')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'customerId', 'id'])
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class Address extends OwnedEntity {
  @Column('bigint', { nullable: true })
  customerId: number | null;

  /** What the organization calls the address. */
  @Column('varchar', { length: 255, nullable: true })
  name: string | null;

  @Column('varchar', { length: 255, nullable: true })
  company: string | null;

  @Column('varchar', { length: 255, nullable: true })
  contact: string | null;

  /** Street. */
  @Column('varchar', { length: 255 })
  address: string;

  @Column('varchar', { length: 255 })
  city: string;

  @Column('varchar', { length: 2 })
  state: string;

  @Column('varchar', { length: 10 })
  zip: string;

  @Column('varchar', { length: 40, nullable: true })
  phone: string | null;

  @Column('varchar', { length: 255, nullable: true })
  email: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
