import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import { CustomersRepository } from '../customers/customers.repository.js';
import { EventsService } from '../events/events.service.js';
import type { Freight } from '../freight/freight.entity.js';
import { QuotesRepository } from '../quotes/quotes.repository.js';
import { sql } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { sumCents } from '../vocabulary/charges.js';
import { billToOf, shipmentOf } from './invoice-opening.js';
import { presentWithLines } from './invoice.presenter.js';
import { InvoicesRepository } from './invoices.repository.js';

/** Makes the invoice of a shipment from its quote. */
@Injectable()
export class InvoiceOpener {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly quotes: QuotesRepository,
    private readonly customers: CustomersRepository,
    private readonly events: EventsService,
    private readonly config: Config,
  ) {}

  /**
   * At most one that is not void, in the caller's transaction, which holds the shipment's row. One that was voided
   * comes back only when the shipment was booked anew.
   */
  async openOnce(tenant: Tenant, freight: Freight, bookedAnew: boolean): Promise<void> {
    const former = await this.invoices.listBy(tenant, { freightId: freight.id });
    const stands = former.some(({ status }) => status !== 'void');
    if (!stands && (former.length === 0 || bookedAnew)) await this.open(tenant, freight);
  }

  private async open(tenant: Tenant, freight: Freight): Promise<void> {
    const quote = await this.quotes.get(tenant, freight.quoteId);
    const { termsDays } = this.config.invoices;
    const { customerId } = freight;
    const customer = customerId === null ? null : await this.customers.find(tenant, customerId);
    const { id } = await this.invoices.insert(tenant, {
      freightId: freight.id,
      customerId,
      invoiceNumber: await this.invoices.nextNumber(),
      amountCents: sumCents(quote.charges),
      termsDays,
      dueDate: sql(`now() + interval '${termsDays} days'`),
      billTo: billToOf(freight, customer),
      shipment: shipmentOf(freight, quote),
    });
    await this.invoices.addLines(tenant, id, quote.charges);
    const invoice = presentWithLines(
      await this.invoices.get(tenant, id),
      await this.invoices.linesOf(tenant, id),
    );
    await this.events.publish(tenant, 'invoice.created', { invoice });
  }
}
