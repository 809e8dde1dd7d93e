import { Module } from '@nestjs/common';
import { DocumentsModule } from '../../../platform/pdf/documents.module.js';
import { QuotesModule } from '../../quotes/quotes.module.js';
import { ShipmentModule } from '../record/shipment.module.js';
import { BolService } from './bol.service.js';
import { BolsRepository } from './bols.repository.js';
import { PapersController } from './papers.controller.js';
import { PrintService } from './print.service.js';

/** A shipment's papers: the bill of lading and the labels. */
@Module({
  imports: [DocumentsModule, QuotesModule, ShipmentModule],
  controllers: [PapersController],
  providers: [BolService, BolsRepository, PrintService],
  exports: [BolService, PrintService],
})
export class PapersModule {}
