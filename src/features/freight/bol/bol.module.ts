import { Module } from '@nestjs/common';
import { PdfModule } from '../../../platform/pdf/pdf.module.js';
import { QuotesModule } from '../../quotes/quotes.module.js';
import { FreightRecordModule } from '../record/freight-record.module.js';
import { BolService } from './bol.service.js';
import { BolsRepository } from './bols.repository.js';
import { BolController } from './bol.controller.js';
import { BolPdfService } from './bol-pdf.service.js';

@Module({
  imports: [PdfModule, QuotesModule, FreightRecordModule],
  controllers: [BolController],
  providers: [BolService, BolsRepository, BolPdfService],
  exports: [BolService, BolPdfService],
})
export class BolModule {}
