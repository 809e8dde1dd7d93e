import { Module } from '@nestjs/common';
import { BillsModule } from '../bills/bills.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { FreightModule } from '../freight/freight.module.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { TrackingModule } from '../tracking/tracking.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { SandboxController } from './sandbox.controller.js';
import { SandboxDataRepository } from './sandbox-data.repository.js';
import { SandboxService } from './sandbox.service.js';
import { SimulatedShipments } from './simulated-shipments.service.js';
import { SimulationService } from './simulation.service.js';
import { SimulationSubjects } from './simulation-subjects.service.js';

@Module({
  imports: [
    BillsModule,
    CustomersModule,
    FreightModule,
    InvoicesModule,
    QuotesModule,
    TrackingModule,
    WebhooksModule,
  ],
  controllers: [SandboxController],
  providers: [
    SandboxDataRepository,
    SandboxService,
    SimulatedShipments,
    SimulationService,
    SimulationSubjects,
  ],
})
export class SandboxModule {}
