import { Module } from '@nestjs/common';
import { CarriersModule } from '../carriers/carriers.module.js';
import { ShipmentModule } from '../freight/record/shipment.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { BillAuditor } from './bill-auditor.service.js';
import { BillReexamination } from './bill-reexamination.service.js';
import { BillDecisions } from './bill-decisions.service.js';
import { BillsController } from './bills.controller.js';
import { BillsRepository } from './bills.repository.js';
import { BillsService } from './bills.service.js';
import { ShipmentCosts } from './shipment-costs.service.js';

@Module({
  imports: [CarriersModule, ShipmentModule, QuotesModule],
  controllers: [BillsController],
  providers: [BillAuditor, BillDecisions, BillReexamination, BillsRepository, BillsService, ShipmentCosts],
  exports: [BillsService],
})
export class BillsModule {}
