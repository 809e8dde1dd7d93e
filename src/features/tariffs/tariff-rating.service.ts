import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CarrierDeclined } from '../carriers/carrier-adapter.js';
import type { RateRequest } from '../carriers/carrier-requests.js';
import { EXCLUDED_REASON, type PriceResult } from '../carriers/price-result.js';
import { invalidParam } from '../../platform/http/errors/api-error.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { toLanePoints } from '../carriers/rating/lanes.js';
import type { LaneRate } from '../carriers/rating/linehaul.js';
import { listBilledClasses, priceByTariff } from '../carriers/rating/price-by-tariff.js';
import { TariffRatesRepository, type RateKey } from './tariff-rates.repository.js';
import type { Tariff } from './tariff.entity.js';
import { TariffsRepository } from './tariffs.repository.js';

const SERVICE_CODE = 'TARIFF';
/** Lines that one request has priced, each tariff's counted: an answer and an event of some megabytes. */
const MAX_PRICED_LINES = 20_000;

/** Tariffs that have rates: those that are asked, and those that the organization's rules exclude. */
export interface SelectedTariffs {
  included: Tariff[];
  excluded: Tariff[];
}

/** What the tariffs of an organization come to, beside what its carriers answer. */
@Injectable()
export class TariffRatingService {
  constructor(
    private readonly tariffs: TariffsRepository,
    private readonly rates: TariffRatesRepository,
  ) {}

  /**
   * Those to ask for this, before anybody is asked. @param excluded SCACs whose tariffs are left alone
   * @throws ApiError invalid_value where the lines are too many for as many tariffs
   */
  async selectTariffs(
    tenant: Tenant,
    request: RateRequest,
    excluded: Promise<readonly string[]>,
  ): Promise<SelectedTariffs> {
    const [tariffs, left] = await Promise.all([this.tariffs.listWithRates(tenant), excluded]);
    const asked = tariffs.filter(({ scac }) => !left.includes(scac));
    const most = Math.floor(MAX_PRICED_LINES / asked.length);
    if (request.items.length > most)
      throw invalidParam(
        'items',
        `items must be ${most} lines at most for the ${asked.length} tariffs that price them.`,
      );
    return { included: asked, excluded: tariffs.filter((tariff) => !asked.includes(tariff)) };
  }

  /** A result for each tariff that has rates: of those that are asked first, oldest first. */
  async rateAll(
    tenant: Tenant,
    request: RateRequest,
    { included: asked, excluded: others }: SelectedTariffs,
  ): Promise<PriceResult[]> {
    return [...(await this.rateTariffs(tenant, asked, request)), ...others.map(buildExcludedResult)];
  }

  /** The price of one tariff, with rates or without. @throws RowMissing */
  async rateOne(tenant: Tenant, id: number, request: RateRequest): Promise<PriceResult> {
    const [result] = await this.rateTariffs(tenant, [await this.tariffs.get(tenant, id)], request);
    return result!;
  }

  private async rateTariffs(tenant: Tenant, tariffs: Tariff[], request: RateRequest): Promise<PriceResult[]> {
    if (tariffs.length === 0) return [];
    const start = performance.now();
    const keys = tariffs.flatMap((tariff) => buildRateKeys(tariff, request));
    const rates = await this.rates.find(tenant, keys);
    return tariffs.map((tariff) => buildPriceResult(tariff, rates.get(tariff.id) ?? [], request, start));
  }
}

function buildExcludedResult({ scac, carrierName, tenderEmail }: Tariff): PriceResult {
  const carrier = { carrierId: null, carrierName, scac };
  return {
    carrier,
    outcome: 'excluded',
    reason: EXCLUDED_REASON,
    durationMs: 0,
    bookedBy: 'hand',
    tenderEmail,
    rates: [],
  };
}

/** Every lane that fits, for every class that the tariff bills. */
function buildRateKeys(tariff: Tariff, request: RateRequest): RateKey[] {
  const [origins, destinations] = [toLanePoints(request.origin), toLanePoints(request.destination)];
  return listBilledClasses(tariff, request).flatMap((freightClass) =>
    origins.flatMap((origin) =>
      destinations.map((destination) => ({ tariffId: tariff.id, origin, destination, freightClass })),
    ),
  );
}

function buildPriceResult(
  tariff: Tariff,
  rates: LaneRate[],
  request: RateRequest,
  start: number,
): PriceResult {
  const { scac, carrierName, tenderEmail } = tariff;
  const result = (
    outcome: PriceResult['outcome'],
    rest: Pick<PriceResult, 'reason' | 'rates'>,
  ): PriceResult => ({
    carrier: { carrierId: null, carrierName, scac },
    outcome,
    durationMs: Math.round(performance.now() - start),
    bookedBy: 'hand',
    tenderEmail,
    ...rest,
  });
  try {
    const price = priceByTariff(tariff, rates, request);
    const rate = {
      ...price,
      quoteNumber: `T${tariff.id}-${randomBytes(4).toString('hex').toUpperCase()}`,
      serviceLevel: tariff.name,
      serviceCode: SERVICE_CODE,
      originTerminal: null,
      destinationTerminal: null,
    };
    return result('rated', { reason: null, rates: [rate] });
  } catch (error) {
    if (!(error instanceof CarrierDeclined)) throw error;
    return result('declined', { reason: error.message, rates: [] });
  }
}
