import { Injectable } from '@nestjs/common';
import { DEFAULT_CURRENCY } from '../../domain/currencies.js';
import type { Region } from '../../domain/countries.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import { TariffRatingService } from '../tariffs/tariff-rating.service.js';
import type { Caller } from '../../platform/auth/caller.js';
import { toCarrierResultDto, toChargeDto } from './quote.mapper.js';
import { buildIgnoredFieldWarnings, buildQuoteWarnings, buildShipDateWarnings } from './quote-warnings.js';
import type { CreateQuotesDto } from './quotes.dto.js';
import { buildRateRequest } from './rate-request.js';
import { SavedReferencesService } from './saved-references.service.js';
import { resolveShipDate } from './ship-date.js';
import type { TariffPriceDto } from './tariff-trial.dto.js';

/** Rates a shipment with one tariff, like a rate request, without storing anything. */
@Injectable()
export class TariffTrialService {
  constructor(
    private readonly tariffs: TariffRatingService,
    private readonly saved: SavedReferencesService,
  ) {}

  /** @throws ApiError no_rates with the tariff's reason */
  async rate(caller: Caller, id: number, given: CreateQuotesDto): Promise<TariffPriceDto> {
    const body = await this.saved.resolve(caller, given);
    const shipDate = resolveShipDate(body.ship_date, body.origin as Region, new Date());
    const request = buildRateRequest(body, shipDate);
    const result = await this.tariffs.rateOne(caller, id, request);
    const [rate] = result.rates;
    if (!rate) {
      const extra = { carrier_results: [toCarrierResultDto(result)] };
      throw new ApiError('no_rates', { message: result.reason!, extra });
    }
    return {
      object: 'tariff_price',
      tariff_id: id,
      carrier_name: result.carrier.carrierName,
      scac: result.carrier.scac,
      currency: rate.currency ?? DEFAULT_CURRENCY,
      net_charge_cents: rate.netChargeCents,
      charges: rate.charges.map(toChargeDto),
      transit_days: rate.transitDays,
      ship_date: shipDate,
      pickup_date: result.pickupDate,
      warnings: [
        ...buildShipDateWarnings(request, result),
        ...buildQuoteWarnings(request),
        ...buildIgnoredFieldWarnings(),
        ...(rate.warnings ?? []),
      ],
    };
  }
}
