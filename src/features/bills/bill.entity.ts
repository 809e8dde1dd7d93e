import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Freight } from '../freight/record/freight.entity.js';
import { Organization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { BillLine, ChargeComparison } from './compare-charges.js';
import type { BillStatus } from './bill-states.js';

/** A carrier's freight bill with its audit result. */
@Entity('bills')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'carrierKey', 'billNumber'], { unique: true, where: 'NOT replaced' })
@Index(['organizationId', 'mode', 'carrierKey', 'proKey'], {
  unique: true,
  where: "NOT replaced AND status <> 'duplicate' AND (status <> 'resolved' OR credit_cents < total_cents)",
})
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'status', 'id'])
@Index(['organizationId', 'mode', 'freightId', 'id'])
@Index(['organizationId', 'mode', 'proKey', 'id'])
@Index(['organizationId', 'mode', 'billNumber', 'id'])
@Index(['organizationId', 'mode', 'carrierKey', 'id'])
@Index(['organizationId', 'mode', 'replacesBillId'], { where: 'replaces_bill_id IS NOT NULL' })
@Index(['organizationId', 'mode', 'duplicateOfBillId'], { where: 'duplicate_of_bill_id IS NOT NULL' })
@ForeignKey(() => Organization, ['organizationId'] as const, ['id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Freight, ['organizationId', 'mode', 'freightId'] as const, ['organizationId', 'mode', 'id'])
@ForeignKey(() => Bill, ['organizationId', 'mode', 'replacesBillId'] as const, [
  'organizationId',
  'mode',
  'id',
])
@ForeignKey(() => Bill, ['organizationId', 'mode', 'duplicateOfBillId'] as const, [
  'organizationId',
  'mode',
  'id',
])
export class Bill extends OwnedEntity {
  @Column('varchar', { length: 50 })
  billNumber: string;

  /** Name or SCAC, as sent. */
  @Column('varchar', { length: 255 })
  carrier: string;

  /** The SCAC of a known carrier, or the name in lower case: equal for every spelling of a carrier. */
  @Column('text')
  carrierKey: string;

  @Column('varchar', { length: 50, nullable: true })
  proNumber: string | null;

  /** The PRO number in upper case, without spaces and dashes. */
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

  /** Explains a dispute or a duplicate. */
  @Column('varchar', { length: 255, nullable: true })
  reason: string | null;

  /** Codes of the differences from the quote. */
  @Column('text', { array: true, default: [] })
  reasons: string[];

  @Column('bigint', { nullable: true })
  replacesBillId: number | null;

  /** The first bill for the same PRO number. */
  @Column('bigint', { nullable: true })
  duplicateOfBillId: number | null;

  /** True if a later bill replaces this one. */
  @Column('boolean', { default: false })
  replaced: boolean;

  /** Amount that the organization disputes. */
  @Column('bigint', { nullable: true })
  disputedCents: number | null;

  /** Amount that the carrier credited. */
  @Column('bigint', { default: 0 })
  creditCents: number;

  /** The agreement with the carrier. */
  @Column('varchar', { length: 1_000, nullable: true })
  note: string | null;

  /** Null while the shipment is unknown. */
  @Column('bigint', { nullable: true })
  quotedCents: number | null;

  @Column('jsonb')
  comparison: ChargeComparison[];

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
