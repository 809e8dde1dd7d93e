import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { OwnedRepository, sql, type Changes } from '../../platform/tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../../platform/tenancy/tenant.js';
import type { Charge } from '../../domain/charges.js';
import { Invoice } from './invoice.entity.js';
import { INVOICE_STATES, type InvoiceTrigger } from './invoice-states.js';
import type { InvoiceLineItem } from './invoice-line-item.entity.js';
import { InvoiceLineItemsRepository } from './invoice-line-items.repository.js';
import type { InvoicePayment } from './invoice-payment.entity.js';
import { InvoicePaymentsRepository } from './invoice-payments.repository.js';

/** Invoices with their lines and payments, which are never reached but through their invoice. */
@Injectable()
export class InvoicesRepository extends OwnedRepository<Invoice, 'status'> {
  constructor(
    transactions: Transactions,
    private readonly lineItems: InvoiceLineItemsRepository,
    private readonly payments: InvoicePaymentsRepository,
  ) {
    super(transactions, Invoice);
  }

  /** The one way to another status: by a row of the table. @throws Error when the table has no such row */
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
    if (charges.length === 0) return;
    await this.lineItems.insertAll(
      tenant,
      charges.map(({ type, code, description, amountCents, ...details }) => ({
        invoiceId,
        type,
        code,
        description,
        quantity: details.quantity ?? null,
        unit: details.unit ?? null,
        rateCents: details.rateCents === undefined ? null : Math.round(details.rateCents),
        amountCents,
        freightClass: details.freightClass ?? null,
        weight: details.weight ?? null,
      })),
    );
  }

  /** The next number of the installation, e.g. `INV-000123`; a rolled-back one leaves a gap. */
  async nextNumber(): Promise<string> {
    const [row] = await this.transactions.prepared<{ serial: number }>({
      name: 'next_invoice_serial',
      text: `SELECT nextval('invoice_serials') AS serial`,
    });
    return `INV-${String(row!.serial).padStart(6, '0')}`;
  }

  /** Of all tenants: open invoices past their due date, which a credit never is, held until the transaction ends. */
  async lockOverdue(limit: number): Promise<OwnedId[]> {
    return this.lockDue({ at: 'due_date', where: "status = 'open' AND amount_cents > 0" }, limit);
  }
}
