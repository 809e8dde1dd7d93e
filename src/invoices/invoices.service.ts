import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import { Transactions } from '../database/transactions.js';
import type { EventType } from '../events/event-types.js';
import { EventsService } from '../events/events.service.js';
import { ApiError, invalidParam } from '../http/api-error.js';
import type { ErrorCode } from '../http/errors.js';
import type { Page } from '../http/list.js';
import { inBatches } from '../queue/batches.js';
import { sql } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { lateFeeOf, remainingOf } from './invoice-amounts.js';
import { presentInvoice, presentWithLines } from './invoice.presenter.js';
import type { Invoice } from './invoice.entity.js';
import { INVOICE_STATES, type InvoiceStatus, type InvoiceTrigger } from './invoice-states.js';
import type { InvoiceDto, InvoiceListQuery, InvoiceWithLinesDto, PayInvoiceDto } from './invoices.dto.js';
import { InvoicesRepository } from './invoices.repository.js';

const DUE_BATCH = 100;

/** What an invoice's state forbids, by what was tried. */
const REFUSALS: Record<'pay' | 'void', ErrorCode> = {
  pay: 'invoice_not_payable',
  void: 'invoice_not_voidable',
};

@Injectable()
export class InvoicesService {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  async list(
    tenant: Tenant,
    { customer_id: customerId, status, ...query }: InvoiceListQuery,
  ): Promise<Page<InvoiceDto>> {
    return (await this.invoices.page(tenant, query, { customerId, status })).map(presentInvoice);
  }

  async get(tenant: Tenant, id: number): Promise<InvoiceWithLinesDto> {
    return presentWithLines(await this.invoices.get(tenant, id), await this.invoices.linesOf(tenant, id));
  }

  /** @throws ApiError invoice_not_payable */
  async pay(tenant: Tenant, id: number, body: PayInvoiceDto): Promise<InvoiceWithLinesDto> {
    return this.transactions.run(async () => {
      const invoice = await this.invoices.lock(tenant, id);
      const status = allowed(invoice, 'pay');
      const remaining = remainingOf(invoice);
      if (body.amount_cents !== undefined && body.amount_cents !== remaining) {
        throw invalidParam('amount_cents', `amount_cents must be all that remains: ${remaining}.`);
      }
      await this.change(tenant, id, {
        status,
        amountPaidCents: invoice.amountPaidCents + remaining,
        paymentMethod: body.method ?? null,
        paymentReference: body.reference ?? null,
        paidAt: sql('now()'),
      });
      return this.publish(tenant, id, 'invoice.paid');
    });
  }

  /** @throws ApiError invoice_not_voidable */
  async void(tenant: Tenant, id: number): Promise<InvoiceWithLinesDto> {
    return this.transactions.run(async () => {
      const status = allowed(await this.invoices.lock(tenant, id), 'void');
      await this.change(tenant, id, { status, voidedAt: sql('now()') });
      return this.publish(tenant, id, 'invoice.voided');
    });
  }

  /** Voids what is not paid yet of a shipment that is not shipped after all. */
  async voidFor(tenant: Tenant, freightId: number): Promise<void> {
    for (const { id, status } of await this.invoices.listBy(tenant, { freightId })) {
      if (INVOICE_STATES.next(status, 'void') !== null) await this.void(tenant, id);
    }
  }

  /** Moves what is past its due date to overdue, with the late fee; says how many. Safe in several processes at once. */
  async markOverdue(): Promise<number> {
    return inBatches(DUE_BATCH, (limit) => this.markBatch(limit));
  }

  private async markBatch(limit: number): Promise<number> {
    return this.transactions.run(async () => {
      const due = await this.invoices.lockDue(limit);
      for (const { id, ...tenant } of due) await this.markOne(tenant, id);
      return due.length;
    });
  }

  private async markOne(tenant: Tenant, id: number): Promise<void> {
    const invoice = await this.invoices.get(tenant, id);
    const status = INVOICE_STATES.next(invoice.status, 'fall_due')!;
    const lateFeeCents = lateFeeOf(invoice.amountCents, this.config.invoices.lateFeeBasisPoints);
    await this.change(tenant, id, { status, lateFeeCents });
    await this.publish(tenant, id, 'invoice.updated');
    await this.publish(tenant, id, 'invoice.overdue');
  }

  private async change(
    tenant: Tenant,
    id: number,
    values: Parameters<InvoicesRepository['update']>[2],
  ): Promise<void> {
    await this.invoices.update(tenant, id, { ...values, updatedAt: sql('now()') });
  }

  private async publish(tenant: Tenant, id: number, type: EventType): Promise<InvoiceWithLinesDto> {
    const invoice = await this.get(tenant, id);
    await this.events.publish(tenant, type, { invoice });
    return invoice;
  }
}

function allowed(invoice: Invoice, trigger: InvoiceTrigger & keyof typeof REFUSALS): InvoiceStatus {
  const status = INVOICE_STATES.next(invoice.status, trigger);
  if (status !== null) return status;
  const message = `An invoice that is ${invoice.status} cannot be changed.`;
  throw new ApiError(REFUSALS[trigger], { message });
}
