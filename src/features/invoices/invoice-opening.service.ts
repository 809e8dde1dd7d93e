import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { CustomersService } from '../customers/customers.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { QuoteLifecycle } from '../quotes/quote-lifecycle.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { sumCents, type Charge } from '../../domain/charges.js';
import { BILLED_STATUSES, buildBillTo, toAdjustmentCharge, buildFreightSummary } from './invoice-builder.js';
import { InvoiceEvents } from './invoice-events.js';
import { invoiceCreated } from './invoices.events.js';
import { InvoicesRepository } from './invoices.repository.js';

/** Opens the invoice of a shipment, with the charges of its quote. */
@Injectable()
export class InvoiceOpeningService {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly quotes: QuoteLifecycle,
    private readonly customers: CustomersService,
    private readonly invoiceEvents: InvoiceEvents,
    private readonly config: Config,
  ) {}

  /**
   * Opens an invoice if the status of the shipment requires one and it has none that is not void. A voided invoice is
   * replaced only on a new booking. Collect freight gets none. The caller's transaction holds the lock on the shipment.
   */
  async openIfDue(tenant: Tenant, freight: Freight, newBooking: boolean): Promise<void> {
    if (freight.billTo?.type === 'collect') return;
    if (!BILLED_STATUSES[this.config.invoices.opensOn].includes(freight.status)) return;
    const existing = await this.invoices.listBy(tenant, { freightId: freight.id });
    if (existing.some(({ status }) => status !== 'void')) return;
    if (existing.length === 0 || newBooking) await this.open(tenant, freight);
  }

  /** Opens a balance due or a credit beside a paid invoice, which never changes. */
  async openSupplement(tenant: Tenant, freight: Freight, paidId: number, line: Charge): Promise<void> {
    await this.open(tenant, freight, [line], paidId);
  }

  private async open(
    tenant: Tenant,
    freight: Freight,
    lines?: Charge[],
    supplementsInvoiceId: number | null = null,
  ): Promise<void> {
    const quote = await this.quotes.get(tenant, freight.quoteId);
    const invoicedAdjustments = freight.adjustments.filter(({ invoiced }) => invoiced);
    const charges = lines ?? [
      ...quote.charges,
      ...invoicedAdjustments.map((adjustment) => toAdjustmentCharge(adjustment)),
    ];
    const { termsDays } = this.config.invoices;
    const { customerId } = freight;
    const customer = customerId === null ? null : await this.customers.find(tenant, customerId);
    const { id } = await this.invoices.insert(tenant, {
      freightId: freight.id,
      supplementsInvoiceId,
      customerId,
      invoiceNumber: await this.invoices.nextNumber(),
      amountCents: sumCents(charges),
      termsDays,
      dueDate: sql(`now() + interval '${termsDays} days'`),
      billTo: buildBillTo(freight, customer),
      shipment: buildFreightSummary(freight, quote),
    });
    await this.invoices.addLines(tenant, id, charges);
    await this.invoiceEvents.publish(tenant, id, invoiceCreated);
  }
}
