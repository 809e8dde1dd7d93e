import { Column, Entity, Index, Unique } from 'typeorm';
import { DEFAULT_COUNTRY, type Country } from '../../domain/countries.js';
import { BelongsToOrganization } from '../../platform/auth/organization.entity.js';
import { OwnedEntity } from '../../platform/tenancy/owned.entity.js';

/** The amount added to a carrier's price: `percent` of the price plus `flat_cents`, and at least `minimum_cents`. */
export interface Markup {
  percent: number;
  flat_cents: number;
  minimum_cents: number;
}

/** `itemized`: the lines of the quote. `all_in`: one line for all charges, which hides the carrier's price structure. */
export const INVOICE_FORMS = ['itemized', 'all_in'] as const;
export type InvoiceForm = (typeof INVOICE_FORMS)[number];

/** A customer that the organization ships for. */
@Entity('customers')
@Unique(['organizationId', 'mode', 'id'])
@Index(['organizationId', 'mode', 'createdAt', 'id'])
@Index('IDX_customers_search', { synchronize: false })
@Index(['organizationId', 'mode', 'externalRef', 'id'])
@Index(['organizationId', 'mode', 'email', 'id'])
@BelongsToOrganization()
export class Customer extends OwnedEntity {
  @Column('varchar', { length: 255 }) name: string;
  @Column('varchar', { length: 255, nullable: true }) company: string | null;
  @Column('varchar', { length: 255, nullable: true }) email: string | null;
  @Column('varchar', { length: 40, nullable: true }) phone: string | null;
  /** The street address on invoices. */
  @Column('varchar', { length: 255, nullable: true }) address: string | null;
  @Column('varchar', { length: 255, nullable: true }) city: string | null;
  @Column('varchar', { length: 2, nullable: true }) state: string | null;
  @Column('varchar', { length: 10, nullable: true }) zip: string | null;
  @Column('varchar', { length: 2, default: DEFAULT_COUNTRY }) country: Country;
  @Column('varchar', { length: 255, nullable: true }) externalRef: string | null;
  @Column('jsonb', { default: {} }) metadata: Record<string, string>;
  /** Null if the customer pays the carrier's price. */
  @Column('jsonb', { nullable: true }) markup: Markup | null;
  @Column('varchar', { length: 10, default: 'itemized' }) invoiceForm: InvoiceForm;
  /** Lower-case text for the `q` filter, written by a database trigger. */
  @Column('text', { default: '', select: false }) readonly search?: string;
  @Column('timestamptz', { default: () => 'now()' }) updatedAt: Date;
}
