import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository, sql, type Changes } from '../../platform/tenancy/owned.repository.js';
import type { Page, PageRequest } from '../../platform/tenancy/page.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import type { Charge } from '../../domain/charges.js';
import { Invoice } from './invoice.entity.js';
import { toLineItemRow } from './invoice.mapper.js';
import { INVOICE_STATES, type InvoiceTrigger } from './invoice-states.js';
import { InvoiceLineItem } from './invoice-line-item.entity.js';
import { InvoicePayment } from './invoice-payment.entity.js';

class LineItemsRepository extends OwnedRepository<InvoiceLineItem> {}
class PaymentsRepository extends OwnedRepository<InvoicePayment> {}

/** Stores invoices with their lines and payments, which no other class reads or writes. */
@Injectable()
export class InvoicesRepository extends OwnedRepository<Invoice, 'status'> {
  private readonly lineItems: LineItemsRepository;
  private readonly payments: PaymentsRepository;

  constructor(transactions: Transactions) {
    super(transactions, Invoice);
    this.lineItems = new LineItemsRepository(transactions, InvoiceLineItem);
    this.payments = new PaymentsRepository(transactions, InvoicePayment);
  }

  /** Returns a page of a customer's open and overdue invoices in one currency, newest first. */
  async pageUnpaid(
    tenant: Tenant,
    query: PageRequest,
    filter: Pick<Invoice, 'customerId' | 'currency'>,
  ): Promise<Page<Invoice>> {
    return this.pageOfParts([` AND status IN ('open', 'overdue')`], tenant, query, filter);
  }

  /** Moves an invoice to the next status of the state table. @throws Error if the table has no such transition */
  async transition(
    tenant: Tenant,
    { id, status }: Invoice,
    trigger: InvoiceTrigger,
    values: Changes<Invoice, 'status'>,
  ): Promise<void> {
    const next = INVOICE_STATES.requireNext(status, trigger);
    await this.write(tenant, id, { ...values, status: next, updatedAt: sql('now()') });
  }

  async listLines(tenant: Tenant, invoiceId: number): Promise<InvoiceLineItem[]> {
    return this.lineItems.listBy(tenant, { invoiceId });
  }

  async listPayments(tenant: Tenant, invoiceId: number): Promise<InvoicePayment[]> {
    return this.payments.listBy(tenant, { invoiceId });
  }

  async addPayment(
    tenant: Tenant,
    payment: Pick<InvoicePayment, 'invoiceId' | 'amountCents' | 'method' | 'reference'>,
  ): Promise<void> {
    await this.payments.insert(tenant, payment);
  }

  async addLines(tenant: Tenant, invoiceId: number, charges: Charge[]): Promise<void> {
    await this.lineItems.insertAll(
      tenant,
      charges.map((charge) => toLineItemRow(invoiceId, charge)),
    );
  }

  /** Returns the sum of the invoices of a shipment that are not void, in cents; null without one. */
  async sumForFreight({ organizationId, mode }: Tenant, freightId: number): Promise<number | null> {
    const [row] = await this.transactions.prepared<{ cents: number | null }>({
      name: 'invoiced_for_freight',
      text: `SELECT sum(amount_cents)::bigint AS cents FROM invoices
             WHERE organization_id = $1 AND mode = $2 AND freight_id = $3 AND status <> 'void'`,
      values: [organizationId, mode, freightId],
    });
    return row!.cents;
  }

  /** Lists the lines of the invoices of a shipment that are not void. */
  async listLinesForFreight(
    { organizationId, mode }: Tenant,
    freightId: number,
  ): Promise<Pick<InvoiceLineItem, 'type' | 'description' | 'amountCents'>[]> {
    return this.transactions.prepared({
      name: 'invoice_lines_of_freight',
      text: `SELECT line.type, line.description, line.amount_cents AS "amountCents"
             FROM invoices JOIN invoice_line_items line ON line.organization_id = invoices.organization_id
               AND line.mode = invoices.mode AND line.invoice_id = invoices.id
             WHERE invoices.organization_id = $1 AND invoices.mode = $2 AND invoices.freight_id = $3
               AND invoices.status <> 'void'`,
      values: [organizationId, mode, freightId],
    });
  }

  /** Locks the shipment of an invoice, if both exist, until the transaction ends. */
  async lockFreight({ organizationId, mode }: Tenant, id: number): Promise<void> {
    await this.transactions.prepared({
      name: 'invoice_lock_freight',
      text: `SELECT freight.id FROM invoices JOIN freight ON freight.organization_id = invoices.organization_id
               AND freight.mode = invoices.mode AND freight.id = invoices.freight_id
             WHERE invoices.organization_id = $1 AND invoices.mode = $2 AND invoices.id = $3 FOR UPDATE OF freight`,
      values: [organizationId, mode, id],
    });
  }

  /**
   * Sums the lines of an invoice's credits that are not void, in negative cents, by the code of the tax. The code of all other
   * lines is empty.
   */
  async sumCredits({ organizationId, mode }: Tenant, invoiceId: number): Promise<Map<string, number>> {
    const sums = await this.transactions.prepared<{ tax: string; cents: number }>({
      name: 'invoice_credits',
      text: `SELECT CASE WHEN line.type = 'tax' THEN line.code ELSE '' END AS tax, sum(line.amount_cents)::bigint AS cents
             FROM invoices JOIN invoice_line_items line ON line.organization_id = invoices.organization_id
               AND line.mode = invoices.mode AND line.invoice_id = invoices.id
             WHERE invoices.organization_id = $1 AND invoices.mode = $2 AND invoices.supplements_invoice_id = $3
               AND invoices.status <> 'void' AND invoices.amount_cents < 0
             GROUP BY 1`,
      values: [organizationId, mode, invoiceId],
    });
    return new Map(sums.map(({ tax, cents }) => [tax, cents]));
  }

  /** Returns what the open credits of an invoice reduce its balance by, in negative cents. */
  async sumOpenCredits({ organizationId, mode }: Tenant, invoiceId: number): Promise<number> {
    const [row] = await this.transactions.prepared<{ cents: number }>({
      name: 'open_invoice_credits',
      text: `SELECT COALESCE(sum(amount_cents - amount_paid_cents), 0)::bigint AS cents FROM invoices
             WHERE organization_id = $1 AND mode = $2 AND supplements_invoice_id = $3 AND status = 'open'
               AND amount_cents < 0`,
      values: [organizationId, mode, invoiceId],
    });
    return row!.cents;
  }

  /** Returns the next invoice number of the installation, such as `INV-000123`. A rollback leaves a gap. */
  async nextNumber(): Promise<string> {
    const [row] = await this.transactions.prepared<{ serial: number }>({
      name: 'next_invoice_serial',
      text: `SELECT nextval('invoice_serials') AS serial`,
    });
    return `INV-${String(row!.serial).padStart(6, '0')}`;
  }

  /** Locks up to `limit` open invoices of any tenant past their due date. A credit has no due date. */
  async lockOverdue(limit: number): Promise<OwnedId[]> {
    return this.lockDue({ at: 'due_date', where: "status = 'open' AND amount_cents > 0" }, limit);
  }
}
