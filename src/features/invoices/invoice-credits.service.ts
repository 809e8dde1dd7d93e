import { Injectable } from '@nestjs/common';
import { computeTaxCredits, type CreditableTax } from '../../domain/canadian-taxes.js';
import { sumCents, type Charge } from '../../domain/charges.js';
import { Transactions } from '../../platform/database/transactions.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Invoice } from './invoice.entity.js';
import { InvoiceOpeningService } from './invoice-opening.service.js';
import type { CreditInvoiceDto, InvoiceWithLinesDto } from './invoices.dto.js';
import { InvoicesRepository } from './invoices.repository.js';

/** The charges that can still be credited, and the charges already credited, in cents without taxes. */
export interface CreditBalance {
  remainingCents: number;
  returnedCents: number;
  taxes: CreditableTax[];
}

/** Opens credits for issued invoices. The credits of an invoice never exceed its charges and their taxes. */
@Injectable()
export class InvoiceCreditsService {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly opening: InvoiceOpeningService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Opens a credit that a person requests. It returns charges and their part of the invoice's taxes.
   * @throws ApiError invoice_not_creditable, credit_exceeds_invoice
   */
  async credit(
    tenant: Tenant,
    id: number,
    { amount_cents: amountCents, reason }: CreditInvoiceDto,
  ): Promise<InvoiceWithLinesDto> {
    return this.transactions.run(async () => {
      await this.invoices.lockFreight(tenant, id);
      const invoice = await this.invoices.lock(tenant, id);
      assertCreditable(invoice);
      const balance = await this.getBalance(tenant, invoice);
      const most = balance.remainingCents;
      if (amountCents > most) {
        const message = `amount_cents ${amountCents} exceeds the charges not credited yet. Send at most ${most}.`;
        throw new ApiError('credit_exceeds_invoice', { param: 'amount_cents', message });
      }
      const flat = { quantity: 1, unit: 'flat' as const, rateCents: -amountCents };
      const line = { code: 'CREDIT', description: reason, amountCents: -amountCents, ...flat };
      return this.open(tenant, invoice, balance, { type: 'adjustment', ...line });
    });
  }

  /** Opens a credit with this negative line and its taxes. The caller's transaction holds the lock on the shipment. */
  async open(
    tenant: Tenant,
    invoice: Invoice,
    { taxes, returnedCents }: CreditBalance,
    line: Charge,
  ): Promise<InvoiceWithLinesDto> {
    const { freightId, customerId, currency, billTo, shipment, id } = invoice;
    const header = { freightId, customerId, currency, billTo, shipment, supplementsInvoiceId: id };
    const taxCredits = computeTaxCredits(taxes, returnedCents - line.amountCents);
    return this.opening.insert(tenant, header, [line, ...taxCredits]);
  }

  /** Returns the charges that can still be credited and those already credited, without taxes. */
  async getBalance(tenant: Tenant, { id, amountCents }: Invoice): Promise<CreditBalance> {
    const lines = await this.invoices.listLines(tenant, id);
    const taxes = lines.filter(({ type }) => type === 'tax');
    const credited = await this.invoices.sumCredits(tenant, id);
    const returnedCents = -(credited.get('') ?? 0);
    return {
      remainingCents: Math.max(0, amountCents - sumCents(taxes) - returnedCents),
      returnedCents,
      taxes: taxes.map(({ code, description, quantity }) => ({
        code,
        description,
        percent: quantity ?? 0,
        creditedCents: -(credited.get(code) ?? 0),
      })),
    };
  }
}

/** @throws ApiError invoice_not_creditable */
function assertCreditable({ status, amountCents, invoiceNumber }: Invoice): void {
  if (status !== 'void' && amountCents > 0) return;
  const state = status === 'void' ? 'void' : 'a credit';
  throw new ApiError('invoice_not_creditable', {
    message: `Invoice ${invoiceNumber} is ${state}. Credit another invoice.`,
  });
}
