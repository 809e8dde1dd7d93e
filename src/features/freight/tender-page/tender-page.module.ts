import { Module } from '@nestjs/common';
import { BookingModule } from '../booking/booking.module.js';
import { FreightRecordModule } from '../record/freight-record.module.js';
import { TendersModule } from '../tenders/tenders.module.js';
import { AnswerTenderCommand } from './answer-tender.command.js';
import { TenderPageController } from './tender-page.controller.js';
import { TenderPageService } from './tender-page.service.js';

/** The public page on which carriers answer tenders. */
@Module({
  imports: [BookingModule, FreightRecordModule, TendersModule],
  controllers: [TenderPageController],
  providers: [AnswerTenderCommand, TenderPageService],
})
export class TenderPageModule {}
