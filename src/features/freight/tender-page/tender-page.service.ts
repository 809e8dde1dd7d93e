import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import type { HtmlPage } from '../../../platform/http/public-pages.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import type { TenderRef } from '../tenders/tender.entity.js';
import { TenderViewService } from '../tenders/tender-view.service.js';
import { TendersService } from '../tenders/tenders.service.js';
import { AnswerTenderCommand } from './answer-tender.command.js';
import { toTenderFormAnswer, EMPTY_FORM, parseTenderForm, type TenderForm } from './tender-form.js';
import { renderNotFoundPage, renderOpenPage, renderAnsweredPage } from './tender-page-html.js';

/** Does not name the other shipment to the carrier. */
const PRO_NUMBER_TAKEN_MESSAGE = 'Another shipment has this PRO number. Check the number.';

/** Builds the page behind the link of a tender. A GET changes nothing, because mail programs open every link. */
@Injectable()
export class TenderPageService {
  constructor(
    private readonly tenders: TendersService,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly tenderViews: TenderViewService,
    private readonly answerTender: AnswerTenderCommand,
  ) {}

  async show(token: string): Promise<HtmlPage> {
    const found = await this.tenders.findByToken(token);
    return found ? this.renderPage(found, 200, EMPTY_FORM) : renderNotFoundPage();
  }

  /** Returns null if the answer is stored or an earlier answer stands. Returns the form again if it has a fault. */
  async submit(token: string, bytes: Buffer): Promise<HtmlPage | null> {
    const found = await this.tenders.findByToken(token);
    if (!found) return renderNotFoundPage();
    const form = parseTenderForm(bytes);
    if (form.fault !== '') return this.renderPage(found, 400, form);
    try {
      await this.answerTender.execute(found, toTenderFormAnswer(form));
    } catch (error) {
      if (!(error instanceof ApiError) || error.details.param !== 'pro_number') throw error;
      const fault = error.code === 'pro_number_taken' ? PRO_NUMBER_TAKEN_MESSAGE : error.message;
      return this.renderPage(found, 400, { ...form, fault });
    }
    return null;
  }

  private async renderPage(found: TenderRef, status: number, form: TenderForm): Promise<HtmlPage> {
    const { organizationId, mode, freightId } = found;
    const tender = await this.tenders.get(found);
    if (tender.state !== 'sent') return renderAnsweredPage(tender);
    const tenant = { organizationId, mode };
    const sheet = await this.tenderViews.build(tenant, await this.freightLifecycle.get(tenant, freightId));
    return renderOpenPage(status, sheet, tender, form);
  }
}
