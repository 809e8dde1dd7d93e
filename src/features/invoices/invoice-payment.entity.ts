import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';
import { Invoice } from './invoice.entity.js';

/** One payment of an invoice, whole or in part; the order is that of the ids. */
@Entity('invoice_payments')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'invoiceId', 'id'])
@ForeignKey(
  () => Invoice,
  ['organizationId', 'mode', 'invoiceId'] as const,
  ['organizationId', 'mode', 'id'],
  { onDelete: 'CASCADE' },
)
export class InvoicePayment extends OwnedEntity {
  @Column('bigint')
  invoiceId: number;

  @Column('bigint')
  amountCents: number;

  /** How, in the client's words. */
  @Column('varchar', { length: 255, nullable: true })
  method: string | null;

  /** E.g. the number of the cheque. */
  @Column('varchar', { length: 255, nullable: true })
  reference: string | null;
}
