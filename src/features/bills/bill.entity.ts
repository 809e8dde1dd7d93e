import { Column, Entity, Index, Unique } from 'typeorm';
import type { Currency } from '../../domain/currencies.js';
import { Freight } from '../freight/record/freight.entity.js';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity, References } from '../../platform/tenancy/owned.entity.js';
import type { BillLine, ChargeComparison } from './compare-charges.js';
import type { BillKind, BillStatus } from './bill-states.js';

/** Matches the original that counts for its PRO number: a rejected bill leaves the number to another one. */
export const EFFECTIVE_BILL =
  "kind = 'original' AND NOT replaced AND status <> 'duplicate' AND (status <> 'resolved' OR credit_cents < total_cents)";

/** A carrier's freight bill with its audit result. */
@Entity('bills')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'carrierKey', 'billNumber'], { unique: true, where: 'NOT replaced' })
@Index(['organizationId', 'mode', 'carrierKey', 'proKey'], {
  unique: true,
  where: EFFECTIVE_BILL,
})
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'status', 'id'])
@Index(['organizationId', 'mode', 'freightId', 'id'])
@Index(['organizationId', 'mode', 'proKey', 'id'])
@Index(['organizationId', 'mode', 'billNumber', 'id'])
@Index(['organizationId', 'mode', 'carrierKey', 'id'])
@Index(['organizationId', 'mode', 'replacesBillId'], { where: 'replaces_bill_id IS NOT NULL' })
@Index(['organizationId', 'mode', 'duplicateOfBillId'], { where: 'duplicate_of_bill_id IS NOT NULL' })
@BelongsToOrganization()
@References(() => Freight, 'freightId')
@References(() => Bill, 'replacesBillId')
@References(() => Bill, 'duplicateOfBillId')
export class Bill extends OwnedEntity {
  @Column('varchar', { length: 50 }) billNumber: string;
  @Column('varchar', { length: 10, default: 'original' }) kind: BillKind;
  /** Name or SCAC, as sent. */
  @Column('varchar', { length: 255 }) carrier: string;
  /** The SCAC of the shipment's carrier or of a known carrier, or the name in lower case. */
  @Column('text') carrierKey: string;
  @Column('varchar', { length: 50, nullable: true }) proNumber: string | null;
  /** The PRO number in upper case, without spaces and dashes. */
  @Column('text', { nullable: true }) proKey: string | null;
  @Column('bigint', { nullable: true }) freightId: number | null;
  /** YYYY-MM-DD */
  @Column('varchar', { length: 10 }) billDate: string;
  @Column('varchar', { length: 3, default: 'USD' }) currency: Currency;
  @Column('jsonb') lines: BillLine[];
  @Column('bigint') totalCents: number;
  @Column('varchar', { length: 10 }) status: BillStatus;
  /** Explains a dispute or a duplicate. */
  @Column('varchar', { length: 255, nullable: true }) reason: string | null;
  /** True if the audit finds that the bill cannot be for the shipment. */
  @Column('boolean', { default: false }) objected: boolean;
  /** Codes of the differences from the quote. */
  @Column('text', { array: true, default: [] }) reasons: string[];
  @Column('bigint', { nullable: true }) replacesBillId: number | null;
  /** The first bill for the same PRO number. */
  @Column('bigint', { nullable: true }) duplicateOfBillId: number | null;
  /** True if a later bill replaces this one. */
  @Column('boolean', { default: false }) replaced: boolean;
  /** Canadian sales taxes in the total, up to the lawful amount. */
  @Column('bigint', { default: 0 }) taxCents: number;
  /** Sales taxes above the lawful amount. */
  @Column('bigint', { default: 0 }) taxDisputedCents: number;
  /** Amount that the organization disputes. */
  @Column('bigint', { nullable: true }) disputedCents: number | null;
  /** Amount that the carrier credited. */
  @Column('bigint', { default: 0 }) creditCents: number;
  /** The agreed credit. */
  @Column('varchar', { length: 1_000, nullable: true }) note: string | null;
  /** Null while the shipment is unknown, and for a bill in another currency than the shipment's quote. */
  @Column('bigint', { nullable: true }) quotedCents: number | null;
  @Column('jsonb') comparison: ChargeComparison[];
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
