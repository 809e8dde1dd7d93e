import { Module } from '@nestjs/common';
import { CarriersModule } from '../../carriers/carriers.module.js';
import { BookingModule } from '../booking/booking.module.js';
import { FreightDocumentsModule } from '../documents/freight-documents.module.js';
import { ShipmentModule } from '../record/shipment.module.js';
import { CarrierDocumentsJobs } from './carrier-documents.jobs.js';
import { CarrierDocuments } from './carrier-documents.service.js';
import { DocumentFetchesRepository } from './document-fetches.repository.js';
import { DocumentSearches } from './document-searches.service.js';

/** What carriers keep of a shipment, fetched as it appears. */
@Module({
  imports: [BookingModule, CarriersModule, FreightDocumentsModule, ShipmentModule],
  providers: [CarrierDocuments, CarrierDocumentsJobs, DocumentFetchesRepository, DocumentSearches],
})
export class CarrierDocumentsModule {}
