import { Module } from '@nestjs/common';
import { FreightRecordModule } from '../record/freight-record.module.js';
import { CarrierFilesService } from './carrier-files.service.js';
import { FreightDocumentsController } from './freight-documents.controller.js';
import { FreightDocumentsRepository } from './freight-documents.repository.js';
import { FreightDocumentsService } from './freight-documents.service.js';

@Module({
  imports: [FreightRecordModule],
  controllers: [FreightDocumentsController],
  providers: [CarrierFilesService, FreightDocumentsRepository, FreightDocumentsService],
  exports: [CarrierFilesService, FreightDocumentsService],
})
export class FreightDocumentsModule {}
