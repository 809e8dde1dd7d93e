import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { Place, RateItem } from '../carriers/carrier-adapter.js';
import { Carrier } from '../carriers/carrier.entity.js';
import { Organization } from '../tenancy/organization.entity.js';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import type { Accessorial } from '../vocabulary/accessorials.js';
import type { Charge } from '../vocabulary/charges.js';
import type { QuoteStatus } from './quote-states.js';

/** An item as the client described it: what a carrier rates, and what the bill of lading says of it. */
export interface QuoteItem extends RateItem {
  description?: string;
  pieces?: number;
  nmfc_item_number?: string;
  nmfc_sub_code?: string;
}

/** One price of one carrier for one service level. */
@Entity('quotes')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'status', 'id'])
@Index(['organizationId', 'mode', 'customerId', 'id'])
@Index(['organizationId', 'mode', 'groupId'])
@Index(['expiresAt'], { where: "status = 'active'" })
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

  @ForeignKey(() => Carrier)
  @Index()
  @Column('bigint')
  carrierId: number;

  @Column('varchar', { length: 255 })
  carrierName: string;

  @Column('varchar', { length: 4 })
  scac: string;

  @Column('varchar', { length: 255 })
  serviceLevel: string;

  @Column('varchar', { length: 40 })
  serviceCode: string;

  @Column('varchar', { length: 20 })
  status: QuoteStatus;

  @Column('bigint')
  netChargeCents: number;

  @Column('jsonb')
  charges: Charge[];

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

  @Column('jsonb')
  items: QuoteItem[];

  /** The services requested. */
  @Column('text', { array: true })
  accessorials: Accessorial[];

  @Column('timestamptz')
  expiresAt: Date;
}
