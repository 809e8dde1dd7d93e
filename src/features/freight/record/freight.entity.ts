import { Column, Entity, Index, Unique, VirtualColumn } from 'typeorm';
import { BelongsToOrganization } from '../../../platform/auth/organization.entity.js';
import { OwnedEntity, References } from '../../../platform/tenancy/owned.entity.js';
import { Quote } from '../../quotes/quote.entity.js';
import type { Warning } from '../../../domain/warnings.js';
import type { Country } from '../../../domain/countries.js';
import type { Currency } from '../../../domain/currencies.js';
import type { Hazmat } from '../../../domain/hazmat.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';
import type { Customs } from './customs.dto.js';
import type { FreightStatus, PickupStatus } from './freight-states.js';
import {
  buildBookingSubquery,
  buildOverdueCondition,
  buildTenderSubquery,
  buildTrackingPageSubquery,
  type FreightBooking,
  type FreightTender,
  type FreightTrackingPage,
} from './freight-subqueries.js';

/** City, state, ZIP and country default to the quote's. */
export interface FreightParty {
  company?: string;
  contact?: string;
  address?: string;
  city: string;
  state: string;
  zip: string;
  /** Absent in parties from before countries. */
  country?: Country;
  phone?: string;
  email?: string;
}

export type BillToType = 'prepaid' | 'collect' | 'third_party';

export interface BillTo extends Partial<FreightParty> {
  /** The payer's number with the carrier. */
  account?: string;
  type?: BillToType;
}

export interface Commodity {
  description?: string;
  handling_unit_type?: string;
  weight?: number;
  freight_class?: string;
  /** Set if the quote has the accessorial but does not describe the hazardous items. */
  hazmat?: HazmatLine[];
}

export interface HazmatLine extends Hazmat {
  /** Index in the `items` of the quote. */
  item: number;
}

export interface Reference {
  name: string;
  value: string;
}

/** A customer order on the bill of lading. */
export interface Order {
  number: string;
  packages?: number;
  /** Pounds. */
  weight?: number;
  palletized?: boolean;
  info?: string;
}

/** Reachable at any hour (49 CFR 172.604). */
export interface FreightEmergencyContact {
  name: string;
  phone: string;
  contract_number?: string;
}

/** A price change by a carrier's bill that was approved or resolved, or by another pickup day. */
export interface Adjustment {
  /** Null if the tariff of the pickup day priced the shipment again. */
  billId: number | null;
  amountCents: number;
  /** `RWE` (reweigh), `RCL` (reclass) or accessorial codes. */
  reasons: string[];
  description: string;
  /** True if the customer’s invoice includes it. */
  invoiced: boolean;
  /** True for the part of a credit above the customer's charges. A later increase first makes up for it. */
  withheld?: boolean;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** The carrier's latest decline of a booking. */
export interface Decline {
  /** The carrier's name. */
  carrier: string;
  code: string | null;
  message: string;
}

/** Times are HH:MM at the origin. */
export interface PickupTimes {
  ready_time?: string;
  close_time?: string;
  contact?: string;
  phone?: string;
  instructions?: string;
}

@Entity('freight')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index('IDX_freight_search', { synchronize: false })
@Index(['organizationId', 'mode', 'status', 'id'])
@Index(['organizationId', 'mode', 'customerId', 'id'])
@Index(['organizationId', 'mode', 'quoteId', 'id'])
@Index(['organizationId', 'mode', 'scac', 'id'])
@Index(['organizationId', 'mode', 'pickupDate', 'id'], { where: 'pickup_date IS NOT NULL' })
@Index(['organizationId', 'mode', 'trackingStatus', 'id'], { where: 'tracking_status IS NOT NULL' })
@Index(['organizationId', 'mode', 'estimatedDeliveryDate', 'id'], {
  where: 'estimated_delivery_date IS NOT NULL',
})
@Index('IDX_freight_attention', { synchronize: false })
@Index('IDX_freight_reference_1', { synchronize: false })
@Index('IDX_freight_reference_2', { synchronize: false })
@Index('IDX_freight_reference_3', { synchronize: false })
@Index(['organizationId', 'mode', 'proNumber'], { where: 'pro_number IS NOT NULL' })
@Index('IDX_freight_pickup_ends_at', ['pickupEndsAt'], { where: 'pickup_ends_at IS NOT NULL' })
@BelongsToOrganization()
@References(() => Quote, 'quoteId')
export class Freight extends OwnedEntity {
  @Column('bigint') quoteId: number;
  @Column('bigint', { nullable: true }) customerId: number | null;
  @Column('varchar', { length: 20, default: 'draft' }) status: FreightStatus;

  @Index({ unique: true })
  @Column('varchar', { length: 17 })
  bolNumber: string;

  @Column('varchar', { length: 50, nullable: true }) proNumber: string | null;
  @Column('varchar', { length: 255 }) carrierName: string;
  @Column('varchar', { length: 4 }) scac: string;
  @Column('varchar', { length: 255 }) serviceLevel: string;
  @Column('integer') transitDays: number;
  /** The holidays of the quote. Null: those of LTL carriers. */
  @Column('jsonb', { nullable: true }) holidays: string[] | null;
  /** The quote's currency. */
  @Column('varchar', { length: 3, default: 'USD' }) currency: Currency;
  /** The quote's price. It never changes. */
  @Column('bigint') quotedCents: number;
  /** The sum of the issued invoices. Before the first invoice: the quote's price and the adjustments to invoice. */
  @Column('bigint') totalChargeCents: number;
  @Column('jsonb', { default: [] }) adjustments: Adjustment[];
  @Column('jsonb', { default: [] }) warnings: Warning[];
  @Column('jsonb') shipFrom: FreightParty;
  @Column('jsonb') shipTo: FreightParty;
  @Column('jsonb', { nullable: true }) billTo: BillTo | null;
  @Column('jsonb', { nullable: true }) commodity: Commodity | null;
  @Column('jsonb', { default: [] }) referenceList: Reference[];
  @Column('jsonb', { default: [] }) orderList: Order[];
  @Column('jsonb', { nullable: true }) emergencyContact: FreightEmergencyContact | null;
  @Column('jsonb', { nullable: true }) customs: Customs | null;
  @Column('varchar', { length: 1_000, nullable: true }) specialInstructions: string | null;
  /** As the client sent it: a date or a timestamp. */
  @Column('varchar', { length: 35, nullable: true }) shipDate: string | null;
  /** YYYY-MM-DD, from booking on: first the requested day, then the confirmed day, then the actual day. */
  @Column('date', { nullable: true }) pickupDate: string | null;
  @Column('varchar', { length: 10, default: 'none' }) pickupStatus: PickupStatus;
  @Column('jsonb', { nullable: true }) pickupTimes: PickupTimes | null;
  /** Null without a PRO number. */
  @Column('varchar', { length: 20, nullable: true }) trackingStatus: TrackingStatus | null;
  /** End of the pickup day. Without a scan by then the pickup was missed. Null if no pickup is expected. */
  @Column('timestamptz', { nullable: true }) pickupEndsAt: Date | null;
  /** Pickup day plus transit days, in business days. */
  @Column('date', { nullable: true }) estimatedDeliveryDate: string | null;
  /** The carrier's number for the pickup. */
  @Column('varchar', { length: 50, nullable: true }) pickupConfirmation: string | null;
  /** Why the carrier declined or refused, or what a person has to do. */
  @Column('varchar', { length: 255, nullable: true }) statusReason: string | null;
  /** Null until a carrier declines; null again once the freight leaves the draft. */
  @Column('jsonb', { nullable: true }) decline: Decline | null;
  /** Command and idempotency key of the latest book, cancel or pickup request. A repeat continues it. */
  @Column('varchar', { length: 270, nullable: true }) commandKey: string | null;
  /** By the carrier's clock. */
  @Column('timestamptz', { nullable: true }) deliveredAt: Date | null;
  /** The day at the destination. Null for deliveries before this column existed. */
  @Column('date', { nullable: true }) deliveredOn: string | null;
  /** Time of the first PDF of the bill of lading. */
  @Column('timestamptz', { nullable: true }) bolPrintedAt: Date | null;
  @VirtualColumn('jsonb', { query: buildBookingSubquery }) booking: FreightBooking | null;
  @VirtualColumn('boolean', { query: buildOverdueCondition }) isOverdue: boolean;
  @VirtualColumn('jsonb', { query: buildTenderSubquery }) tender: FreightTender | null;
  @VirtualColumn('jsonb', { query: buildTrackingPageSubquery }) trackingPage: FreightTrackingPage | null;
  /** Search text in lower case, written by a trigger. */
  @Column('text', { default: '', select: false }) readonly search?: string;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}

/** Deletes rows of an entity together with their freight. */
export function BelongsToFreight(): ClassDecorator {
  return References(() => Freight, 'freightId', { onDelete: 'CASCADE' });
}
