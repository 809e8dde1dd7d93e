import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CarrierDeclined } from '../carriers/carrier-adapter.js';
import type { RateRequest } from '../carriers/carrier-requests.js';
import { EXCLUDED, type PriceResult } from '../carriers/price-result.js';
import { invalidParam } from '../../platform/http/errors/api-error.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { placesOf } from './lanes.js';
import type { LaneRate } from './linehaul.js';
import { billedClasses, priceByTariff } from './rating.js';
import { TariffRatesRepository, type RateKey } from './tariff-rates.repository.js';
import type { Tariff } from './tariff.entity.js';
import { TariffsRepository } from './tariffs.repository.js';

const SERVICE_CODE = 'TARIFF';
/** Lines that one request has priced, each tariff's counted: an answer and an event of some megabytes. */
const MOST_LINES = 20_000;

/** Tariffs that have rates: those that are asked, and those that the organization's rules exclude. */
export interface ChosenTariffs {
  asked: Tariff[];
  others: Tariff[];
}

/** What the tariffs of an organization come to, beside what its carriers answer. */
@Injectable()
export class TariffPrices {
  constructor(
    private readonly tariffs: TariffsRepository,
    private readonly rates: TariffRatesRepository,
  ) {}

  /**
   * Those to ask for this, before anybody is asked. @param excluded SCACs whose tariffs are left alone
   * @throws ApiError invalid_value where the lines are too many for as many tariffs
   */
  async choose(
    tenant: Tenant,
    request: RateRequest,
    excluded: Promise<readonly string[]>,
  ): Promise<ChosenTariffs> {
    const [tariffs, left] = await Promise.all([this.tariffs.listRated(tenant), excluded]);
    const asked = tariffs.filter(({ scac }) => !left.includes(scac));
    const most = Math.floor(MOST_LINES / asked.length);
    if (request.items.length > most)
      throw invalidParam(
        'items',
        `items must be ${most} lines at most for the ${asked.length} tariffs that price them.`,
      );
    return { asked, others: tariffs.filter((tariff) => !asked.includes(tariff)) };
  }

  /** A result for each tariff that has rates: of those that are asked first, oldest first. */
  async priceAll(
    tenant: Tenant,
    request: RateRequest,
    { asked, others }: ChosenTariffs,
  ): Promise<PriceResult[]> {
    return [...(await this.price(tenant, asked, request)), ...others.map(notAsked)];
  }

  /** The price of one tariff, with rates or without. @throws RowMissing */
  async priceOne(tenant: Tenant, id: number, request: RateRequest): Promise<PriceResult> {
    const [result] = await this.price(tenant, [await this.tariffs.get(tenant, id)], request);
    return result!;
  }

  private async price(tenant: Tenant, tariffs: Tariff[], request: RateRequest): Promise<PriceResult[]> {
    if (tariffs.length === 0) return [];
    const start = performance.now();
    const keys = tariffs.flatMap((tariff) => keysOf(tariff, request));
    const rates = await this.rates.find(tenant, keys);
    return tariffs.map((tariff) => resultOf(tariff, rates.get(tariff.id) ?? [], request, start));
  }
}

function notAsked({ scac, carrierName, tenderEmail }: Tariff): PriceResult {
  const carrier = { carrierId: null, carrierName, scac };
  return {
    carrier,
    outcome: 'excluded',
    reason: EXCLUDED,
    durationMs: 0,
    bookedBy: 'hand',
    tenderEmail,
    rates: [],
  };
}

/** Every lane that fits, for every class that the tariff bills. */
function keysOf(tariff: Tariff, request: RateRequest): RateKey[] {
  const [origins, destinations] = [placesOf(request.origin), placesOf(request.destination)];
  return billedClasses(tariff, request).flatMap((freightClass) =>
    origins.flatMap((origin) =>
      destinations.map((destination) => ({ tariffId: tariff.id, origin, destination, freightClass })),
    ),
  );
}

function resultOf(tariff: Tariff, rates: LaneRate[], request: RateRequest, start: number): PriceResult {
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
