import { Module } from '@nestjs/common';
import { AddressesModule } from '../../addresses/addresses.module.js';
import { CustomersModule } from '../../customers/customers.module.js';
import { QuotesModule } from '../../quotes/quotes.module.js';
import { FreightController } from './freight.controller.js';
import { FreightRepository } from './freight.repository.js';
import { FreightService } from './freight.service.js';
import { SavedParties } from './saved-parties.service.js';
import { Shipments } from './shipments.js';

/** What a shipment is: drafts, states, and how the others find and move it. */
@Module({
  imports: [AddressesModule, CustomersModule, QuotesModule],
  controllers: [FreightController],
  providers: [FreightRepository, FreightService, SavedParties, Shipments],
  exports: [Shipments],
})
export class ShipmentModule {}
