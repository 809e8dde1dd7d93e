import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { OwnedRepository } from '../tenancy/owned.repository.js';
import type { OwnedId, Tenant } from '../tenancy/tenant.js';
import type { Charge } from '../vocabulary/charges.js';
import { Invoice } from './invoice.entity.js';
import type { InvoiceLineItem } from './invoice-line-item.entity.js';
import { InvoiceLineItemsRepository } from './invoice-line-items.repository.js';

/** Invoices with their lines, which are never reached but through their invoice. */
@Injectable()
export class InvoicesRepository extends OwnedRepository<Invoice> {
  constructor(
    transactions: Transactions,
    private readonly lineItems: InvoiceLineItemsRepository,
  ) {
    super(transactions, Invoice);
  }

  async linesOf(tenant: Tenant, invoiceId: number): Promise<InvoiceLineItem[]> {
    return this.lineItems.listBy(tenant, { invoiceId });
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

  /** Of all tenants: open invoices past their due date, held until the transaction ends. Others take other ones. */
  async lockDue(limit: number): Promise<OwnedId[]> {
    return this.transactions.manager.query<OwnedId[]>(
      `SELECT id, organization_id AS "organizationId", mode FROM invoices
       WHERE status = 'open' AND due_date <= now()
       ORDER BY due_date LIMIT $1 FOR UPDATE SKIP LOCKED`,
      [limit],
    );
  }
}
