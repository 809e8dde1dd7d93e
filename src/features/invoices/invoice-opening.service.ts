import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { CustomersService } from '../customers/customers.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { sql, type Sql } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { sumCents, type Charge } from '../../domain/charges.js';
import type { Invoice } from './invoice.entity.js';
import { BILLED_STATUSES, buildBillTo, buildFreightSummary } from './invoice-builder.js';
import { InvoiceChargesService } from './invoice-charges.service.js';
import { InvoiceEvents } from './invoice-events.js';
import type { InvoiceWithLinesDto } from './invoices.dto.js';
import { invoiceCreated } from './invoices.events.js';
import { InvoicesRepository } from './invoices.repository.js';

/** The columns of a new invoice that its lines do not determine. */
type InvoiceHeader = Pick<
  Invoice,
  'freightId' | 'customerId' | 'supplementsInvoiceId' | 'currency' | 'billTo' | 'shipment'
>;

export interface DueTerms {
  termsDays: number;
  dueDate: Date | Sql;
}

/** Opens the invoices of a shipment. The caller's transaction holds the lock on the shipment. */
@Injectable()
export class InvoiceOpeningService {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly customers: CustomersService,
    private readonly lines: InvoiceChargesService,
    private readonly invoiceEvents: InvoiceEvents,
    private readonly config: Config,
  ) {}

  /**
   * Returns true if the status of the shipment requires an invoice and it has none that is not void. A voided invoice is
   * replaced only on a new booking.
   */
  async needsInvoice(tenant: Tenant, freight: Freight, newBooking: boolean): Promise<boolean> {
    if (!this.isDue(freight)) return false;
    const existing = await this.invoices.listBy(tenant, { freightId: freight.id });
    return existing.every(({ status }) => status === 'void') && (existing.length === 0 || newBooking);
  }

  /** Returns true if the shipment has reached the status in which invoices open. */
  isDue({ status }: Freight): boolean {
    return BILLED_STATUSES[this.config.invoices.opensOn].includes(status);
  }

  /** Opens a balance due or a credit beside an issued invoice, whose amounts never change. */
  async openSupplement(tenant: Tenant, freight: Freight, issuedId: number, line: Charge): Promise<void> {
    await this.open(tenant, freight, { lines: [line], supplementsInvoiceId: issuedId });
  }

  /** Opens an invoice with `lines` and their taxes. By default it has the charges of the quote, and goes to the shipment's customer. */
  async open(
    tenant: Tenant,
    freight: Freight,
    {
      lines,
      customerId = freight.customerId,
      supplementsInvoiceId = null,
      due,
    }: Partial<Pick<Invoice, 'customerId' | 'supplementsInvoiceId'>> & {
      lines?: Charge[];
      due?: DueTerms;
    } = {},
  ): Promise<InvoiceWithLinesDto> {
    const customer = customerId === null ? null : await this.customers.find(tenant, customerId);
    const form = customer?.invoiceForm ?? 'itemized';
    const { quote, charges } = await this.lines.collect(tenant, freight, form, lines);
    const header = {
      freightId: freight.id,
      supplementsInvoiceId,
      customerId,
      currency: quote.currency,
      billTo: buildBillTo(freight, customer),
      shipment: buildFreightSummary(freight, quote),
    };
    return this.insert(tenant, header, charges, due);
  }

  /** Stores an invoice with exactly these lines. By default it is due after the terms of the installation. */
  async insert(
    tenant: Tenant,
    header: InvoiceHeader,
    charges: Charge[],
    due?: DueTerms,
  ): Promise<InvoiceWithLinesDto> {
    const { termsDays } = this.config.invoices;
    const { id } = await this.invoices.insert(tenant, {
      ...header,
      invoiceNumber: await this.invoices.nextNumber(),
      amountCents: sumCents(charges),
      ...(due ?? { termsDays, dueDate: sql(`now() + interval '${termsDays} days'`) }),
    });
    await this.invoices.addLines(tenant, id, charges);
    return this.invoiceEvents.publish(tenant, id, invoiceCreated);
  }
}
