import { Column, Entity, Index, Unique } from 'typeorm';
import { OwnedEntity, References } from '../../platform/tenancy/owned.entity.js';
import type { ChargeType } from '../../domain/charges.js';
import { Invoice } from './invoice.entity.js';

/** One line of an invoice. The id gives the order of the lines. */
@Entity('invoice_line_items')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'invoiceId', 'id'])
@References(() => Invoice, 'invoiceId', { onDelete: 'CASCADE' })
export class InvoiceLineItem extends OwnedEntity {
  @Column('bigint') invoiceId: number;
  @Column('varchar', { length: 20 }) type: ChargeType;
  @Column('text') code: string;
  @Column('text') description: string;
  /** Hundredweights, percent, or 1 for a flat fee. */
  @Column('double precision', { nullable: true }) quantity: number | null;
  @Column('text', { nullable: true }) unit: string | null;
  /** Cents per unit. */
  @Column('bigint', { nullable: true }) rateCents: number | null;
  /** Negative for a discount. */
  @Column('bigint') amountCents: number;
  @Column('varchar', { length: 5, nullable: true }) freightClass: string | null;
  /** Pounds. */
  @Column('double precision', { nullable: true }) weight: number | null;
}
