import { Injectable, type StreamableFile } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { mergePdfs } from '../../../platform/pdf/merge-pdfs.js';
import type { PrintJob } from '../../../platform/pdf/printer.js';
import { DocumentRenderer } from '../../../platform/pdf/document-renderer.js';
import { EventsService } from '../../events/events.service.js';
import { pdfFile } from '../../../platform/http/contract/handler-results.js';
import { OrganizationProfiles } from '../../../platform/auth/organization-profiles.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from '../record/freight.entity.js';
import { toFreightDto } from '../record/freight.mapper.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { bolGenerated } from './bol.events.js';
import type { BolDto, LabelsQuery } from './bol.dto.js';
import { BolService } from './bol.service.js';
import { parseLabelRange, type LabelRange } from './label-range.js';
import { toBolDocument, toCommercialInvoiceDocument, toLabelsDocument } from './bol-document.mapper.js';

/** Printing them takes one or two seconds. Even, because a sheet has two labels. */
const LABELS_PER_JOB = 50;

@Injectable()
export class BolPdfService {
  constructor(
    private readonly bols: BolService,
    private readonly profiles: OrganizationProfiles,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly renderer: DocumentRenderer,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError pdf_busy */
  async downloadBol(tenant: Tenant, freightId: number, signal: AbortSignal): Promise<StreamableFile> {
    const freight = await this.freightLifecycle.get(tenant, freightId);
    return pdfFile(this.renderBol(tenant, freight, signal), `bol-${freight.bolNumber}`);
  }

  /** Publishes `bol.generated` for the first PDF of the shipment. */
  async renderBol(tenant: Tenant, freight: Freight, signal: AbortSignal): Promise<Buffer> {
    const bol = await this.bols.getForFreight(tenant, freight);
    const issuer = await this.profiles.letterhead(tenant);
    const document = toBolDocument(bol, tenant.mode, issuer);
    const pdf = await this.renderer.render('bol', document, toPrintJob(tenant, signal));
    if (freight.bolPrintedAt !== null) return pdf;
    await this.transactions.run(async () => {
      if (!(await this.freightLifecycle.markBolPrinted(tenant, freight.id))) return;
      await this.events.publish(tenant, bolGenerated, { bol, shipment: toFreightDto(freight) });
    });
    return pdf;
  }

  /** @throws ApiError customs_items_missing, pdf_busy */
  async downloadCommercialInvoice(
    tenant: Tenant,
    freightId: number,
    signal: AbortSignal,
  ): Promise<StreamableFile> {
    const bol = await this.bols.get(tenant, freightId);
    const document = toCommercialInvoiceDocument(bol, tenant.mode, await this.profiles.letterhead(tenant));
    const pdf = this.renderer.render('commercial-invoice', document, toPrintJob(tenant, signal));
    return pdfFile(pdf, `commercial-invoice-${bol.bol_number}`);
  }

  /** @throws ApiError pdf_busy, too_many_labels, invalid_value */
  async downloadLabels(
    tenant: Tenant,
    freightId: number,
    query: LabelsQuery,
    signal: AbortSignal,
  ): Promise<StreamableFile> {
    const bol = await this.bols.get(tenant, freightId);
    const pdf = this.renderLabels(tenant, bol, parseLabelRange(query, bol.totals.handling_units), signal);
    return pdfFile(pdf, `labels-${bol.bol_number}`);
  }

  /** Prints in parts, so that other tenants get their turn in between. */
  async renderLabels(tenant: Tenant, bol: BolDto, range: LabelRange, signal: AbortSignal): Promise<Buffer> {
    const parts = [];
    for (let first = range.first; first <= range.last; first += LABELS_PER_JOB) {
      const last = Math.min(range.last, first + LABELS_PER_JOB - 1);
      const document = toLabelsDocument(bol, tenant.mode, { ...range, first, last });
      parts.push(await this.renderer.render('labels', document, toPrintJob(tenant, signal)));
    }
    return mergePdfs(parts);
  }
}

function toPrintJob({ organizationId }: Tenant, signal: AbortSignal): PrintJob {
  return { owner: `${organizationId}`, signal };
}
