import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { ErrorCode } from '../../platform/http/errors/errors.js';
import type { Page } from '../../platform/tenancy/page.js';
import { runInBatches } from '../../platform/jobs/run-in-batches.js';
import { sql, type Changes } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Charge } from '../../domain/charges.js';
import { computeLateFee, computeRemaining } from './invoice-amounts.js';
import { InvoiceEvents } from './invoice-events.js';
import { toInvoiceDto } from './invoice.mapper.js';
import type { Invoice } from './invoice.entity.js';
import { INVOICE_STATES } from './invoice-states.js';
import type { InvoiceDto, InvoiceListQuery, InvoiceWithLinesDto, PayInvoiceDto } from './invoices.dto.js';
import { invoiceOverdue, invoicePaid, invoiceUpdated, invoiceVoided } from './invoices.events.js';
import { InvoicesRepository } from './invoices.repository.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';

const DUE_BATCH = 100;

/** What an invoice's state forbids, by what was tried. */
const TRANSITION_ERRORS: Record<'pay' | 'void', ErrorCode> = {
  pay: 'invoice_not_payable',
  void: 'invoice_not_voidable',
};

@Injectable()
export class InvoicesService {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly invoiceEvents: InvoiceEvents,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  async list(tenant: Tenant, query: InvoiceListQuery): Promise<Page<InvoiceDto>> {
    return (await this.invoices.page(tenant, query)).map(toInvoiceDto);
  }

  async get(tenant: Tenant, id: number): Promise<InvoiceWithLinesDto> {
    return this.buildDto(tenant, await this.invoices.get(tenant, id));
  }

  /** An invoice as it is or might be, with all that belongs to it. */
  buildDto(tenant: Tenant, invoice: Invoice): Promise<InvoiceWithLinesDto> {
    return this.invoiceEvents.buildDto(tenant, invoice);
  }

  /** Records a payment of all that remains, or of a part of it. @throws ApiError invoice_not_payable, payment_exceeds_balance */
  async pay(tenant: Tenant, id: number, body: PayInvoiceDto): Promise<InvoiceWithLinesDto> {
    return this.transactions.run(async () => {
      const invoice = await this.invoices.lock(tenant, id);
      assertTransitionAllowed(invoice, 'pay');
      const amountCents = resolvePaymentAmount(body, computeRemaining(invoice));
      const { method = null, reference = null } = body;
      await this.invoices.addPayment(tenant, { invoiceId: id, amountCents, method, reference });
      return this.applyAmounts(tenant, invoice, {
        amountPaidCents: invoice.amountPaidCents + amountCents,
        paymentMethod: method,
        paymentReference: reference,
      });
    });
  }

  /** Gives up what is unpaid of the late fee; the invoice is paid when nothing else remains. @throws ApiError late_fee_not_waivable */
  async waiveLateFee(tenant: Tenant, id: number): Promise<InvoiceWithLinesDto> {
    return this.transactions.run(async () => {
      const invoice = await this.invoices.lock(tenant, id);
      const { lateFeeCents, lateFeeWaivedCents } = invoice;
      const waived = Math.min(lateFeeCents, computeRemaining(invoice));
      if (waived <= 0) throw new ApiError('late_fee_not_waivable');
      return this.applyAmounts(tenant, invoice, {
        lateFeeCents: lateFeeCents - waived,
        lateFeeWaivedCents: lateFeeWaivedCents + waived,
      });
    });
  }

  /** Adds a line to a locked invoice that isn't paid yet, in the caller's transaction. */
  async addLine(tenant: Tenant, invoice: Invoice, line: Charge): Promise<void> {
    await this.invoices.addLines(tenant, invoice.id, [line]);
    await this.applyAmounts(tenant, invoice, { amountCents: invoice.amountCents + line.amountCents });
  }

  /** @throws ApiError invoice_not_voidable */
  async void(tenant: Tenant, id: number): Promise<InvoiceWithLinesDto> {
    return this.transactions.run(async () => {
      const invoice = await this.invoices.lock(tenant, id);
      assertTransitionAllowed(invoice, 'void');
      await this.invoices.transition(tenant, invoice, 'void', { voidedAt: sql('now()') });
      return this.invoiceEvents.publish(tenant, id, invoiceVoided);
    });
  }

  /** Voids what is not paid yet of a shipment that is not shipped after all. */
  async voidForFreight(tenant: Tenant, freightId: number): Promise<void> {
    for (const { id, status } of await this.invoices.listBy(tenant, { freightId })) {
      if (INVOICE_STATES.next(status, 'void') !== null) await this.void(tenant, id);
    }
  }

  /** Moves what is past its due date to overdue, with the late fee; says how many. Safe in several processes at once. */
  @PeriodicJob('30s', 'overdue invoices')
  async markOverdue(): Promise<number> {
    return runInBatches(DUE_BATCH, (limit) => this.markOverdueBatch(limit));
  }

  /** Moves an open invoice to overdue, with the late fee. Its row must be locked. */
  async markOneOverdue(tenant: Tenant, id: number): Promise<void> {
    const invoice = await this.invoices.get(tenant, id);
    const lateFeeCents = computeLateFee(computeRemaining(invoice), this.config.invoices.lateFeeBasisPoints);
    await this.invoices.transition(tenant, invoice, 'fall_due', { lateFeeCents });
    await this.invoiceEvents.publish(tenant, id, invoiceUpdated, invoiceOverdue);
  }

  private async markOverdueBatch(limit: number): Promise<number> {
    return this.transactions.run(async () => {
      const due = await this.invoices.lockOverdue(limit);
      for (const { id, ...tenant } of due) await this.markOneOverdue(tenant, id);
      return due.length;
    });
  }

  /** Changes the amounts of a locked invoice, which is paid as soon as nothing remains. */
  private async applyAmounts(
    tenant: Tenant,
    invoice: Invoice,
    amounts: Changes<Invoice, 'status'>,
  ): Promise<InvoiceWithLinesDto> {
    const paid = computeRemaining({ ...invoice, ...amounts } as Invoice) === 0;
    if (paid) await this.invoices.transition(tenant, invoice, 'pay', { ...amounts, paidAt: sql('now()') });
    else await this.invoices.update(tenant, invoice.id, { ...amounts, updatedAt: sql('now()') });
    return this.invoiceEvents.publish(tenant, invoice.id, paid ? invoicePaid : invoiceUpdated);
  }
}

/** What is paid, in cents: a part of what remains, or all of it. @throws ApiError payment_exceeds_balance */
function resolvePaymentAmount({ amount_cents: amount }: PayInvoiceDto, remaining: number): number {
  if (amount === undefined || amount === remaining) return remaining;
  if (amount > remaining) {
    const message = `amount_cents is more than remains to be paid: ${remaining}.`;
    throw new ApiError('payment_exceeds_balance', { param: 'amount_cents', message });
  }
  return amount;
}

function assertTransitionAllowed(invoice: Invoice, possible: keyof typeof TRANSITION_ERRORS): void {
  if (INVOICE_STATES.next(invoice.status, possible) !== null) return;
  const message = `An invoice that is ${invoice.status} cannot be changed.`;
  throw new ApiError(TRANSITION_ERRORS[possible], { message });
}
