import { Injectable, type StreamableFile } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { mergePdfs } from '../../../platform/pdf/merge.js';
import type { PrintJob } from '../../../platform/pdf/printer.js';
import { DocumentRenderer } from '../../../platform/pdf/renderer.js';
import { EventsService } from '../../events/events.service.js';
import { pdfFile } from '../../../platform/http/contract/pdf.js';
import { OrganizationProfiles } from '../../../platform/auth/organization-profiles.service.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { Freight } from '../record/freight.entity.js';
import { presentFreight } from '../record/freight.presenter.js';
import { Shipments } from '../record/shipments.js';
import { bolGenerated } from './bol.events.js';
import type { BolDto } from './bol.dto.js';
import { BolService } from './bol.service.js';
import type { LabelsQuery } from './labels-query.dto.js';
import { rangeOf, type LabelRange } from './label-range.js';
import { bolDocument, labelsDocument } from './printed.js';

/** Labels of one turn at the browser: one or two seconds. Even, for sheets of two. */
const LABELS_AT_ONCE = 50;

/** Puts a shipment's papers on paper: the bill of lading, and the labels of its handling units. */
@Injectable()
export class PrintService {
  constructor(
    private readonly bols: BolService,
    private readonly profiles: OrganizationProfiles,
    private readonly shipments: Shipments,
    private readonly renderer: DocumentRenderer,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError pdf_busy */
  async bol(tenant: Tenant, freightId: number, signal: AbortSignal): Promise<StreamableFile> {
    const freight = await this.shipments.get(tenant, freightId);
    return pdfFile(this.bolOf(tenant, freight, signal), `bol-${freight.bolNumber}`);
  }

  /** The first PDF of a shipment, draft or not, is the one that `bol.generated` tells of. */
  async bolOf(tenant: Tenant, freight: Freight, signal: AbortSignal): Promise<Buffer> {
    const bol = await this.bols.of(tenant, freight);
    const issuer = await this.profiles.letterhead(tenant);
    const document = bolDocument(bol, tenant.mode, issuer);
    const pdf = await this.renderer.render('bol', document, jobOf(tenant, signal));
    if (freight.bolPrintedAt !== null) return pdf;
    await this.transactions.run(async () => {
      if (!(await this.shipments.markPrinted(tenant, freight.id))) return;
      await this.events.publish(tenant, bolGenerated, { bol, shipment: presentFreight(freight) });
    });
    return pdf;
  }

  /** @throws ApiError pdf_busy, too_many_labels, invalid_value */
  async labels(
    tenant: Tenant,
    freightId: number,
    query: LabelsQuery,
    signal: AbortSignal,
  ): Promise<StreamableFile> {
    const bol = await this.bols.get(tenant, freightId);
    const pdf = this.labelsOf(tenant, bol, rangeOf(query, bol.totals.handling_units), signal);
    return pdfFile(pdf, `labels-${bol.bol_number}`);
  }

  /** In parts, so that others get their turn between them. */
  async labelsOf(tenant: Tenant, bol: BolDto, range: LabelRange, signal: AbortSignal): Promise<Buffer> {
    const parts = [];
    for (let first = range.first; first <= range.last; first += LABELS_AT_ONCE) {
      const last = Math.min(range.last, first + LABELS_AT_ONCE - 1);
      const document = labelsDocument(bol, tenant.mode, { ...range, first, last });
      parts.push(await this.renderer.render('labels', document, jobOf(tenant, signal)));
    }
    return mergePdfs(parts);
  }
}

function jobOf({ organizationId }: Tenant, signal: AbortSignal): PrintJob {
  return { owner: `${organizationId}`, signal };
}
