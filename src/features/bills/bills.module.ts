import { Module } from '@nestjs/common';
import { CarriersModule } from '../carriers/carriers.module.js';
import { FreightRecordModule } from '../freight/record/freight-record.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { BillAuditService } from './bill-audit.service.js';
import { BillReauditService } from './bill-reaudit.service.js';
import { BillDecisionsService } from './bill-decisions.service.js';
import { BillsController } from './bills.controller.js';
import { BillsRepository } from './bills.repository.js';
import { BillsService } from './bills.service.js';
import { FreightCostsService } from './freight-costs.service.js';

@Module({
  imports: [CarriersModule, FreightRecordModule, QuotesModule],
  controllers: [BillsController],
  providers: [
    BillAuditService,
    BillDecisionsService,
    BillReauditService,
    BillsRepository,
    BillsService,
    FreightCostsService,
  ],
  exports: [BillsService],
})
export class BillsModule {}
