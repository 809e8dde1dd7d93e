import { Module } from '@nestjs/common';
import { BookingModule } from '../freight/booking/booking.module.js';
import { PapersModule } from '../freight/bol/papers.module.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { TrackingModule } from '../tracking/tracking.module.js';
import { SandboxController } from './sandbox.controller.js';
import { SandboxDataRepository } from './sandbox-data.repository.js';
import { SandboxService } from './sandbox.service.js';
import { SimulatedEvents } from './simulated-events.js';
import { SimulationService } from './simulation.service.js';
import { BillSimulations } from './simulations/bills.simulations.js';
import { BolSimulations } from './simulations/bols.simulations.js';
import { CustomerSimulations } from './simulations/customers.simulations.js';
import { InvoiceSimulations } from './simulations/invoices.simulations.js';
import { QuoteSimulations } from './simulations/quotes.simulations.js';
import { ShipmentSimulations } from './simulations/shipments.simulations.js';
import { Simulations } from './simulations/simulations.js';
import { WebhookSimulations } from './simulations/webhooks.simulations.js';
import { TestRows } from './test-rows.js';

const SIMULATIONS = [
  BillSimulations,
  BolSimulations,
  CustomerSimulations,
  InvoiceSimulations,
  QuoteSimulations,
  ShipmentSimulations,
  WebhookSimulations,
];

@Module({
  imports: [BookingModule, PapersModule, InvoicesModule, QuotesModule, TrackingModule],
  controllers: [SandboxController],
  providers: [
    SandboxDataRepository,
    SandboxService,
    SimulatedEvents,
    SimulationService,
    Simulations,
    TestRows,
    ...SIMULATIONS,
  ],
  exports: [Simulations],
})
export class SandboxModule {}
