import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../platform/http/contract/operation.js';
import { AllowOverWriteQuota } from '../../platform/http/contract/handler-options.js';
import { PathId } from '../../platform/http/contract/path-id.js';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { Scope } from '../../platform/auth/scopes.js';
import { CreateQuotesDto } from './quotes.dto.js';
import { TariffPriceDto } from './tariff-trial.dto.js';
import { TariffTrialService } from './tariff-trial.service.js';

@ApiTags('Tariffs')
@Controller('tariffs')
export class TariffTrialController {
  constructor(private readonly trial: TariffTrialService) {}

  @Post(':id/rate')
  @Scope('tariffs.read')
  @AllowOverWriteQuota()
  @Operation({
    id: 'rateTariff',
    summary: 'Rate a shipment with a tariff',
    description:
      'Rates a shipment with one tariff and returns the price line by line. Stores nothing. Returns 422 with the reason if ' +
      'the tariff cannot price every part of the shipment.',
    answer: { one: TariffPriceDto },
    errors: ['resource_missing', 'no_rates'],
  })
  rate(
    @CurrentCaller() caller: Caller,
    @Param('id', PathId) id: number,
    @Body() body: CreateQuotesDto,
  ): Promise<TariffPriceDto> {
    return this.trial.rate(caller, id, body);
  }
}
