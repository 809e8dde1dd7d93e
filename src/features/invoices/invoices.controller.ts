import { Body, Controller, Get, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../../platform/tenancy/page.js';
import { RequestSignal } from '../../platform/http/contract/request-signal.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { AllowOverWriteQuota, OptionalBody } from '../../platform/http/contract/handler-options.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { InvoicePdfService } from './invoice-pdf.service.js';
import { InvoiceAgingService } from './invoice-aging.service.js';
import {
  AgingQuery,
  AgingTotalsDto,
  InvoiceAgingDto,
  InvoiceDto,
  InvoiceListQuery,
  InvoiceWithLinesDto,
  PayInvoiceDto,
} from './invoices.dto.js';
import { InvoicesService } from './invoices.service.js';

@ApiTags('Invoices')
@Controller('invoices')
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly pdfs: InvoicePdfService,
    private readonly agingReports: InvoiceAgingService,
  ) {}

  @Get()
  @Operation({
    id: 'listInvoices',
    summary: 'List invoices',
    description:
      'Invoices of every status, newest first. An invoice is opened when its shipment is delivered; none is for ' +
      'collect freight, which the consignee pays the carrier for.',
    answer: { list: InvoiceDto },
  })
  list(@CurrentCaller() caller: Caller, @Query() query: InvoiceListQuery): Promise<Page<InvoiceDto>> {
    return this.invoices.list(caller, query);
  }

  @Get('aging')
  @Operation({
    id: 'getInvoiceAging',
    summary: 'Age what is owed',
    description:
      'What remains to be paid of open and overdue invoices, customer by customer, newest customer first, by the days ' +
      'since it fell due. `starting_after` is a `customer_id`; invoices without a customer come last. `totals` is ' +
      'about all of them.',
    answer: { list: InvoiceAgingDto, and: AgingTotalsDto },
  })
  aging(@CurrentCaller() caller: Caller, @Query() query: AgingQuery): Promise<Page<InvoiceAgingDto>> {
    return this.agingReports.report(caller, query);
  }

  @Get(':id')
  @Operation({
    id: 'getInvoice',
    summary: 'Retrieve an invoice',
    description:
      'One invoice with its `line_items`, whose sum is `amount_cents`, and its `payments`; a late fee is a field of ' +
      'its own and part of `total_cents`. `status` is `open`, `overdue`, `paid` or `void`; the last two are final.',
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
    description: 'The invoice on US Letter. Making it can fail with 500 `pdf_failed`: retry.',
    answer: { pdf: 'The invoice.' },
    errors: ['resource_missing', 'pdf_busy', 'pdf_failed'],
  })
  pdf(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @RequestSignal() leaving: AbortSignal,
  ): Promise<StreamableFile> {
    return this.pdfs.render(caller, id, leaving);
  }

  @Post(':id/pay')
  @OptionalBody()
  @Operation({
    id: 'payInvoice',
    summary: 'Record a payment',
    description:
      'Records that an open or overdue invoice was paid: all that remains, or with `amount_cents` a part of it. ' +
      'More than remains is 422, and so is one that is paid or void already. No money is moved. Publishes ' +
      '`invoice.updated`, or `invoice.paid` once nothing remains.',
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
      'Voids an open or overdue invoice, for good: one that is paid or void already answers 422. Nothing is due ' +
      'of it then; what was paid in part stays in `payments`, to be given back. Publishes `invoice.voided`.',
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
      'Gives up what is unpaid of an overdue invoice’s late fee, for good; 422 where there is none. When nothing else ' +
      'remains the invoice is paid. Publishes `invoice.updated` or `invoice.paid`.',
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
