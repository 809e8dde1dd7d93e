import { Module } from '@nestjs/common';
import { PapersModule } from '../freight/bol/papers.module.js';
import { ShipmentModule } from '../freight/record/shipment.module.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { BatchesController } from './batches.controller.js';
import { BatchesService } from './batches.service.js';

/** Papers of many shipments in one PDF. */
@Module({
  imports: [InvoicesModule, PapersModule, ShipmentModule],
  controllers: [BatchesController],
  providers: [BatchesService],
})
export class BatchesModule {}
