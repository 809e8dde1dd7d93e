import { Column, Entity, Index, Unique } from 'typeorm';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { Currency } from '../../domain/currencies.js';
import type { Day } from '../../domain/days.js';
import type { FreightClass } from '../../domain/freight-classes.js';
import type { Liability } from '../carriers/rating/declared-value.js';
import type { TariffLimits } from '../carriers/rating/tariff-limits.js';
import type {
  AccessorialPrice,
  FuelStep,
  OverlengthFee,
  TariffTerms,
  TransitLane,
} from '../carriers/rating/price-by-tariff.js';

/** `rerate` adjusts the price of the shipment, `refuse` rejects the day, `warn` keeps the quoted price. */
export const ON_PICKUP_CHANGE = ['warn', 'rerate', 'refuse'] as const;
export type OnPickupChange = (typeof ON_PICKUP_CHANGE)[number];

/** Contract prices of an organization with a carrier. TariffRate has the rates of its lanes. */
@Entity('tariffs')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'scac', 'id'])
@BelongsToOrganization()
export class Tariff extends OwnedEntity implements TariffTerms {
  @Column('varchar', { length: 255 }) name: string;
  @Column('varchar', { length: 4 }) scac: string;
  @Column('varchar', { length: 255 }) carrierName: string;
  @Column('varchar', { length: 3, default: 'USD' }) currency: Currency;
  @Column('date', { nullable: true }) effectiveFrom: Day | null;
  @Column('date', { nullable: true }) effectiveTo: Day | null;
  /** At most two decimals. */
  @Column('double precision', { default: 0 }) discountPercent: number;
  @Column('bigint', { default: 0 }) minimumCents: number;
  @Column('double precision', { nullable: true }) fuelPercent: number | null;
  @Column('jsonb', { default: [] }) fuelTable: FuelStep[];
  @Column('jsonb', { default: {} }) fak: Partial<Record<FreightClass, FreightClass>>;
  @Column('jsonb', { default: {} }) accessorials: Record<string, AccessorialPrice>;
  @Column('jsonb', { default: [] }) overlength: OverlengthFee[];
  @Column('jsonb', { nullable: true }) liability: Liability | null;
  @Column('jsonb', { nullable: true }) limits: TariffLimits | null;
  @Column('integer', { nullable: true }) transitDays: number | null;
  @Column('jsonb', { default: [] }) transit: TransitLane[];
  /** The handling of a pickup that moves to a day with another price. */
  @Column('varchar', { length: 7, default: 'warn' }) onPickupChange: OnPickupChange;
  /** The carrier's holidays. Null: those of LTL carriers. */
  @Column('jsonb', { nullable: true }) holidays: Day[] | null;
  @Column('varchar', { length: 255, nullable: true }) tenderEmail: string | null;
  @Column('integer', { default: 0 }) rateCount: number;
  @Column('timestamptz', { nullable: true }) ratesUpdatedAt: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
