import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Freight } from '../freight/freight.entity.js';
import { Organization } from '../tenancy/organization.entity.js';
import { OwnedEntity } from '../tenancy/owned.entity.js';
import type { BillLine, BillStatus, Comparison } from './bill-audit.js';

/** A carrier's freight bill, and what the audit made of it. */
@Entity('bills')
@Unique(['organizationId', 'mode', 'id'])
@Unique(['organizationId', 'mode', 'carrierKey', 'billNumber'])
@Index(['organizationId', 'mode', 'status', 'id'])
@Index(['organizationId', 'mode', 'freightId', 'id'])
@Index(['organizationId', 'mode', 'proKey'], { where: 'freight_id IS NULL' })
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Freight, ['organizationId', 'mode', 'freightId'] as const, ['organizationId', 'mode', 'id'])
export class Bill extends OwnedEntity {
  @Column('varchar', { length: 50 })
  billNumber: string;

  /** As the client wrote it: a name or a SCAC. */
  @Column('varchar', { length: 255 })
  carrier: string;

  /** The SCAC where the carrier is known, else its name in lower case: the same carrier is always the same text. */
  @Column('text')
  carrierKey: string;

  @Column('varchar', { length: 50, nullable: true })
  proNumber: string | null;

  /** The PRO number without spaces and dashes, in upper case. */
  @Column('text', { nullable: true })
  proKey: string | null;

  @Column('bigint', { nullable: true })
  freightId: number | null;

  /** YYYY-MM-DD */
  @Column('varchar', { length: 10 })
  billDate: string;

  @Column('jsonb')
  lines: BillLine[];

  @Column('bigint')
  totalCents: number;

  @Column('varchar', { length: 10 })
  status: BillStatus;

  /** Why it is disputed. */
  @Column('varchar', { length: 255, nullable: true })
  reason: string | null;

  /** The quote's price in cents; null while the shipment isn't known. */
  @Column('bigint', { nullable: true })
  quotedCents: number | null;

  @Column('jsonb')
  comparison: Comparison[];

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
