import { Module } from '@nestjs/common';
import { CarriersModule } from '../carriers/carriers.module.js';
import { FreightModule } from '../freight/freight.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { BillAuditor } from './bill-auditor.service.js';
import { BillsController } from './bills.controller.js';
import { BillsRepository } from './bills.repository.js';
import { BillsService } from './bills.service.js';

@Module({
  imports: [CarriersModule, FreightModule, QuotesModule],
  controllers: [BillsController],
  providers: [BillAuditor, BillsRepository, BillsService],
  exports: [BillsRepository],
})
export class BillsModule {}
