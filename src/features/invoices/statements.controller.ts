import { Controller, Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { Operation } from '../../platform/http/contract/operation.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { RequestSignal } from '../../platform/http/contract/request-signal.js';
import type { Page } from '../../platform/tenancy/page.js';
import { AgingQuery, StatementTotalsDto, InvoiceDto, StatementPdfQuery } from './invoices.dto.js';
import { StatementsService } from './statements.service.js';

@ApiTags('Customers')
@Controller('customers/:id/statement')
export class StatementsController {
  constructor(private readonly statements: StatementsService) {}

  @Get()
  @Operation({
    id: 'getCustomerStatement',
    summary: 'Retrieve the statement of account',
    description:
      'Returns the open and overdue invoices and the open credits of a customer in one currency, newest first. `totals` has ' +
      'the balance of all of them by days overdue. `Accept: text/csv` returns the invoices as CSV. ' +
      'The request also needs the scope `invoices.read`.',
    answer: { list: InvoiceDto, and: StatementTotalsDto },
    errors: ['resource_missing'],
  })
  get(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Query() query: AgingQuery,
  ): Promise<Page<InvoiceDto>> {
    return this.statements.list(caller, id, query);
  }

  @Get('pdf')
  @Operation({
    id: 'downloadCustomerStatement',
    summary: 'Download the statement of account',
    description:
      'Returns the statement as a US Letter PDF, with the oldest 500 unpaid invoices and the totals of all unpaid ' +
      'invoices and credits. The request also needs the scope `invoices.read`. If the response is 500 `pdf_failed`, retry.',
    answer: { pdf: 'The statement.' },
    errors: ['resource_missing', 'pdf_busy', 'pdf_failed'],
  })
  pdf(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Query() query: StatementPdfQuery,
    @RequestSignal() signal: AbortSignal,
  ): Promise<StreamableFile> {
    return this.statements.render(caller, id, query, signal);
  }
}
