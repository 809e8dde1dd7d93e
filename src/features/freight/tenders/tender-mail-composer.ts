import { Injectable } from '@nestjs/common';
import { MailOutbox, type ComposedMail } from '../../../platform/mail/mail-outbox.js';
import { BolPdfService } from '../bol/bol-pdf.service.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { TenderViewService } from './tender-view.service.js';
import { TENDER_MAIL, buildTenderMail } from './tender-mail.js';
import { TendersService } from './tenders.service.js';

/** Together with the mail server's timeout this must be less than the lease of the email. */
const PDF_TIMEOUT_MS = 60_000;

/** Composes the email of a tender when it is sent, because the database has its link only encrypted. */
@Injectable()
export class TenderMailComposer {
  constructor(
    outbox: MailOutbox,
    private readonly tenders: TendersService,
    private readonly tenderViews: TenderViewService,
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bolPdf: BolPdfService,
  ) {
    outbox.registerComposer(TENDER_MAIL, (mailId) => this.compose(mailId), 'printed');
  }

  /** Returns null if the tender is no longer open. @throws ApiError pdf_busy */
  private async compose(mailId: number): Promise<ComposedMail | null> {
    const open = await this.tenders.findOpenByMail(mailId);
    if (!open) return null;
    const { tender, link } = open;
    const freight = await this.freightLifecycle.get(open, tender.freightId);
    const sheet = await this.tenderViews.build(open, freight);
    const content = await this.bolPdf.renderBol(open, freight, AbortSignal.timeout(PDF_TIMEOUT_MS));
    const filename = `bol-${freight.bolNumber}.pdf`;
    return {
      ...buildTenderMail(sheet, tender, link),
      attachments: [{ filename, content, contentType: 'application/pdf' }],
    };
  }
}
