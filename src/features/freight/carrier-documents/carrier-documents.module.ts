import { Module } from '@nestjs/common';
import { CarriersModule } from '../../carriers/carriers.module.js';
import { BookingModule } from '../booking/booking.module.js';
import { FreightDocumentsModule } from '../documents/freight-documents.module.js';
import { FreightRecordModule } from '../record/freight-record.module.js';
import { CarrierDocumentsService } from './carrier-documents.service.js';
import { DocumentFetchesRepository } from './document-fetches.repository.js';
import { DocumentSearchesService } from './document-searches.service.js';

/** Fetches documents of shipments from carriers. */
@Module({
  imports: [BookingModule, CarriersModule, FreightDocumentsModule, FreightRecordModule],
  providers: [CarrierDocumentsService, DocumentFetchesRepository, DocumentSearchesService],
})
export class CarrierDocumentsModule {}
