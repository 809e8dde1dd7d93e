import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { ErrorCode } from '../../platform/http/errors/errors.js';
import { Page } from '../../platform/tenancy/page.js';
import { runInBatches } from '../../platform/jobs/run-in-batches.js';
import { sql, type Changes } from '../../platform/tenancy/owned.repository.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { computeLateFee, computeRemaining } from './invoice-amounts.js';
import { InvoiceEvents } from './invoice-events.js';
import { InvoiceAgingRepository } from './invoice-aging.repository.js';
import { toInvoiceDto } from './invoice.mapper.js';
import type { Invoice } from './invoice.entity.js';
import { INVOICE_STATES } from './invoice-states.js';
import type {
  AgingQuery,
  InvoiceAgingDto,
  InvoiceDto,
  InvoiceListQuery,
  InvoiceWithLinesDto,
  PayInvoiceDto,
} from './invoices.dto.js';
import { invoiceOverdue, invoicePaid, invoiceUpdated, invoiceVoided } from './invoices.events.js';
import { InvoicesRepository } from './invoices.repository.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';

const DUE_BATCH = 100;

/** The error of a transition that the state table does not have. */
const TRANSITION_ERRORS: Record<'pay' | 'void', ErrorCode> = {
  pay: 'invoice_not_payable',
  void: 'invoice_not_voidable',
};

@Injectable()
export class InvoicesService {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly agingReports: InvoiceAgingRepository,
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

  async aging(tenant: Tenant, query: AgingQuery): Promise<Page<InvoiceAgingDto>> {
    const { rows, ...totals } = await this.transactions.reading(() =>
      this.agingReports.report(tenant, query),
    );
    const page = new Page(rows.slice(0, query.limit), rows.length > query.limit, totals);
    return page.map(({ customer_id, customer_name, ...buckets }) => ({
      object: 'invoice_aging',
      customer_id,
      customer_name,
      ...buckets,
    }));
  }

  /** Adds lines, payments and the remit-to address to an invoice, stored or simulated. */
  buildDto(tenant: Tenant, invoice: Invoice): Promise<InvoiceWithLinesDto> {
    return this.invoiceEvents.buildDto(tenant, invoice);
  }

  /** Records a full or partial payment. @throws ApiError invoice_not_payable, payment_exceeds_balance */
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

  /** Waives the unpaid part of the late fee. @throws ApiError late_fee_not_waivable */
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

  /** Voids an invoice with its unpaid supplements and credits. @throws ApiError invoice_not_voidable */
  async void(tenant: Tenant, id: number): Promise<InvoiceWithLinesDto> {
    return this.transactions.run(async () => {
      await this.invoices.lockFreight(tenant, id);
      const invoice = await this.invoices.lock(tenant, id);
      assertTransitionAllowed(invoice, 'void');
      await this.voidAllUnpaid(tenant, await this.invoices.listBy(tenant, { supplementsInvoiceId: id }));
      await this.invoices.transition(tenant, invoice, 'void', { voidedAt: sql('now()') });
      return this.invoiceEvents.publish(tenant, id, invoiceVoided);
    });
  }

  /** Voids the unpaid invoices of a shipment. */
  async voidForFreight(tenant: Tenant, freightId: number): Promise<void> {
    await this.voidAllUnpaid(tenant, await this.invoices.listBy(tenant, { freightId }));
  }

  /** Voids the newest invoice first, because an invoice is older than its supplements. */
  private async voidAllUnpaid(tenant: Tenant, invoices: Invoice[]): Promise<void> {
    for (const { id, status } of invoices.toReversed())
      if (INVOICE_STATES.next(status, 'void') !== null) await this.void(tenant, id);
  }

  /** Moves invoices past their due date to overdue and returns their number. Several processes may run it at once. */
  @PeriodicJob('30s', 'overdue invoices')
  async markOverdue(): Promise<number> {
    return runInBatches(DUE_BATCH, (limit) => this.markOverdueBatch(limit));
  }

  /** Moves an open invoice to overdue and adds the late fee on its balance less its open credits. The caller's transaction holds the lock on the invoice. */
  async markOneOverdue(tenant: Tenant, id: number): Promise<void> {
    const invoice = await this.invoices.get(tenant, id);
    const owedCents = computeRemaining(invoice) + (await this.invoices.sumOpenCredits(tenant, id));
    const lateFeeCents = computeLateFee(owedCents, this.config.invoices.lateFeeBasisPoints);
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

  /** Changes the amounts of a locked invoice, and marks it paid once nothing remains. */
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

/** Returns the amount of the payment in cents, negative for the refund of a credit. @throws ApiError payment_exceeds_balance */
function resolvePaymentAmount({ amount_cents: amount }: PayInvoiceDto, remaining: number): number {
  const most = Math.abs(remaining);
  if (amount === undefined || amount === most) return remaining;
  if (amount < most) return remaining < 0 ? -amount : amount;
  const message = `amount_cents ${amount} exceeds the remaining amount. Send at most ${most}.`;
  throw new ApiError('payment_exceeds_balance', { param: 'amount_cents', message });
}

function assertTransitionAllowed(invoice: Invoice, trigger: keyof typeof TRANSITION_ERRORS): void {
  if (INVOICE_STATES.next(invoice.status, trigger) !== null) return;
  const message = `The invoice is ${invoice.status}. Only open and overdue invoices can change.`;
  throw new ApiError(TRANSITION_ERRORS[trigger], { message });
}
