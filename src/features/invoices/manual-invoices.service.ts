import { Injectable } from '@nestjs/common';
import { sumCents } from '../../domain/charges.js';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError, conflictingParam, invalidParam } from '../../platform/http/errors/api-error.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { CustomersService } from '../customers/customers.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { toManualCharge } from './invoice-builder.js';
import type { Invoice } from './invoice.entity.js';
import { InvoiceOpeningService, type DueTerms } from './invoice-opening.service.js';
import type { CreateInvoiceDto, InvoiceWithLinesDto } from './invoices.dto.js';
import { InvoicesRepository } from './invoices.repository.js';

const DAY_MS = 86_400_000;

/** Issues the invoices that a person requests. The amounts of an issued invoice never change. */
@Injectable()
export class ManualInvoicesService {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly opening: InvoiceOpeningService,
    private readonly freight: FreightLifecycle,
    private readonly customers: CustomersService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Opens an invoice with these lines: the invoice of the shipment if it has none, else a supplement.
   * @throws ApiError unknown_reference, conflicting_values, freight_not_invoiceable
   */
  async create(tenant: Tenant, body: CreateInvoiceDto): Promise<InvoiceWithLinesDto> {
    const lines = body.line_items.map(toManualCharge);
    const sum = sumCents(lines);
    if (sum < 1)
      throw conflictingParam('line_items', `line_items sum to ${sum} cents. Send a sum of at least 1 cent.`);
    const due = body.due_date == null ? undefined : toDueTerms(body.due_date);
    return this.transactions.run(async () => {
      await this.customers.validateReference(tenant, body.customer_id);
      const freight = await this.lockFreight(tenant, body.freight_id);
      if (freight.status === 'draft') throw refuse('The shipment is a draft. Book it first.');
      const issued = await this.findIssued(tenant, freight);
      return this.opening.open(tenant, freight, {
        lines,
        due,
        customerId: body.customer_id ?? freight.customerId,
        supplementsInvoiceId: issued?.id ?? null,
      });
    });
  }

  /** Opens the invoice of a shipment again after it was voided. @throws ApiError freight_not_invoiceable */
  async reissue(tenant: Tenant, freightId: number): Promise<InvoiceWithLinesDto> {
    return this.transactions.run(async () => {
      const freight = await this.freight.lock(tenant, freightId);
      if (!this.opening.isDue(freight))
        throw refuse(`The shipment is ${freight.status}. Its invoice cannot be created yet.`);
      const payer = await this.freight.resolvePayer(tenant, freight);
      if (payer === 'consignee')
        throw refuse('The freight terms are collect, so the consignee pays the carrier.');
      if (payer === 'third_party')
        throw refuse(`The freight terms are third party, so ${freight.billTo!.company} pays the carrier.`);
      const issued = await this.findIssued(tenant, freight);
      if (issued)
        throw refuse(`Invoice ${issued.invoiceNumber} of the shipment is ${issued.status}. Void it first.`);
      return this.opening.open(tenant, freight);
    });
  }

  private async findIssued(tenant: Tenant, { id }: Freight): Promise<Invoice | undefined> {
    const invoices = await this.invoices.listBy(tenant, { freightId: id });
    return invoices.find(
      ({ status, supplementsInvoiceId }) => status !== 'void' && supplementsInvoiceId === null,
    );
  }

  /** @throws ApiError unknown_reference */
  private async lockFreight(tenant: Tenant, id: number): Promise<Freight> {
    if (await this.freight.find(tenant, id)) return this.freight.lock(tenant, id);
    const message = `freight_id ${id} is not the id of a shipment. Send the id of a booked shipment.`;
    throw invalidParam('freight_id', message, 'unknown_reference');
  }
}

function refuse(message: string): ApiError {
  return new ApiError('freight_not_invoiceable', { message });
}

/** Returns the last second of the day, and the days until then. @throws ApiError conflicting_values for a past day */
function toDueTerms(day: string): DueTerms {
  const today = new Date().toISOString().slice(0, 10);
  if (day < today)
    throw conflictingParam(
      'due_date',
      `due_date ${day} is in the past. Send ${today} or later. Days are in UTC.`,
    );
  const termsDays = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  return { termsDays, dueDate: new Date(`${day}T23:59:59Z`) };
}
