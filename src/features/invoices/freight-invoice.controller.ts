import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { Scope } from '../../platform/auth/scopes.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { InvoiceWithLinesDto } from './invoices.dto.js';
import { ManualInvoicesService } from './manual-invoices.service.js';

@ApiTags('Freight')
@Controller('freight/:id/invoice')
export class FreightInvoiceController {
  constructor(private readonly manual: ManualInvoicesService) {}

  @Post()
  @Scope('invoices.write')
  @Operation({
    id: 'invoiceFreight',
    summary: 'Issue the invoice again',
    description:
      'Opens a new invoice for a shipment whose invoice is void, with the quoted charges and a new number. Returns ' +
      '422 if the shipment has an issued invoice, has not reached the status in `INVOICE_OPENS_ON`, or if the ' +
      'consignee or a third party pays the carrier. Publishes `invoice.created`.',
    answer: { one: InvoiceWithLinesDto },
    creates: ({ id }) => `/api/v1/invoices/${id as number}`,
    errors: ['resource_missing', 'freight_not_invoiceable'],
  })
  issue(@CurrentCaller() caller: Caller, @Param('id', PathId) id: number): Promise<InvoiceWithLinesDto> {
    return this.manual.reissue(caller, id);
  }
}
