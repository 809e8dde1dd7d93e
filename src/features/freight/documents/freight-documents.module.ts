import { Module } from '@nestjs/common';
import { ShipmentModule } from '../record/shipment.module.js';
import { CarrierFiles } from './carrier-files.js';
import { DocumentContents } from './document-contents.js';
import { FreightDocumentsController } from './freight-documents.controller.js';
import { FreightDocumentsRepository } from './freight-documents.repository.js';
import { FreightDocumentsService } from './freight-documents.service.js';

/** The files that belong to a shipment and were not printed by us. */
@Module({
  imports: [ShipmentModule],
  controllers: [FreightDocumentsController],
  providers: [CarrierFiles, DocumentContents, FreightDocumentsRepository, FreightDocumentsService],
  exports: [CarrierFiles, FreightDocumentsService],
})
export class FreightDocumentsModule {}
