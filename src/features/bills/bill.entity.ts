import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Freight } from '../freight/record/freight.entity.js';
import { Organization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import type { BillLine, ChargeComparison } from './compare-charges.js';
import type { BillStatus } from './bill-states.js';

/** A carrier's freight bill, and what the audit made of it. */
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

  /** Why it is disputed or a duplicate. */
  @Column('varchar', { length: 255, nullable: true })
  reason: string | null;

  /** Why it differs from the quote, by code. */
  @Column('text', { array: true, default: [] })
  reasons: string[];

  /** The bill that this one takes the place of. */
  @Column('bigint', { nullable: true })
  replacesBillId: number | null;

  /** The bill that was there first. */
  @Column('bigint', { nullable: true })
  duplicateOfBillId: number | null;

  /** Whether a later bill took its place. */
  @Column('boolean', { default: false })
  replaced: boolean;

  /** What of it the organization contests, in cents. */
  @Column('bigint', { nullable: true })
  disputedCents: number | null;

  /** What the carrier gave back, in cents. */
  @Column('bigint', { default: 0 })
  creditCents: number;

  /** What was agreed with the carrier. */
  @Column('varchar', { length: 1_000, nullable: true })
  note: string | null;

  /** What the carrier quoted, in cents; null while the shipment isn't known. */
  @Column('bigint', { nullable: true })
  quotedCents: number | null;

  @Column('jsonb')
  comparison: ChargeComparison[];

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt: Date;
}
