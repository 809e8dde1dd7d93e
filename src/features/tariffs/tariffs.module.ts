import { Module } from '@nestjs/common';
import { CarriersModule } from '../carriers/carriers.module.js';
import { TariffRatingService } from './tariff-rating.service.js';
import { TariffReratingService } from './tariff-rerating.service.js';
import { TariffRatesService } from './tariff-rates.service.js';
import { TariffRatesRepository } from './tariff-rates.repository.js';
import { TariffsController } from './tariffs.controller.js';
import { TariffsRepository } from './tariffs.repository.js';
import { TariffsService } from './tariffs.service.js';

@Module({
  imports: [CarriersModule],
  controllers: [TariffsController],
  providers: [
    TariffRatingService,
    TariffReratingService,
    TariffRatesService,
    TariffRatesRepository,
    TariffsRepository,
    TariffsService,
  ],
  exports: [TariffRatingService, TariffReratingService],
})
export class TariffsModule {}
