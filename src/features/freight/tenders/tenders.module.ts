import { Module } from '@nestjs/common';
import { MailModule } from '../../../platform/mail/mail.module.js';
import { QuotesModule } from '../../quotes/quotes.module.js';
import { PapersModule } from '../bol/papers.module.js';
import { ShipmentModule } from '../record/shipment.module.js';
import { TenderMails } from './tender-mails.js';
import { TenderSheets } from './tender-sheet.js';
import { TendersRepository } from './tenders.repository.js';
import { Tenders } from './tenders.service.js';

/** Shipments offered to carriers by e-mail: any carrier then works without an API. */
@Module({
  imports: [MailModule, PapersModule, QuotesModule, ShipmentModule],
  providers: [TenderMails, TenderSheets, TendersRepository, Tenders],
  exports: [Tenders, TenderSheets],
})
export class TendersModule {}
