import { Injectable } from '@nestjs/common';
import { MailOutbox, type ComposedMail } from '../../../platform/mail/mail-outbox.js';
import { PrintService } from '../bol/print.service.js';
import { Shipments } from '../record/shipments.js';
import { TenderSheets } from './tender-sheet.js';
import { TENDER_MAIL, tenderMail } from './tender-text.js';
import { Tenders } from './tenders.service.js';

/** How long the bill of lading may take: with what the mail server may take, less than the lease of the mail. */
const PRINT_MS = 60_000;

/** Writes the mail of a tender as it is sent: its link stands nowhere in the open, and its paper is what was booked. */
@Injectable()
export class TenderMails {
  constructor(
    outbox: MailOutbox,
    private readonly tenders: Tenders,
    private readonly sheets: TenderSheets,
    private readonly shipments: Shipments,
    private readonly print: PrintService,
  ) {
    outbox.composeBy(TENDER_MAIL, (mailId) => this.compose(mailId));
  }

  /** Null when nobody is to get it any more. @throws ApiError pdf_busy */
  private async compose(mailId: number): Promise<ComposedMail | null> {
    const open = await this.tenders.inMail(mailId);
    if (!open) return null;
    const { tender, link } = open;
    const freight = await this.shipments.get(open, tender.freightId);
    const sheet = await this.sheets.of(open, freight);
    const content = await this.print.bolOf(open, freight, AbortSignal.timeout(PRINT_MS));
    const filename = `bol-${freight.bolNumber}.pdf`;
    return {
      ...tenderMail(sheet, tender, link),
      attachments: [{ filename, content, contentType: 'application/pdf' }],
    };
  }
}
