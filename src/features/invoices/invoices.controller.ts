import { Body, Controller, Get, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../../platform/tenancy/page.js';
import { RequestSignal } from '../../platform/http/contract/request-signal.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { AllowOverWriteQuota, OptionalBody } from '../../platform/http/contract/handler-options.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { InvoiceCreditsService } from './invoice-credits.service.js';
import { InvoicePdfService } from './invoice-pdf.service.js';
import {
  AgingQuery,
  AgingTotalsDto,
  CreateInvoiceDto,
  CreditInvoiceDto,
  InvoiceAgingDto,
  InvoiceDto,
  InvoiceListQuery,
  InvoiceWithLinesDto,
  PayInvoiceDto,
} from './invoices.dto.js';
import { InvoicesService } from './invoices.service.js';
import { ManualInvoicesService } from './manual-invoices.service.js';

@ApiTags('Invoices')
@Controller('invoices')
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly pdfs: InvoicePdfService,
    private readonly manual: ManualInvoicesService,
    private readonly credits: InvoiceCreditsService,
  ) {}

  @Get()
  @Operation({
    id: 'listInvoices',
    summary: 'List invoices',
    description:
      'Returns invoices of every status, newest first. By default, an invoice opens when its shipment is delivered. No ' +
      'invoice opens for freight that the consignee or a third party pays.',
    answer: { list: InvoiceDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: InvoiceListQuery): Promise<Page<InvoiceDto>> {
    return this.invoices.list(caller, query);
  }

  @Get('aging')
  @Operation({
    id: 'getInvoiceAging',
    summary: 'Retrieve the aging report',
    description:
      'Returns the remaining amounts of open and overdue invoices by customer and days overdue, in one ' +
      'currency, newest customer first. `starting_after` is a `customer_id`; invoices without a customer come last. `totals` covers all ' +
      'customers.',
    answer: { list: InvoiceAgingDto, and: AgingTotalsDto },
  })
  aging(@CurrentCaller() caller: Caller, @Query() query: AgingQuery): Promise<Page<InvoiceAgingDto>> {
    return this.invoices.aging(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getInvoice',
    summary: 'Retrieve an invoice',
    description:
      'Returns one invoice with its `line_items`, which sum to `amount_cents`, and its `payments`. `total_cents` adds ' +
      'the late fee. `status` is `open`, `overdue`, `paid` or `void`; `paid` and `void` are final.',
    answer: { one: InvoiceWithLinesDto },
    errors: ['resource_missing'],
  })
  get(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<InvoiceWithLinesDto> {
    return this.invoices.get(caller, id);
  }

  @Get(':id/pdf')
  @Operation({
    id: 'downloadInvoice',
    summary: 'Download an invoice',
    description: 'Returns the invoice as a US Letter PDF. If the response is 500 `pdf_failed`, retry.',
    answer: { pdf: 'The invoice.' },
    errors: ['resource_missing', 'pdf_busy', 'pdf_failed'],
  })
  pdf(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @RequestSignal() signal: AbortSignal,
  ): Promise<StreamableFile> {
    return this.pdfs.render(caller, id, signal);
  }

  @Post()
  @Operation({
    id: 'createInvoice',
    summary: 'Create an invoice',
    description:
      'Creates an invoice with your lines, due at the end of `due_date`, and adds the taxes of freight within ' +
      'Canada. If the shipment has an issued invoice, the new one supplements it: use it for extra charges. ' +
      'Otherwise the new invoice becomes the invoice of the shipment, and the delivery does not open another one. ' +
      'Publishes `invoice.created`.',
    answer: { one: InvoiceWithLinesDto },
    creates: (answer) => String(answer.id),
    errors: ['unknown_reference', 'conflicting_values', 'freight_not_invoiceable'],
  })
  create(@CurrentCaller() caller: Caller, @Body() body: CreateInvoiceDto): Promise<InvoiceWithLinesDto> {
    return this.manual.create(caller, body);
  }

  @Post(':id/credit')
  @Operation({
    id: 'creditInvoice',
    summary: 'Issue a credit memo',
    description:
      'Creates a credit: an invoice with negative amounts and the credited invoice in `supplements_invoice_id`. It ' +
      'credits `amount_cents` of the charges and the taxes on that amount. The amounts of the credited invoice do ' +
      'not change. Publishes `invoice.created`.',
    answer: { one: InvoiceWithLinesDto },
    creates: ({ id }) => `/api/v1/invoices/${id as number}`,
    errors: ['resource_missing', 'invoice_not_creditable', 'credit_exceeds_invoice'],
  })
  credit(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: CreditInvoiceDto,
  ): Promise<InvoiceWithLinesDto> {
    return this.credits.credit(caller, id, body);
  }

  @Post(':id/pay')
  @OptionalBody()
  @Operation({
    id: 'payInvoice',
    summary: 'Record a payment',
    description:
      'Records a payment of an open or overdue invoice: `amount_cents`, or the remaining amount by default. Returns ' +
      '422 if the amount exceeds the remaining amount, or if the invoice is paid or void. On a credit it records a refund. ' +
      'Lading does not move money. Publishes `invoice.updated`, or `invoice.paid` once nothing remains.',
    answer: { one: InvoiceWithLinesDto },
    errors: ['resource_missing', 'invoice_not_payable', 'payment_exceeds_balance'],
  })
  pay(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: PayInvoiceDto,
  ): Promise<InvoiceWithLinesDto> {
    return this.invoices.pay(caller, id, body);
  }

  @Post(':id/void')
  @AllowOverWriteQuota()
  @Operation({
    id: 'voidInvoice',
    summary: 'Void an invoice',
    description:
      'Voids an open or overdue invoice permanently, with its unpaid supplements and credits; a paid or void invoice ' +
      'returns 422. Nothing is due on a void invoice. Partial payments stay in `payments` for you to refund. To issue it ' +
      'again, send `POST /freight/{id}/invoice`. Publishes `invoice.voided`.',
    answer: { one: InvoiceWithLinesDto },
    errors: ['resource_missing', 'invoice_not_voidable'],
  })
  void(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<InvoiceWithLinesDto> {
    return this.invoices.void(caller, id);
  }

  @Post(':id/waive-late-fee')
  @Operation({
    id: 'waiveLateFee',
    summary: 'Waive a late fee',
    description:
      'Waives the unpaid part of the late fee permanently; returns 422 if there is none. If nothing else remains, the ' +
      'invoice becomes paid. Publishes `invoice.updated` or `invoice.paid`.',
    answer: { one: InvoiceWithLinesDto },
    errors: ['resource_missing', 'late_fee_not_waivable'],
  })
  waiveLateFee(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
  ): Promise<InvoiceWithLinesDto> {
    return this.invoices.waiveLateFee(caller, id);
  }
}
