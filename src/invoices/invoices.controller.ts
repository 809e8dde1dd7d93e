import { Body, Controller, Get, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '../http/list.js';
import { Operation } from '../http/operation.js';
import { PathId } from '../http/path-id.js';
import { pdfFile } from '../http/pdf.js';
import { CurrentTenant, type Caller } from '../tenancy/tenant.js';
import { InvoicePdfService } from './invoice-pdf.service.js';
import { InvoiceDto, InvoiceListQuery, InvoiceWithLinesDto, PayInvoiceDto } from './invoices.dto.js';
import { InvoicesService } from './invoices.service.js';

@ApiTags('Invoices')
@Controller('invoices')
export class InvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly pdfs: InvoicePdfService,
  ) {}

  @Get()
  @Operation({
    id: 'listInvoices',
    summary: 'List invoices',
    description:
      'Invoices of every status, newest first. An invoice is opened when its shipment is delivered.',
    answer: { list: InvoiceDto },
  })
  list(@CurrentTenant() tenant: Caller, @Query() query: InvoiceListQuery): Promise<Page<InvoiceDto>> {
    return this.invoices.list(tenant, query);
  }

  @Get(':id')
  @Operation({
    id: 'getInvoice',
    summary: 'Retrieve an invoice',
    description:
      'One invoice with its `line_items`, whose sum is `amount_cents`; a late fee is a field of its own and ' +
      'part of `total_cents`. `status` is `open`, `overdue`, `paid` or `void`; the last two are final.',
    answer: { one: InvoiceWithLinesDto },
    errors: ['resource_missing'],
  })
  get(@CurrentTenant() tenant: Caller, @Param('id', PathId) id: number): Promise<InvoiceWithLinesDto> {
    return this.invoices.get(tenant, id);
  }

  @Get(':id/pdf')
  @Operation({
    id: 'downloadInvoice',
    summary: 'Download an invoice',
    description: 'The invoice on US Letter. Making it can fail with 500 `pdf_failed`: retry.',
    answer: { pdf: 'The invoice.' },
    errors: ['resource_missing', 'pdf_failed'],
  })
  pdf(@CurrentTenant() tenant: Caller, @Param('id', PathId) id: number): Promise<StreamableFile> {
    return pdfFile(this.pdfs.render(tenant, id), `invoice-${id}`);
  }

  @Post(':id/pay')
  @Operation({
    id: 'payInvoice',
    summary: 'Record a payment',
    description:
      'Marks an open or overdue invoice as paid in full; one that is paid or void already answers 422. No ' +
      'money is moved. Publishes `invoice.paid`.',
    answer: { one: InvoiceWithLinesDto },
    errors: ['resource_missing', 'invoice_not_payable'],
  })
  pay(
    @CurrentTenant() tenant: Caller,
    @Param('id', PathId) id: number,
    @Body() body: PayInvoiceDto,
  ): Promise<InvoiceWithLinesDto> {
    return this.invoices.pay(tenant, id, body);
  }

  @Post(':id/void')
  @Operation({
    id: 'voidInvoice',
    summary: 'Void an invoice',
    description:
      'Voids an open or overdue invoice, for good: one that is paid or void already answers 422. Publishes ' +
      '`invoice.voided`.',
    answer: { one: InvoiceWithLinesDto },
    errors: ['resource_missing', 'invoice_not_voidable'],
  })
  void(@CurrentTenant() tenant: Caller, @Param('id', PathId) id: number): Promise<InvoiceWithLinesDto> {
    return this.invoices.void(tenant, id);
  }
}
