import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository, sql, type Changes } from '../../platform/tenancy/owned.repository.js';
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
