import { Module } from '@nestjs/common';
import { CarriersModule } from '../carriers/carriers.module.js';
import { AddressesModule } from '../addresses/addresses.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { ProductsModule } from '../products/products.module.js';
import { PriceSources } from './price-sources.service.js';
import { TariffTrial } from './tariff-trial.service.js';
import { TariffTrialController } from './tariff-trial.controller.js';
import { Quotes } from './quotes.js';
import { QuotesController } from './quotes.controller.js';
import { QuotesJobs } from './quotes.jobs.js';
import { QuotesRepository } from './quotes.repository.js';
import { QuotesService } from './quotes.service.js';
import { SavedReferences } from './saved-references.service.js';

@Module({
  imports: [AddressesModule, CarriersModule, CustomersModule, ProductsModule, TariffsModule],
  controllers: [QuotesController, TariffTrialController],
  providers: [
    Quotes,
    QuotesJobs,
    QuotesRepository,
    QuotesService,
    SavedReferences,
    PriceSources,
    TariffTrial,
  ],
  exports: [Quotes, QuotesService],
})
export class QuotesModule {}
