import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Organization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { FreightClass } from '../../domain/freight-classes.js';
import type { Hazmat } from '../../domain/hazmat.js';
import type { UnitType } from '../../domain/unit-types.js';

/** A saved commodity: what a line of freight with it says. Weight, sides and pieces are one handling unit's. */
@Entity('products')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index('IDX_products_search', { synchronize: false })
@Unique(['organizationId', 'mode', 'sku'])
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class Product extends OwnedEntity {
  /** The organization's own number for it. */
  @Column('varchar', { length: 100 })
  sku: string;

  @Column('varchar', { length: 255, nullable: true })
  name: string | null;

  /** What the bill of lading says. */
  @Column('varchar', { length: 255, nullable: true })
  description: string | null;

  @Column('varchar', { length: 5, nullable: true })
  freightClass: FreightClass | null;

  /** Whether the class follows from weight and sides, line by line. */
  @Column('boolean', { default: false })
  densityRule: boolean;

  @Column('varchar', { length: 10, nullable: true })
  nmfcItemNumber: string | null;

  @Column('varchar', { length: 5, nullable: true })
  nmfcSubCode: string | null;

  @Column('varchar', { length: 40, nullable: true })
  handlingUnitType: UnitType | null;

  @Column('varchar', { length: 40, nullable: true })
  packagingType: UnitType | null;

  /** Packages on one handling unit. */
  @Column('integer', { nullable: true })
  pieces: number | null;

  /** Pounds of one handling unit, packaging included. */
  @Column('double precision', { nullable: true })
  weight: number | null;

  /** Inches, as width and height. */
  @Column('double precision', { nullable: true })
  length: number | null;

  @Column('double precision', { nullable: true })
  width: number | null;

  @Column('double precision', { nullable: true })
  height: number | null;

  /** Whether another handling unit may stand on top. */
  @Column('boolean', { nullable: true })
  stackable: boolean | null;

  /** Its weight too is one handling unit's. */
  @Column('jsonb', { nullable: true })
  hazmat: Hazmat | null;

  /** What it is found by, in lower case: a trigger of the table writes it. */
  @Column('text', { default: '', select: false })
  readonly search?: string;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
