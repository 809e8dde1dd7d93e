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

/** The prices that an organization has agreed on with a carrier; the rates of its lanes are rows of their own. */
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

  /** The first day of pickup it holds for; null without a beginning. */
  @Column('date', { nullable: true })
  effectiveFrom: Day | null;

  /** The last one; null without an end. */
  @Column('date', { nullable: true })
  effectiveTo: Day | null;

  /** Off the linehaul, in hundredths of a percent at the finest. */
  @Column('double precision', { default: 0 })
  discountPercent: number;

  /** The least that any lane costs. */
  @Column('bigint', { default: 0 })
  minimumCents: number;

  /** On the linehaul; null where the table says it, or where it is in the rates. */
  @Column('double precision', { nullable: true })
  fuelPercent: number | null;

  @Column('jsonb', { default: [] })
  fuelTable: FuelStep[];

  /** Freight of all kinds: the class that is billed for a class. */
  @Column('jsonb', { default: {} })
  fak: Partial<Record<FreightClass, FreightClass>>;

  /** By eBOL code. */
  @Column('jsonb', { default: {} })
  accessorials: Record<string, AccessorialPrice>;

  /** Business days, where the table has none. */
  @Column('integer', { nullable: true })
  transitDays: number | null;

  @Column('jsonb', { default: [] })
  transit: TransitLane[];

  /** The address at which the carrier takes tenders. */
  @Column('varchar', { length: 255, nullable: true })
  tenderEmail: string | null;

  /** Rows of the table of rates, and when it was replaced last. */
  @Column('integer', { default: 0 })
  rateCount: number;

  @Column('timestamptz', { nullable: true })
  ratesUpdatedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
