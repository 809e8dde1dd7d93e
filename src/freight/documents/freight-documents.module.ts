import { Module } from '@nestjs/common';
import { CarriersModule } from '../../carriers/carriers.module.js';
import { BookingModule } from '../booking/booking.module.js';
import { ShipmentModule } from '../shipment/shipment.module.js';
import { CarrierDocumentsJobs } from './carrier-documents.jobs.js';
import { CarrierDocuments } from './carrier-documents.service.js';
import { DocumentContents } from './document-contents.js';
import { DocumentFetchesRepository } from './document-fetches.repository.js';
import { DocumentSearches } from './document-searches.service.js';
import { FreightDocumentsController } from './freight-documents.controller.js';
import { FreightDocumentsRepository } from './freight-documents.repository.js';
import { FreightDocumentsService } from './freight-documents.service.js';

/** The files that belong to a shipment and were not printed by us. */
@Module({
  imports: [BookingModule, CarriersModule, ShipmentModule],
  controllers: [FreightDocumentsController],
  providers: [
    CarrierDocuments,
    CarrierDocumentsJobs,
    DocumentContents,
    DocumentFetchesRepository,
    DocumentSearches,
    FreightDocumentsRepository,
    FreightDocumentsService,
  ],
})
export class FreightDocumentsModule {}
