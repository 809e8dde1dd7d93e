import { Module } from '@nestjs/common';
import { MailModule } from '../../../platform/mail/mail.module.js';
import { QuotesModule } from '../../quotes/quotes.module.js';
import { BolModule } from '../bol/bol.module.js';
import { FreightRecordModule } from '../record/freight-record.module.js';
import { TenderMailComposer } from './tender-mail-composer.js';
import { TenderViewService } from './tender-view.service.js';
import { TendersRepository } from './tenders.repository.js';
import { TendersService } from './tenders.service.js';

/** Offers shipments to carriers by email, so that carriers without an API can be booked. */
@Module({
  imports: [MailModule, BolModule, QuotesModule, FreightRecordModule],
  providers: [TenderMailComposer, TenderViewService, TendersRepository, TendersService],
  exports: [TendersService, TenderViewService],
})
export class TendersModule {}
