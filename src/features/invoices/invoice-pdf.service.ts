import { Injectable, Logger, type StreamableFile } from '@nestjs/common';
import { DocumentRenderer } from '../../platform/pdf/document-renderer.js';
import { pdfFile } from '../../platform/http/contract/handler-results.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { OrganizationProfiles } from '../../platform/auth/organization-profiles.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Invoice } from './invoice.entity.js';
import { buildInvoiceDocument } from './invoice.mapper.js';
import { InvoicesRepository } from './invoices.repository.js';

@Injectable()
export class InvoicePdfService {
  private readonly logger = new Logger('Invoices');

  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly profiles: OrganizationProfiles,
    private readonly renderer: DocumentRenderer,
  ) {}

  /** @throws ApiError pdf_busy, pdf_failed */
  async render(tenant: Tenant, id: number, signal: AbortSignal): Promise<StreamableFile> {
    const invoice = await this.invoices.get(tenant, id);
    return pdfFile(this.renderToBuffer(tenant, invoice, signal), `invoice-${invoice.invoiceNumber}`);
  }

  /** Returns the invoice of the shipment that is not void, or null. It is not a supplement, unless only supplements are left. */
  async findForFreight(tenant: Tenant, freightId: number): Promise<Invoice | null> {
    const invoices = await this.invoices.listBy(tenant, { freightId });
    const valid = invoices.filter(({ status }) => status !== 'void');
    return valid.find((one) => one.supplementsInvoiceId === null) ?? valid.at(-1) ?? null;
  }

  /** Returns true if the shipment has an invoice, void or not. */
  async hasAnyInvoice(tenant: Tenant, freightId: number): Promise<boolean> {
    return (await this.invoices.findBy(tenant, { freightId })) !== null;
  }

  /** @throws ApiError pdf_busy, pdf_failed */
  async renderToBuffer(tenant: Tenant, invoice: Invoice, signal: AbortSignal): Promise<Buffer> {
    const lines = await this.invoices.listLines(tenant, invoice.id);
    const payments = await this.invoices.listPayments(tenant, invoice.id);
    const { supplementsInvoiceId: paidId } = invoice;
    const supplemented = paidId === null ? null : await this.invoices.get(tenant, paidId);
    const letterhead = await this.profiles.letterhead(tenant);
    try {
      const document = buildInvoiceDocument(invoice, lines, payments, supplemented, letterhead, tenant.mode);
      return await this.renderer.render('invoice', document, { owner: `${tenant.organizationId}`, signal });
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.logger.error(error);
      throw new ApiError('pdf_failed');
    }
  }
}
