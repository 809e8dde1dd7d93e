import { Module } from '@nestjs/common';
import { CarriersModule } from '../carriers/carriers.module.js';
import { AddressesModule } from '../addresses/addresses.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { TariffsModule } from '../tariffs/tariffs.module.js';
import { ProductsModule } from '../products/products.module.js';
import { RateShoppingService } from './rate-shopping.service.js';
import { TariffTrialService } from './tariff-trial.service.js';
import { TariffTrialController } from './tariff-trial.controller.js';
import { PickupPriceService } from './pickup-price.service.js';
import { QuoteLifecycle } from './quote-lifecycle.js';
import { QuotesController } from './quotes.controller.js';
import { QuotesRepository } from './quotes.repository.js';
import { QuotesService } from './quotes.service.js';
import { SavedReferencesService } from './saved-references.service.js';

@Module({
  imports: [AddressesModule, CarriersModule, CustomersModule, ProductsModule, TariffsModule],
  controllers: [QuotesController, TariffTrialController],
  providers: [
    PickupPriceService,
    QuoteLifecycle,
    QuotesRepository,
    QuotesService,
    SavedReferencesService,
    RateShoppingService,
    TariffTrialService,
  ],
  exports: [PickupPriceService, QuoteLifecycle, QuotesService],
})
export class QuotesModule {}
