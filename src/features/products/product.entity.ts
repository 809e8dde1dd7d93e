import { Column, Entity, Index, Unique } from 'typeorm';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { FreightClass } from '../../domain/freight-classes.js';
import type { Hazmat } from '../../domain/hazmat.js';
import type { UnitType } from '../../domain/unit-types.js';

/** A saved commodity. Weight, dimensions and pieces are those of one handling unit. */
@Entity('products')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index('IDX_products_search', { synchronize: false })
@Unique(['organizationId', 'mode', 'sku'])
@BelongsToOrganization()
export class Product extends OwnedEntity {
  @Column('varchar', { length: 100 }) sku: string;
  @Column('varchar', { length: 255, nullable: true }) name: string | null;
  /** The description on the bill of lading. */
  @Column('varchar', { length: 255, nullable: true }) description: string | null;
  @Column('varchar', { length: 5, nullable: true }) freightClass: FreightClass | null;
  /** True if the density of each line determines its freight class. */
  @Column('boolean', { default: false }) densityRule: boolean;
  @Column('varchar', { length: 10, nullable: true }) nmfcItemNumber: string | null;
  @Column('varchar', { length: 5, nullable: true }) nmfcSubCode: string | null;
  @Column('varchar', { length: 40, nullable: true }) handlingUnitType: UnitType | null;
  @Column('varchar', { length: 40, nullable: true }) packagingType: UnitType | null;
  @Column('integer', { nullable: true }) pieces: number | null;
  /** Pounds, packaging included. */
  @Column('double precision', { nullable: true }) weight: number | null;
  /** Inches, like width and height. */
  @Column('double precision', { nullable: true }) length: number | null;
  @Column('double precision', { nullable: true }) width: number | null;
  @Column('double precision', { nullable: true }) height: number | null;
  @Column('boolean', { nullable: true }) stackable: boolean | null;
  @Column('jsonb', { nullable: true }) hazmat: Hazmat | null;
  /** Lower-case text for the `q` filter, written by a database trigger. */
  @Column('text', { default: '', select: false }) readonly search?: string;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
