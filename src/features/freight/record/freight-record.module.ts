import { Module } from '@nestjs/common';
import { AddressesModule } from '../../addresses/addresses.module.js';
import { CustomersModule } from '../../customers/customers.module.js';
import { QuotesModule } from '../../quotes/quotes.module.js';
import { FreightController } from './freight.controller.js';
import { FreightPayerService } from './freight-payer.service.js';
import { FreightRepository } from './freight.repository.js';
import { FreightService } from './freight.service.js';
import { SavedPartiesService } from './saved-parties.service.js';
import { FreightLifecycle } from './freight-lifecycle.js';

@Module({
  imports: [AddressesModule, CustomersModule, QuotesModule],
  controllers: [FreightController],
  providers: [FreightRepository, FreightService, SavedPartiesService, FreightLifecycle, FreightPayerService],
  exports: [FreightLifecycle],
})
export class FreightRecordModule {}
