import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Organization } from '../tenancy/organization.entity.js';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import { Quote } from '../quotes/quote.entity.js';
import type { FreightStatus } from './freight-states.js';

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
  type?: BillToType;
}

/** What is shipped, in the client's words. */
export interface Commodity {
  description?: string;
  handling_unit_type?: string;
  weight?: number;
  freight_class?: string;
}

export interface Reference {
  name: string;
  value: string;
}

/** A shipment, from draft to delivery. */
@Entity('freight')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'status', 'id'])
@Index(['organizationId', 'mode', 'customerId', 'id'])
@Index(['organizationId', 'mode', 'quoteId'])
@Index(['organizationId', 'mode', 'proNumber'], { where: 'pro_number IS NOT NULL' })
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

  @Column('bigint')
  totalChargeCents: number;

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

  @Column('varchar', { length: 1_000, nullable: true })
  specialInstructions: string | null;

  /** As the client asked for it: a date or a timestamp. */
  @Column('varchar', { length: 35, nullable: true })
  shipDate: string | null;

  /** YYYY-MM-DD, once a pickup is agreed. */
  @Column('date', { nullable: true })
  pickupDate: string | null;

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

  /** When the first PDF of the bill of lading was made. */
  @Column('timestamptz', { nullable: true })
  bolPrintedAt: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
