import { Injectable, Logger, type StreamableFile } from '@nestjs/common';
import type { Caller } from '../../platform/auth/caller.js';
import { OrganizationProfiles } from '../../platform/auth/organization-profiles.js';
import { requireScope } from '../../platform/auth/scopes.js';
import { pdfFile } from '../../platform/http/contract/handler-results.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { DocumentRenderer } from '../../platform/pdf/document-renderer.js';
import type { StatementDocument, StatementDocumentLine } from '../../platform/pdf/statement-document.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { CustomersService } from '../customers/customers.service.js';
import { toCustomerParty } from './invoice-builder.js';
import { toInvoiceDto } from './invoice.mapper.js';
import type { AgingQuery, StatementTotalsDto, InvoiceDto, StatementPdfQuery } from './invoices.dto.js';
import { InvoicesRepository } from './invoices.repository.js';
import { StatementsRepository, type StatementRow } from './statements.repository.js';

/** The lines of a PDF, about ten pages. */
const MAX_PRINTED_LINES = 500;

/** Builds the statement of account of a customer: its unpaid invoices and credits in one currency. */
@Injectable()
export class StatementsService {
  private readonly logger = new Logger('Statements');

  constructor(
    private readonly statements: StatementsRepository,
    private readonly invoices: InvoicesRepository,
    private readonly customers: CustomersService,
    private readonly profiles: OrganizationProfiles,
    private readonly renderer: DocumentRenderer,
  ) {}

  /** @throws RowMissing, ApiError insufficient_scope */
  async list(tenant: Caller, customerId: number, query: AgingQuery): Promise<Page<InvoiceDto>> {
    requireScope(tenant, 'invoices.read');
    return this.statements.reading(async () => {
      const totals = await this.getTotals(tenant, customerId, query);
      const { currency } = totals.totals;
      const { data, hasMore } = await this.invoices.pageUnpaid(tenant, query, { customerId, currency });
      return new Page(data.map(toInvoiceDto), hasMore, { ...totals });
    });
  }

  /** Prints the oldest 500 invoices. @throws RowMissing, ApiError insufficient_scope, pdf_busy, pdf_failed */
  async render(
    tenant: Caller,
    customerId: number,
    query: StatementPdfQuery,
    signal: AbortSignal,
  ): Promise<StreamableFile> {
    requireScope(tenant, 'invoices.read');
    const document = await this.buildDocument(tenant, customerId, query);
    return pdfFile(this.print(tenant, document, signal), `statement-${customerId}`);
  }

  private async buildDocument(
    tenant: Tenant,
    customerId: number,
    query: StatementPdfQuery,
  ): Promise<StatementDocument> {
    const { totals } = await this.getTotals(tenant, customerId, query);
    const customer = await this.customers.find(tenant, customerId);
    if (!customer) throw new RowMissing();
    const rows = await this.statements.listOldest(tenant, customerId, totals.currency, MAX_PRINTED_LINES);
    const { remitTo, ...issuer } = await this.profiles.letterhead(tenant);
    return {
      test: tenant.mode === 'test',
      asOf: new Date().toISOString().slice(0, 10),
      issuer,
      remitTo,
      customer: toCustomerParty(customer),
      currency: totals.currency,
      lines: rows.map(toStatementLine),
      omittedCount: Math.max(0, totals.invoice_count - rows.length),
      aging: [
        { label: 'Current', cents: totals.current_cents },
        { label: '1–30 days overdue', cents: totals.days_1_30_cents },
        { label: '31–60 days', cents: totals.days_31_60_cents },
        { label: '61–90 days', cents: totals.days_61_90_cents },
        { label: 'Over 90 days', cents: totals.days_over_90_cents },
      ],
      balanceCents: totals.total_cents,
    };
  }

  private async print(tenant: Tenant, document: StatementDocument, signal: AbortSignal): Promise<Buffer> {
    try {
      return await this.renderer.render('statement', document, { owner: `${tenant.organizationId}`, signal });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.logger.error(error);
      throw new ApiError('pdf_failed');
    }
  }

  private async getTotals(
    tenant: Tenant,
    customerId: number,
    { currency }: StatementPdfQuery,
  ): Promise<StatementTotalsDto> {
    const totals = await this.statements.findTotals(tenant, customerId, currency);
    if (!totals) throw new RowMissing();
    return totals;
  }
}

function toStatementLine({
  issuedAt,
  dueDate,
  proNumber,
  isOverdue,
  ...row
}: StatementRow): StatementDocumentLine {
  const isCredit = row.totalCents < 0;
  return {
    invoiceNumber: row.invoiceNumber,
    kind: isCredit ? 'Credit' : isOverdue ? 'Overdue' : 'Invoice',
    issuedAt: issuedAt.toISOString(),
    dueDate: isCredit ? '' : dueDate.toISOString(),
    bolNumber: row.bolNumber,
    proNumber: proNumber ?? '',
    totalCents: row.totalCents,
    paidCents: 0 - row.paidCents,
    balanceCents: row.totalCents - row.paidCents,
  };
}
