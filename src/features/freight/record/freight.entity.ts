import { Column, Entity, ForeignKey, Index, Unique, VirtualColumn } from 'typeorm';
import { Organization } from '../../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../../platform/tenancy/owned.entity.js';
import { Quote } from '../../quotes/quote.entity.js';
import type { Warning } from '../../quotes/quote-warnings.js';
import type { Hazmat } from '../../../domain/hazmat.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';
import type { FreightStatus } from './freight-states.js';
import { buildTenderSubquery, type FreightTender } from './freight-tender.js';
import type { PickupStatus } from './pickup-states.js';
import { buildTrackingPageSubquery, type FreightTrackingPage } from './freight-tracking-page.js';

/** One side of a shipment as the client gave it; the quote's city, state and ZIP fill what is missing. */
export interface FreightParty {
  company?: string;
  contact?: string;
  address?: string;
  city: string;
  state: string;
  zip: string;
  phone?: string;
  email?: string;
}

export type BillToType = 'prepaid' | 'collect' | 'third_party';

export interface BillTo {
  company?: string;
  contact?: string;
  address?: string;
  city?: string;
  state?: string;
  zip?: string;
  phone?: string;
  email?: string;
  /** The payer's number with the carrier. */
  account?: string;
  type?: BillToType;
}

/** What is shipped, in the client's words. */
export interface Commodity {
  description?: string;
  handling_unit_type?: string;
  weight?: number;
  freight_class?: string;
  /** What is dangerous, where the quote only says that something is. */
  hazmat?: HazmatLine[];
}

/** What is dangerous in a line of the quote: its place in `items`, from 0. */
export interface HazmatLine extends Hazmat {
  item: number;
}

export interface Reference {
  name: string;
  value: string;
}

/** A customer order in the shipment: a row of the bill of lading. */
export interface Order {
  number: string;
  packages?: number;
  /** Pounds. */
  weight?: number;
  palletized?: boolean;
  info?: string;
}

/** Whom to call about hazardous materials, at any hour. */
export interface FreightEmergencyContact {
  name: string;
  phone: string;
  contract_number?: string;
}

/** What moved the price after the quote: a carrier's bill that was approved or resolved. */
export interface Adjustment {
  billId: number;
  amountCents: number;
  /** Codes: `RWE`, `RCL`, accessorials. */
  reasons: string[];
  description: string;
  /** Whether the customer is billed for it. */
  invoiced: boolean;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** When a driver may come, HH:MM at the origin, and what he is told. */
export interface PickupTimes {
  ready_time?: string;
  close_time?: string;
  contact?: string;
  phone?: string;
  instructions?: string;
}

/** A shipment, from draft to delivery. */
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
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Quote, ['organizationId', 'mode', 'quoteId'] as const, ['organizationId', 'mode', 'id'])
export class Freight extends OwnedEntity {
  @Column('bigint')
  quoteId: number;

  @Column('bigint', { nullable: true })
  customerId: number | null;

  @Column('varchar', { length: 20, default: 'draft' })
  status: FreightStatus;

  @Index({ unique: true })
  @Column('varchar', { length: 17 })
  bolNumber: string;

  @Column('varchar', { length: 50, nullable: true })
  proNumber: string | null;

  @Column('varchar', { length: 255 })
  carrierName: string;

  @Column('varchar', { length: 4 })
  scac: string;

  @Column('varchar', { length: 255 })
  serviceLevel: string;

  @Column('integer')
  transitDays: number;

  /** The quote's price; `totalChargeCents` may move away from it, this one doesn't. */
  @Column('bigint')
  quotedCents: number;

  /** The quote's price and the adjustments. */
  @Column('bigint')
  totalChargeCents: number;

  @Column('jsonb', { default: [] })
  adjustments: Adjustment[];

  /** The quote's, and what was said of the pickup day since. */
  @Column('jsonb', { default: [] })
  warnings: Warning[];

  @Column('jsonb')
  shipFrom: FreightParty;

  @Column('jsonb')
  shipTo: FreightParty;

  @Column('jsonb', { nullable: true })
  billTo: BillTo | null;

  @Column('jsonb', { nullable: true })
  commodity: Commodity | null;

  @Column('jsonb', { default: [] })
  referenceList: Reference[];

  @Column('jsonb', { default: [] })
  orderList: Order[];

  @Column('jsonb', { nullable: true })
  emergencyContact: FreightEmergencyContact | null;

  @Column('varchar', { length: 1_000, nullable: true })
  specialInstructions: string | null;

  /** As the client asked for it: a date or a timestamp. */
  @Column('varchar', { length: 35, nullable: true })
  shipDate: string | null;

  /** YYYY-MM-DD, from booking on: the day asked for, agreed, and in the end the day it was. */
  @Column('date', { nullable: true })
  pickupDate: string | null;

  @Column('varchar', { length: 10, default: 'none' })
  pickupStatus: PickupStatus;

  @Column('jsonb', { nullable: true })
  pickupTimes: PickupTimes | null;

  /** Where its number is, as tracking has it; null as long as there is none. */
  @Column('varchar', { length: 20, nullable: true })
  trackingStatus: TrackingStatus | null;

  /** When the day of a pickup that is still expected ends: without a scan by then it was missed. */
  @Column('timestamptz', { nullable: true })
  pickupEndsAt: Date | null;

  /** The transit days after the pickup day, in business days. */
  @Column('date', { nullable: true })
  estimatedDeliveryDate: string | null;

  /** The carrier's number for the pickup. */
  @Column('varchar', { length: 50, nullable: true })
  pickupConfirmation: string | null;

  /** Why the carrier declined the last booking, or would not cancel it. */
  @Column('varchar', { length: 255, nullable: true })
  statusReason: string | null;

  /** The booking or cancelling request in progress or done last, by its idempotency key: a repeat of it goes on from here. */
  @Column('varchar', { length: 270, nullable: true })
  commandKey: string | null;

  /** When the consignee got it, by the carrier's clock. */
  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  /** The day it was then at the destination. Null also of what was delivered before this was kept. */
  @Column('date', { nullable: true })
  deliveredOn: string | null;

  /** When the first PDF of the bill of lading was made. */
  @Column('timestamptz', { nullable: true })
  bolPrintedAt: Date | null;

  /** Its last tender by e-mail. */
  @VirtualColumn('jsonb', { query: buildTenderSubquery })
  tender: FreightTender | null;

  /** The public page for its consignee. */
  @VirtualColumn('jsonb', { query: buildTrackingPageSubquery })
  trackingPage: FreightTrackingPage | null;

  /** What it is found by, in lower case: a trigger of the table writes it. */
  @Column('text', { default: '', select: false })
  readonly search?: string;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
