import { Column, Entity, ForeignKey, Index, Unique, VirtualColumn } from 'typeorm';
import type { Place, RateItem } from '../carriers/carrier-requests.js';
import type { BookedBy } from '../carriers/price-result.js';
import { Carrier } from '../carriers/carrier.entity.js';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { Accessorial } from '../../domain/accessorials.js';
import type { Charge } from '../../domain/charges.js';
import type { Currency } from '../../domain/currencies.js';
import type { Day } from '../../domain/days.js';
import type { LimitedAccess } from '../../domain/limited-access.js';
import type { Warning } from '../../domain/warnings.js';
import type { QuoteStatus } from './quote-states.js';

/** A stored line. Lines from before handling units lack these fields and stand for one pallet. */
export type QuoteItem = Omit<RateItem, 'quantity' | 'handling_unit_type' | 'stackable'> &
  Partial<RateItem> & { product_id?: number };

/** A carrier's price for one service level. */
@Entity('quotes')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'status', 'id'])
@Index(['organizationId', 'mode', 'customerId', 'id'])
@Index(['organizationId', 'mode', 'groupId'])
@Index(['organizationId', 'mode', 'quoteNumber', 'id'])
@Index(['organizationId', 'mode', 'scac', 'id'])
@Index(['expiresAt'], { where: "status = 'active'" })
@Index(['expiresAt'], { where: "status = 'expired'" })
@BelongsToOrganization()
export class Quote extends OwnedEntity {
  @Column('bigint', { nullable: true }) customerId: number | null;
  /** Shared by all quotes of a rate request: `qg_` and 32 hex digits. */
  @Column('varchar', { length: 40 }) groupId: string;
  @Column('varchar', { length: 255 }) quoteNumber: string;

  /** Null for a tariff. */
  @ForeignKey(() => Carrier)
  @Index()
  @Column('bigint', { nullable: true })
  carrierId: number | null;

  /** The tariff of the price. Null for a connection's price, and for quotes from before this column existed. */
  @Column('bigint', { nullable: true }) tariffId: number | null;

  @Column('varchar', { length: 255 }) carrierName: string;
  @Column('varchar', { length: 4 }) scac: string;
  @Column('varchar', { length: 255 }) serviceLevel: string;
  @Column('varchar', { length: 40 }) serviceCode: string;
  @Column('varchar', { length: 7, default: 'carrier' }) bookedBy: BookedBy;
  @Column('varchar', { length: 255, nullable: true }) tenderEmail: string | null;
  @Column('varchar', { length: 20 }) status: QuoteStatus;
  /** The currency of all amounts of the quote. */
  @Column('varchar', { length: 3, default: 'USD' }) currency: Currency;
  @Column('bigint') netChargeCents: number;
  @Column('jsonb') charges: Charge[];
  /** The carrier's price and its lines; both null without a markup. */
  @Column('bigint', { nullable: true }) costCents: number | null;
  @Column('jsonb', { nullable: true }) costCharges: Charge[] | null;
  /** Business days. */
  @Column('integer') transitDays: number;
  @Column('varchar', { length: 255, nullable: true }) originTerminal: string | null;
  @Column('varchar', { length: 255, nullable: true }) destinationTerminal: string | null;
  @Column('jsonb') origin: Place;
  @Column('jsonb') destination: Place;
  /** `toRateItems` adds the defaults of older lines. */
  @Column('jsonb') items: QuoteItem[];
  /** Rated services: requested ones and those that items and places add. */
  @Column('text', { array: true }) accessorials: Accessorial[];
  @Column('jsonb', { default: {} }) limitedAccess: LimitedAccess;
  @Column('bigint', { nullable: true }) declaredValueCents: number | null;
  /** The requested day at the origin. This and the next two days are null in quotes from before ship dates. */
  @Column('date', { nullable: true }) shipDate: Day | null;
  /** `shipDate`, or the carrier's next business day. */
  @Column('date', { nullable: true }) pickupDate: Day | null;
  @Column('date', { nullable: true }) estimatedDeliveryDate: Day | null;
  /** The carrier's holidays when the quote was made. Null: those of LTL carriers. */
  @Column('jsonb', { nullable: true }) holidays: Day[] | null;
  /** True for the quote of the group that the rate shopping rules select. */
  @Column('boolean', { default: false }) recommended: boolean;
  @Column('jsonb', { default: [] }) warnings: Warning[];
  @Column('timestamptz') expiresAt: Date;
  /** True if the validity has ended by the database's clock, even before the expiry job has run. */
  @VirtualColumn('boolean', { query: () => 'expires_at <= now()' }) lapsed: boolean;
}
