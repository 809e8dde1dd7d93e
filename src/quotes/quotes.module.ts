import { Module } from '@nestjs/common';
import { CarriersModule } from '../carriers/carriers.module.js';
import { AddressesModule } from '../addresses/addresses.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { ProductsModule } from '../products/products.module.js';
import { Quotes } from './quotes.js';
import { QuotesController } from './quotes.controller.js';
import { QuotesJobs } from './quotes.jobs.js';
import { QuotesRepository } from './quotes.repository.js';
import { QuotesService } from './quotes.service.js';
import { SavedReferences } from './saved-references.service.js';

@Module({
  imports: [AddressesModule, CarriersModule, CustomersModule, ProductsModule],
  controllers: [QuotesController],
  providers: [Quotes, QuotesJobs, QuotesRepository, QuotesService, SavedReferences],
  exports: [Quotes, QuotesService],
})
export class QuotesModule {}
