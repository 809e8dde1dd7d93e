import { Module } from '@nestjs/common';
import { BookingModule } from '../freight/booking/booking.module.js';
import { BolModule } from '../freight/bol/bol.module.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { TrackingModule } from '../tracking/tracking.module.js';
import { SandboxController } from './sandbox.controller.js';
import { SandboxDataRepository } from './sandbox-data.repository.js';
import { SandboxService } from './sandbox.service.js';
import { SimulationContext } from './simulation-context.js';
import { SimulationService } from './simulation.service.js';
import { InvoiceSimulations } from './simulations/invoices.simulations.js';
import { QuoteSimulations } from './simulations/quotes.simulations.js';
import { FreightSimulations } from './simulations/freight.simulations.js';
import { RecordSimulations } from './simulations/record.simulations.js';
import { Simulations } from './simulations/simulations.js';
import { SandboxRepositories } from './sandbox-repositories.js';

@Module({
  imports: [BookingModule, BolModule, InvoicesModule, QuotesModule, TrackingModule],
  controllers: [SandboxController],
  providers: [
    SandboxDataRepository,
    SandboxService,
    SimulationContext,
    SimulationService,
    Simulations,
    SandboxRepositories,
    FreightSimulations,
    InvoiceSimulations,
    QuoteSimulations,
    RecordSimulations,
  ],
  exports: [Simulations],
})
export class SandboxModule {}
