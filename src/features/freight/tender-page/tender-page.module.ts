import { Module } from '@nestjs/common';
import { BookingModule } from '../booking/booking.module.js';
import { ShipmentModule } from '../record/shipment.module.js';
import { TendersModule } from '../tenders/tenders.module.js';
import { AnswerTender } from './answer-tender.js';
import { TenderPageController } from './tender-page.controller.js';
import { TenderPageJobs } from './tender-page.jobs.js';
import { TenderPages } from './tender-pages.js';

/** What carriers answer to tenders, on a page that needs no key. */
@Module({
  imports: [BookingModule, ShipmentModule, TendersModule],
  controllers: [TenderPageController],
  providers: [AnswerTender, TenderPageJobs, TenderPages],
})
export class TenderPageModule {}
