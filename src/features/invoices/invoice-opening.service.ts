import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { CustomersService } from '../customers/customers.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { QuoteLifecycle } from '../quotes/quote-lifecycle.js';
import { sql } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { sumCents, type Charge } from '../../domain/charges.js';
import { buildBillTo, toAdjustmentCharge, buildFreightSummary } from './invoice-builder.js';
import { InvoiceEvents } from './invoice-events.js';
import { invoiceCreated } from './invoices.events.js';
import { InvoicesRepository } from './invoices.repository.js';

/** Makes the invoice of a shipment from its quote. */
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
   * At most one that is not void, in the caller's transaction, which holds the shipment's row. One that was voided
   * comes back only when the shipment was booked anew. None for freight that the consignee pays the carrier for.
   */
  async openIfMissing(tenant: Tenant, freight: Freight, bookedAnew: boolean): Promise<void> {
    if (freight.billTo?.type === 'collect') return;
    const former = await this.invoices.listBy(tenant, { freightId: freight.id });
    const stands = former.some(({ status }) => status !== 'void');
    if (!stands && (former.length === 0 || bookedAnew)) await this.open(tenant, freight);
  }

  /** An invoice beside a paid one, which never changes: for what is to be paid yet, or a credit. */
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
    const adjusted = freight.adjustments.filter(({ invoiced }) => invoiced);
    const charges = lines ?? [
      ...quote.charges,
      ...adjusted.map((adjustment) => toAdjustmentCharge(adjustment)),
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
