import { Module } from '@nestjs/common';
import { BolModule } from '../freight/bol/bol.module.js';
import { FreightRecordModule } from '../freight/record/freight-record.module.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { BulkDocumentsController } from './bulk-documents.controller.js';
import { BulkDocumentsService } from './bulk-documents.service.js';

@Module({
  imports: [InvoicesModule, BolModule, FreightRecordModule],
  controllers: [BulkDocumentsController],
  providers: [BulkDocumentsService],
})
export class BulkDocumentsModule {}
