import { Module } from '@nestjs/common';
import { FreightRecordModule } from '../record/freight-record.module.js';
import { CarrierFilesService } from './carrier-files.service.js';
import { DocumentContentsRepository } from './document-contents.repository.js';
import { FreightDocumentsController } from './freight-documents.controller.js';
import { FreightDocumentsRepository } from './freight-documents.repository.js';
import { FreightDocumentsService } from './freight-documents.service.js';

/** The files that belong to a shipment and were not printed by us. */
@Module({
  imports: [FreightRecordModule],
  controllers: [FreightDocumentsController],
  providers: [
    CarrierFilesService,
    DocumentContentsRepository,
    FreightDocumentsRepository,
    FreightDocumentsService,
  ],
  exports: [CarrierFilesService, FreightDocumentsService],
})
export class FreightDocumentsModule {}
