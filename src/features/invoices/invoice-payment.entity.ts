import { Column, Entity, Index, Unique } from 'typeorm';
import { OwnedEntity, References } from '../../platform/tenancy/owned.entity.js';
import { Invoice } from './invoice.entity.js';

/** A full or partial payment of an invoice. The id gives the order of the payments. */
@Entity('invoice_payments')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'invoiceId', 'id'])
@References(() => Invoice, 'invoiceId', { onDelete: 'CASCADE' })
export class InvoicePayment extends OwnedEntity {
  @Column('bigint') invoiceId: number;
  @Column('bigint') amountCents: number;
  /** Free text, such as `ach` or `check`. */
  @Column('varchar', { length: 255, nullable: true }) method: string | null;
  /** Free text, such as a check number. */
  @Column('varchar', { length: 255, nullable: true }) reference: string | null;
}
