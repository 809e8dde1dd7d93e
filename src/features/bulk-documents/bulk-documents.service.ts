import { Injectable, type StreamableFile } from '@nestjs/common';
import { mergePdfs } from '../../platform/pdf/merge-pdfs.js';
import { BolService } from '../freight/bol/bol.service.js';
import { MAX_LABELS } from '../freight/bol/label-range.js';
import { BolPdfService } from '../freight/bol/bol-pdf.service.js';
import type { Freight } from '../freight/record/freight.entity.js';
import { FreightLifecycle } from '../freight/record/freight-lifecycle.js';
import { pdfFile } from '../../platform/http/contract/handler-results.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { requireScope } from '../../platform/auth/scopes.js';
import type { Invoice } from '../invoices/invoice.entity.js';
import { InvoicePdfService } from '../invoices/invoice-pdf.service.js';
import type { PrintDocumentsDto } from './bulk-documents.dto.js';

/** Prints of one request that wait or run at the browser at the same time. */
const MAX_CONCURRENT_PRINTS = 3;

type PrintTask = () => Promise<Buffer>;

@Injectable()
export class BulkDocumentsService {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bols: BolService,
    private readonly bolPdf: BolPdfService,
    private readonly invoices: InvoicePdfService,
  ) {}

  /** @throws ApiError resource_missing, document_missing, too_many_labels, insufficient_scope, pdf_busy */
  async print(caller: Caller, body: PrintDocumentsDto, signal: AbortSignal): Promise<StreamableFile> {
    if (body.documents.includes('invoice')) requireScope(caller, 'invoices.read');
    const prints = await this.planPrints(caller, body, signal);
    return pdfFile(mergePdfs(await runPrintTasks(prints)), 'documents');
  }

  /** Looks everything up before the first print, so that a missing document fails early. */
  private async planPrints(
    caller: Caller,
    body: PrintDocumentsDto,
    signal: AbortSignal,
  ): Promise<PrintTask[]> {
    const prints: PrintTask[] = [];
    let labels = 0;
    for (const [index, id] of body.freight_ids.entries()) {
      const param = `freight_ids[${index}]`;
      const freight = await this.freightLifecycle.find(caller, id);
      if (!freight) throw new ApiError('resource_missing', { param });
      for (const document of body.documents) {
        if (document === 'bol') prints.push(() => this.bolPdf.renderBol(caller, freight, signal));
        if (document === 'invoice') {
          const invoice = await this.getInvoice(caller, freight, param);
          prints.push(() => this.invoices.renderToBuffer(caller, invoice, signal));
        }
        if (document !== 'labels') continue;
        const bol = await this.bols.getForFreight(caller, freight);
        const last = bol.totals.handling_units;
        labels += last;
        if (labels > MAX_LABELS) throw new ApiError('too_many_labels', { param });
        const range = { first: 1, last, format: body.label_format ?? '4x6' };
        prints.push(() => this.bolPdf.renderLabels(caller, bol, range, signal));
      }
    }
    return prints;
  }

  private async getInvoice(caller: Caller, freight: Freight, param: string): Promise<Invoice> {
    const invoice = await this.invoices.findForFreight(caller, freight.id);
    if (invoice) return invoice;
    const message = await this.explainMissingInvoice(caller, freight);
    throw new ApiError('document_missing', { param, message });
  }

  private async explainMissingInvoice(caller: Caller, { id, billTo }: Freight): Promise<string> {
    if (billTo?.type === 'collect')
      return 'Collect freight has no invoice because the consignee pays the carrier.';
    if (await this.invoices.hasAnyInvoice(caller, id)) return 'The invoice of the shipment is void.';
    return 'The shipment has no invoice yet.';
  }
}

/** Stops at the first failure. */
async function runPrintTasks(prints: PrintTask[]): Promise<Buffer[]> {
  const pdfs: Buffer[] = [];
  const rest = prints.entries();
  const worker = async () => {
    for (const [index, print] of rest) pdfs[index] = await print();
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_PRINTS }, worker));
  return pdfs;
}
