import { Injectable } from '@nestjs/common';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { TariffPrices } from '../tariffs/tariff-prices.service.js';
import type { Caller } from '../../platform/auth/caller.js';
import { presentCarrierResult, presentCharge } from './quote.presenter.js';
import { warningsOf } from './quote-warnings.js';
import type { CreateQuotesDto } from './quotes.dto.js';
import { rateRequestOf } from './rate-request.js';
import { SavedReferences } from './saved-references.service.js';
import { shipDateOf } from './ship-date.js';
import type { TariffPriceDto } from './tariff-trial.dto.js';

/** Tries the price of a tariff: the request is understood as one for quotes is, and nothing is stored. */
@Injectable()
export class TariffTrial {
  constructor(
    private readonly tariffs: TariffPrices,
    private readonly saved: SavedReferences,
  ) {}

  /** @throws ApiError no_rates with the tariff's reason */
  async run(tenant: Caller, id: number, asked: CreateQuotesDto): Promise<TariffPriceDto> {
    const body = await this.saved.resolve(tenant, asked);
    const dates = shipDateOf(body.ship_date, body.origin.zip!, new Date());
    const request = rateRequestOf(body, dates.pickupDate);
    const result = await this.tariffs.priceOne(tenant, id, request);
    const [rate] = result.rates;
    if (!rate) {
      const extra = { carrier_results: [presentCarrierResult(result)] };
      throw new ApiError('no_rates', { message: result.reason!, extra });
    }
    return {
      object: 'tariff_price',
      tariff_id: id,
      carrier_name: result.carrier.carrierName,
      scac: result.carrier.scac,
      net_charge_cents: rate.netChargeCents,
      charges: rate.charges.map(presentCharge),
      transit_days: rate.transitDays,
      warnings: warningsOf(request, dates),
    };
  }
}
