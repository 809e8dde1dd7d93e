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
/** Lines times tariffs of a request; bounds the response and the event to a few megabytes. */
const MAX_PRICED_LINES = 20_000;

/** Tariffs with rates, split by the organization's rate shopping rules. */
export interface SelectedTariffs {
  included: Tariff[];
  excluded: Tariff[];
}

/** Rates shipments with an organization's tariffs. */
@Injectable()
export class TariffRatingService {
  constructor(
    private readonly tariffs: TariffsRepository,
    private readonly rates: TariffRatesRepository,
  ) {}

  /**
   * Selects the tariffs for a request.
   * @param excluded SCACs to skip
   * @throws ApiError invalid_value if the request has too many lines for the number of tariffs
   */
  async selectTariffs(
    tenant: Tenant,
    request: RateRequest,
    excluded: Promise<readonly string[]>,
  ): Promise<SelectedTariffs> {
    const [tariffs, scacs] = await Promise.all([this.tariffs.listWithRates(tenant), excluded]);
    const included = tariffs.filter(({ scac }) => !scacs.includes(scac));
    const maxLines = Math.floor(MAX_PRICED_LINES / included.length);
    if (request.items.length > maxLines) {
      const message = `items must have at most ${maxLines} lines for ${included.length} tariffs. Send fewer lines.`;
      throw invalidParam('items', message);
    }
    return { included, excluded: tariffs.filter((tariff) => !included.includes(tariff)) };
  }

  /** Returns one result for each tariff: the included ones first, oldest first. */
  async rateAll(
    tenant: Tenant,
    request: RateRequest,
    { included, excluded }: SelectedTariffs,
  ): Promise<PriceResult[]> {
    return [...(await this.rateTariffs(tenant, included, request)), ...excluded.map(buildExcludedResult)];
  }

  /** @throws RowMissing */
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

function buildResult(
  { scac, carrierName, tenderEmail }: Tariff,
  result: Pick<PriceResult, 'outcome' | 'reason' | 'rates' | 'durationMs'>,
): PriceResult {
  return { carrier: { carrierId: null, carrierName, scac }, bookedBy: 'hand', tenderEmail, ...result };
}

function buildExcludedResult(tariff: Tariff): PriceResult {
  return buildResult(tariff, { outcome: 'excluded', reason: EXCLUDED_REASON, durationMs: 0, rates: [] });
}

/** Returns the keys of every matching lane for every billed class. */
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
  const durationMs = Math.round(performance.now() - start);
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
    return buildResult(tariff, { outcome: 'rated', reason: null, rates: [rate], durationMs });
  } catch (error) {
    if (!(error instanceof CarrierDeclined)) throw error;
    return buildResult(tariff, { outcome: 'declined', reason: error.message, rates: [], durationMs });
  }
}
