import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Organization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { Day } from '../../domain/days.js';
import type { FreightClass } from '../../domain/freight-classes.js';
import type {
  AccessorialPrice,
  FuelStep,
  TariffTerms,
  TransitLane,
} from '../carriers/rating/price-by-tariff.js';

/** Contract prices of an organization with a carrier. TariffRate has the rates of its lanes. */
@Entity('tariffs')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'scac', 'id'])
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class Tariff extends OwnedEntity implements TariffTerms {
  @Column('varchar', { length: 255 })
  name: string;

  @Column('varchar', { length: 4 })
  scac: string;

  @Column('varchar', { length: 255 })
  carrierName: string;

  @Column('date', { nullable: true })
  effectiveFrom: Day | null;

  @Column('date', { nullable: true })
  effectiveTo: Day | null;

  /** At most two decimals. */
  @Column('double precision', { default: 0 })
  discountPercent: number;

  @Column('bigint', { default: 0 })
  minimumCents: number;

  @Column('double precision', { nullable: true })
  fuelPercent: number | null;

  @Column('jsonb', { default: [] })
  fuelTable: FuelStep[];

  @Column('jsonb', { default: {} })
  fak: Partial<Record<FreightClass, FreightClass>>;

  @Column('jsonb', { default: {} })
  accessorials: Record<string, AccessorialPrice>;

  @Column('integer', { nullable: true })
  transitDays: number | null;

  @Column('jsonb', { default: [] })
  transit: TransitLane[];

  @Column('varchar', { length: 255, nullable: true })
  tenderEmail: string | null;

  @Column('integer', { default: 0 })
  rateCount: number;

  @Column('timestamptz', { nullable: true })
  ratesUpdatedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
