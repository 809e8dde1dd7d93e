import { Injectable, Logger } from '@nestjs/common';
import { DocumentRenderer } from '../documents/renderer.js';
import { ApiError } from '../http/api-error.js';
import { OrganizationsService } from '../tenancy/organizations.service.js';
import type { Tenant } from '../tenancy/tenant.js';
import { remitToOf } from './invoice-opening.js';
import { invoiceDocument } from './invoice.presenter.js';
import { InvoicesRepository } from './invoices.repository.js';

/** Invoices on paper. */
@Injectable()
export class InvoicePdfService {
  private readonly logger = new Logger('Invoices');

  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly organizations: OrganizationsService,
    private readonly renderer: DocumentRenderer,
  ) {}

  /** @throws ApiError pdf_failed: the client may retry */
  async render(tenant: Tenant, id: number): Promise<Buffer> {
    const invoice = await this.invoices.get(tenant, id);
    const lines = await this.invoices.linesOf(tenant, id);
    const remitTo = remitToOf(await this.organizations.get(tenant.organizationId));
    try {
      return await this.renderer.render('invoice', invoiceDocument(invoice, lines, remitTo, tenant.mode));
    } catch (error) {
      this.logger.error(error);
      throw new ApiError('pdf_failed');
    }
  }
}
