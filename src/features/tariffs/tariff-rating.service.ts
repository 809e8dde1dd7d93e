import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CarrierDeclined } from '../carriers/carrier-adapter.js';
import type { RateRequest } from '../carriers/carrier-requests.js';
import { scheduleRequest, type UnscheduledRateRequest } from '../carriers/pickup-calendar.js';
import { EXCLUDED_REASON, type PriceResult } from '../carriers/price-result.js';
import { invalidParam } from '../../platform/http/errors/api-error.js';
import { toPickupDate } from '../../domain/business-days.js';
import { buildWarning } from '../../domain/warnings.js';
import { endOfDay } from '../../domain/local-time.js';
import { getTimeZone } from '../../domain/time-zones.js';
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
    request: UnscheduledRateRequest,
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
    request: UnscheduledRateRequest,
    { included, excluded }: SelectedTariffs,
  ): Promise<PriceResult[]> {
    const results = warnAboutOverlap(await this.rateTariffs(tenant, included, request));
    return [...results, ...excluded.map((tariff) => buildExcludedResult(tariff, request))];
  }

  /** @throws RowMissing */
  async rateOne(tenant: Tenant, id: number, request: UnscheduledRateRequest): Promise<PriceResult> {
    const [result] = await this.rateTariffs(tenant, [await this.tariffs.get(tenant, id)], request);
    return result!;
  }

  /** Returns one result for each tariff, in their order. */
  async rateTariffs(
    tenant: Tenant,
    tariffs: Tariff[],
    request: UnscheduledRateRequest,
  ): Promise<PriceResult[]> {
    if (tariffs.length === 0) return [];
    const start = performance.now();
    const keys = tariffs.flatMap((tariff) => buildRateKeys(tariff, request));
    const rates = await this.rates.find(tenant, keys);
    return tariffs.map((tariff) =>
      buildPriceResult(tariff, rates.get(tariff.id) ?? [], scheduleRequest(request, tariff.holidays), start),
    );
  }
}

function buildResult(
  { id: tariffId, scac, carrierName, tenderEmail, holidays }: Tariff,
  result: Pick<PriceResult, 'pickupDate' | 'outcome' | 'reason' | 'rates' | 'durationMs'>,
): PriceResult {
  const carrier = { carrierId: null, carrierName, scac };
  return { carrier, tariffId, bookedBy: 'hand', tenderEmail, holidays, ...result };
}

function buildExcludedResult(tariff: Tariff, request: UnscheduledRateRequest): PriceResult {
  const pickupDate = toPickupDate(request, tariff.holidays);
  const excluded = { outcome: 'excluded' as const, reason: EXCLUDED_REASON, durationMs: 0, rates: [] };
  return buildResult(tariff, { pickupDate, ...excluded });
}

/** Warns about each price of a SCAC that several tariffs in force price: only one of them is the carrier's contract. */
function warnAboutOverlap(results: PriceResult[]): PriceResult[] {
  const rated = results.filter(({ outcome }) => outcome === 'rated');
  const byScac = Map.groupBy(rated, ({ carrier }) => carrier.scac);
  return results.map((result) => {
    const { scac } = result.carrier;
    const others = byScac.get(scac)?.filter((other) => other !== result) ?? [];
    if (result.outcome !== 'rated' || others.length === 0) return result;
    const count = (others.length + 1).toLocaleString('en-US');
    const message =
      `${count} tariffs with SCAC ${scac} apply to this lane and pickup day. ` +
      'End the older ones with effective_to, or delete them.';
    const warning = buildWarning('tariffs_overlap', 'ship_date', message);
    const rates = result.rates.map((rate) => ({ ...rate, warnings: [...(rate.warnings ?? []), warning] }));
    return { ...result, rates };
  });
}

/** Returns the keys of every matching lane for every billed class. */
function buildRateKeys(tariff: Tariff, request: Omit<RateRequest, 'shipDate'>): RateKey[] {
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
  const pickupDate = request.shipDate;
  try {
    const price = priceByTariff(tariff, rates, request);
    const rate = {
      ...price,
      currency: tariff.currency,
      quoteNumber: `T${tariff.id}-${randomBytes(4).toString('hex').toUpperCase()}`,
      serviceLevel: tariff.name,
      serviceCode: SERVICE_CODE,
      originTerminal: null,
      destinationTerminal: null,
      ...(tariff.effectiveTo && {
        expiresAt: endOfDay(tariff.effectiveTo, getTimeZone(request.origin)),
      }),
    };
    return buildResult(tariff, { pickupDate, outcome: 'rated', reason: null, rates: [rate], durationMs });
  } catch (error) {
    if (!(error instanceof CarrierDeclined)) throw error;
    const { message: reason } = error;
    return buildResult(tariff, { pickupDate, outcome: 'declined', reason, rates: [], durationMs });
  }
}
