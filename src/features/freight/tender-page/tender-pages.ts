import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import { Shipments } from '../record/shipments.js';
import type { FoundTender } from '../tenders/tender.entity.js';
import { TenderSheets } from '../tenders/tender-sheet.js';
import { Tenders } from '../tenders/tenders.service.js';
import { AnswerTender } from './answer-tender.js';
import { answerOf, EMPTY_FORM, readForm, type FilledForm } from './tender-form.js';
import { missingPage, openPage, answeredPage, type HtmlPage } from './tender-html.js';

/** The shipper's other shipment is nobody else's matter. */
const TAKEN = 'Another shipment has this PRO number.';

/** What the link of a tender shows. Looking changes nothing: mail programs open every link. */
@Injectable()
export class TenderPages {
  constructor(
    private readonly tenders: Tenders,
    private readonly shipments: Shipments,
    private readonly sheets: TenderSheets,
    private readonly answering: AnswerTender,
  ) {}

  /** The same answer for a token that never was and for one whose time is over. */
  async show(token: string): Promise<HtmlPage> {
    const found = await this.tenders.find(token);
    return found ? this.page(found, 200, EMPTY_FORM) : missingPage();
  }

  /** Takes the form; null once it is written down, or was before: the page then says what stands. */
  async take(token: string, bytes: Buffer): Promise<HtmlPage | null> {
    const found = await this.tenders.find(token);
    if (!found) return missingPage();
    const form = readForm(bytes);
    if (form.fault !== '') return this.page(found, 400, form);
    try {
      await this.answering.run(found, answerOf(form));
    } catch (error) {
      if (!(error instanceof ApiError) || error.details.param !== 'pro_number') throw error;
      const fault = error.code === 'pro_number_taken' ? TAKEN : error.message;
      return this.page(found, 400, { ...form, fault });
    }
    return null;
  }

  private async page(found: FoundTender, status: number, form: FilledForm): Promise<HtmlPage> {
    const { organizationId, mode, freightId } = found;
    const tender = await this.tenders.get(found);
    if (tender.state !== 'sent') return answeredPage(tender);
    const tenant = { organizationId, mode };
    const sheet = await this.sheets.of(tenant, await this.shipments.get(tenant, freightId));
    return openPage(status, sheet, tender, form);
  }
}
