import { Column, Entity, ForeignKey, Index, Unique, VirtualColumn } from 'typeorm';
import type { Place, RateItem } from '../carriers/carrier-requests.js';
import type { BookedBy } from '../carriers/price-result.js';
import { Carrier } from '../carriers/carrier.entity.js';
import { Organization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { Accessorial } from '../../domain/accessorials.js';
import type { Charge } from '../../domain/charges.js';
import type { Day } from '../../domain/days.js';
import type { LimitedAccess } from '../../domain/limited-access.js';
import type { Warning } from './quote-warnings.js';
import type { QuoteStatus } from './quote-states.js';

/** A line as it is stored: one of a quote older than handling units doesn't say what was one pallet then. */
export type QuoteItem = Omit<RateItem, 'quantity' | 'handling_unit_type' | 'stackable'> &
  Partial<RateItem> & { product_id?: number };

/** One price of one carrier for one service level. */
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
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
export class Quote extends OwnedEntity {
  @Column('bigint', { nullable: true })
  customerId: number | null;

  /** Shared by all quotes of one rate request: `qg_` and 32 hex digits. */
  @Column('varchar', { length: 40 })
  groupId: string;

  /** The carrier's own number for the price. */
  @Column('varchar', { length: 255 })
  quoteNumber: string;

  /** Null for a tariff's: the carrier is the organization's own. */
  @ForeignKey(() => Carrier)
  @Index()
  @Column('bigint', { nullable: true })
  carrierId: number | null;

  @Column('varchar', { length: 255 })
  carrierName: string;

  @Column('varchar', { length: 4 })
  scac: string;

  @Column('varchar', { length: 255 })
  serviceLevel: string;

  @Column('varchar', { length: 40 })
  serviceCode: string;

  @Column('varchar', { length: 7, default: 'carrier' })
  bookedBy: BookedBy;

  /** Where the carrier takes tenders, as the tariff said when it was quoted; null: nowhere. */
  @Column('varchar', { length: 255, nullable: true })
  tenderEmail: string | null;

  @Column('varchar', { length: 20 })
  status: QuoteStatus;

  /** What the customer pays. */
  @Column('bigint')
  netChargeCents: number;

  @Column('jsonb')
  charges: Charge[];

  /** What the carrier asks, where the customer's markup is on it; else null, as its lines: the same as above. */
  @Column('bigint', { nullable: true })
  costCents: number | null;

  @Column('jsonb', { nullable: true })
  costCharges: Charge[] | null;

  /** Business days. */
  @Column('integer')
  transitDays: number;

  @Column('varchar', { length: 255, nullable: true })
  originTerminal: string | null;

  @Column('varchar', { length: 255, nullable: true })
  destinationTerminal: string | null;

  @Column('jsonb')
  origin: Place;

  @Column('jsonb')
  destination: Place;

  /** Read by `toRateItems`. */
  @Column('jsonb')
  items: QuoteItem[];

  /** The services rated: those requested, and what the items and the places bring. */
  @Column('text', { array: true })
  accessorials: Accessorial[];

  @Column('jsonb', { default: {} })
  limitedAccess: LimitedAccess;

  @Column('bigint', { nullable: true })
  declaredValueCents: number | null;

  /** The day asked for, at the origin; null in quotes older than dates, as the two that follow. */
  @Column('date', { nullable: true })
  shipDate: Day | null;

  /** The same, or the business day it has moved to. */
  @Column('date', { nullable: true })
  pickupDate: Day | null;

  @Column('date', { nullable: true })
  estimatedDeliveryDate: Day | null;

  /** Whether the organization's rules led to this one of its group. */
  @Column('boolean', { default: false })
  recommended: boolean;

  @Column('jsonb', { default: [] })
  warnings: Warning[];

  @Column('timestamptz')
  expiresAt: Date;

  /** Whether the price has run out by the database's clock, even if the expiry job hasn't come by yet. */
  @VirtualColumn('boolean', { query: () => 'expires_at <= now()' })
  lapsed: boolean;
}
