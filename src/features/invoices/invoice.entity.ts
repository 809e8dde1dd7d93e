import { Column, Entity, Index, Unique } from 'typeorm';
import type { DocumentParty } from '../../platform/pdf/bol-document.js';
import type { InvoiceDocument } from '../../platform/pdf/invoice-document.js';
import { Freight } from '../freight/record/freight.entity.js';
import type { Currency } from '../../domain/currencies.js';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity, References } from '../../platform/tenancy/owned.entity.js';
import type { InvoiceStatus } from './invoice-states.js';

/** An invoice for a shipment. `billTo` and `shipment` are copies, so that later changes do not alter an invoice. */
@Entity('invoices')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'freightId'], {
  unique: true,
  where: "status <> 'void' AND supplements_invoice_id IS NULL",
})
@Index(['organizationId', 'mode', 'freightId', 'id'])
@Index(['organizationId', 'mode', 'status', 'id'])
@Index(['organizationId', 'mode', 'customerId', 'id'])
@Index(['dueDate'], { where: "status = 'open' AND amount_cents > 0" })
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index(['organizationId', 'mode', 'dueDate', 'id'])
@Index(['organizationId', 'mode', 'supplementsInvoiceId'], { where: 'supplements_invoice_id IS NOT NULL' })
@Index(['organizationId', 'mode', 'customerId', 'dueDate'], { where: "status IN ('open', 'overdue')" })
@BelongsToOrganization()
@References(() => Freight, 'freightId')
@References(() => Invoice, 'supplementsInvoiceId')
export class Invoice extends OwnedEntity {
  @Column('bigint') freightId: number;
  @Column('bigint', { nullable: true }) customerId: number | null;
  /** The issued invoice of the same shipment that this one supplements with a balance due or a credit. */
  @Column('bigint', { nullable: true }) supplementsInvoiceId: number | null;

  /** Unique across all tenants. */
  @Index({ unique: true })
  @Column('varchar', { length: 24 })
  invoiceNumber: string;

  @Column('varchar', { length: 10, default: 'open' }) status: InvoiceStatus;
  /** The currency of the shipment's quote. */
  @Column('varchar', { length: 3, default: 'USD' }) currency: Currency;
  /** Sum of the lines, in cents. */
  @Column('bigint') amountCents: number;
  @Column('bigint', { default: 0 }) lateFeeCents: number;
  /** Waived part of the late fee, in cents; not included in `lateFeeCents`. */
  @Column('bigint', { default: 0 }) lateFeeWaivedCents: number;
  @Column('bigint', { default: 0 }) amountPaidCents: number;
  /** Days from opening to the due date. */
  @Column('integer') termsDays: number;
  @Column('timestamptz') dueDate: Date;
  @Column('timestamptz', { nullable: true }) paidAt: Date | null;
  @Column('timestamptz', { nullable: true }) voidedAt: Date | null;
  /** Method of the last payment. */
  @Column('varchar', { length: 255, nullable: true }) paymentMethod: string | null;
  /** Reference of the last payment. */
  @Column('varchar', { length: 255, nullable: true }) paymentReference: string | null;
  @Column('jsonb') billTo: DocumentParty;
  @Column('jsonb') shipment: InvoiceDocument['shipment'];
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
