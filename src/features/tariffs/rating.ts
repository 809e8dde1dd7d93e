import { CarrierDeclined } from '../carriers/carrier-adapter.js';
import type { Place, RateRequest } from '../carriers/carrier-requests.js';
import { ACCESSORIALS, type Accessorial } from '../../domain/accessorials.js';
import { sumCents, type Charge } from '../../domain/charges.js';
import type { Day } from '../../domain/days.js';
import type { FreightClass } from '../../domain/freight-classes.js';
import { divideRounded, percentOf } from '../../domain/money.js';
import { filterLanes, findMostSpecificLane, toLanePoints } from './lanes.js';
import { groupByBilledClass, buildLinehaulCharges, type LaneRate } from './linehaul.js';
import type { AccessorialPrice, Tariff } from './tariff.entity.js';
import { estimateTransitDays } from './transit.js';

/** What of a tariff is not in its table of rates. */
export type TariffTerms = Pick<
  Tariff,
  | 'effectiveFrom'
  | 'effectiveTo'
  | 'discountPercent'
  | 'minimumCents'
  | 'fuelPercent'
  | 'fuelTable'
  | 'fak'
  | 'accessorials'
  | 'transitDays'
  | 'transit'
>;

export interface TariffPrice {
  netChargeCents: number;
  charges: Charge[];
  transitDays: number;
}

/** The most that a price can be: ten million dollars. */
const MAX_CENTS = 1_000_000_000;

type RatedRequest = Pick<RateRequest, 'origin' | 'destination' | 'items' | 'accessorials' | 'shipDate'>;

/** The classes that a tariff bills the items by: what its rates are looked up for. */
export function listBilledClasses(
  { fak }: Pick<TariffTerms, 'fak'>,
  { items }: RatedRequest,
): FreightClass[] {
  return groupByBilledClass(items, fak).map(({ freightClass }) => freightClass);
}

/**
 * What a tariff asks for a shipment: linehaul, deficit weight included, less the discount, or the lane's minimum if that is
 * more, which no discount touches; fuel on that; then the accessorials. A pure function: no clock, no chance.
 * @param rates those of any lane; the ones that fit are found here
 * @throws CarrierDeclined where the tariff has no price for all of it, with the reason
 */
export function priceByTariff(
  tariff: TariffTerms,
  rates: readonly LaneRate[],
  request: RatedRequest,
): TariffPrice {
  assertInEffect(tariff, request.shipDate);
  const [origins, destinations] = [toLanePoints(request.origin), toLanePoints(request.destination)];
  const fitting = filterLanes(rates, origins, destinations);
  const freight = groupByBilledClass(request.items, tariff.fak).map((line) => {
    const rate = findMostSpecificLane(
      fitting.filter(({ freightClass }) => freightClass === line.freightClass),
    );
    if (!rate) throw buildNoRateError(line.freightClass, request);
    return { ...line, rate };
  });
  const minimum = Math.max(tariff.minimumCents, ...freight.map(({ rate }) => rate.minimumCents));
  const gross = buildLinehaulCharges(freight);
  // Beyond this, shares would no longer be exact.
  if (Math.max(minimum, sumCents(gross)) > MAX_CENTS) throw buildPriceLimitError();
  const linehaul = applyDiscountAndMinimum(gross, tariff.discountPercent, minimum);
  const pounds = freight.reduce((sum, line) => sum + line.pounds, 0);
  const charges = [
    ...linehaul,
    ...buildFuelCharges(tariff, sumCents(linehaul), request.shipDate),
    ...request.accessorials.map((name) => buildAccessorialCharge(name, tariff, pounds)),
  ];
  const netChargeCents = sumCents(charges);
  if (netChargeCents < 1) throw new CarrierDeclined('The tariff comes to no price for this shipment.');
  if (netChargeCents > MAX_CENTS) throw buildPriceLimitError();
  const days =
    findMostSpecificLane(filterLanes(tariff.transit, origins, destinations))?.days ?? tariff.transitDays;
  const { origin, destination } = request;
  return {
    netChargeCents,
    charges,
    transitDays: days ?? estimateTransitDays(origin.zip, destination.zip),
  };
}

function buildPriceLimitError(): CarrierDeclined {
  return new CarrierDeclined('The price by the tariff is beyond any shipment’s.');
}

function assertInEffect({ effectiveFrom, effectiveTo }: TariffTerms, day: Day): void {
  if (effectiveFrom !== null && day < effectiveFrom)
    throw new CarrierDeclined(`The tariff is in effect from ${effectiveFrom} on.`);
  if (effectiveTo !== null && day > effectiveTo)
    throw new CarrierDeclined(`The tariff was in effect until ${effectiveTo}.`);
}

function buildNoRateError(
  freightClass: FreightClass,
  { origin, destination }: RatedRequest,
): CarrierDeclined {
  const from = (place: Place) => `${place.zip.slice(0, 3)} (${place.state})`;
  return new CarrierDeclined(
    `The tariff has no rate for class ${freightClass} from ${from(origin)} to ${from(destination)}.`,
  );
}

function applyDiscountAndMinimum(gross: Charge[], discountPercent: number, minimum: number): Charge[] {
  const discount = buildPercentCharge('discount', 'DISCOUNT', 'Discount', sumCents(gross), discountPercent);
  const charges =
    discountPercent > 0 ? [...gross, { ...discount, amountCents: -discount.amountCents }] : gross;
  const missing = minimum - sumCents(charges);
  return missing > 0
    ? [...charges, buildFlatCharge('minimum_charge', 'MINIMUM', 'Minimum charge adjustment', missing)]
    : charges;
}

/** A tariff without a word on fuel has it in its rates; one whose table begins later has no price yet. */
function buildFuelCharges({ fuelPercent, fuelTable }: TariffTerms, net: number, day: Day): Charge[] {
  const begun = fuelTable.filter(({ from }) => from <= day);
  if (fuelTable.length > 0 && begun.length === 0)
    throw new CarrierDeclined(`The tariff has no fuel surcharge for ${day}.`);
  const latest = begun.reduce<(typeof begun)[number] | undefined>(
    (best, row) => (best === undefined || row.from > best.from ? row : best),
    undefined,
  );
  const percent = latest?.percent ?? fuelPercent;
  return percent === null
    ? []
    : [buildPercentCharge('fuel_surcharge', 'FUEL', 'Fuel surcharge', net, percent)];
}

function buildAccessorialCharge(name: Accessorial, { accessorials }: TariffTerms, pounds: number): Charge {
  const { code, label } = ACCESSORIALS[name];
  const price = accessorials[code];
  if (!price) throw new CarrierDeclined(`The tariff has no price for: ${label} (${code}).`);
  return buildFlatCharge('accessorial', code, label, computeAccessorialCents(price, pounds));
}

/** The flat amount and that by weight together, within the least and the most, where the schedule has them. */
export function computeAccessorialCents(price: AccessorialPrice, pounds: number): number {
  const byWeight = divideRounded((price.per_cwt_cents ?? 0) * pounds, 100);
  const asked = Math.max((price.flat_cents ?? 0) + byWeight, price.minimum_cents ?? 0);
  return Math.min(asked, price.maximum_cents ?? Infinity);
}

function buildFlatCharge(
  type: Charge['type'],
  code: string,
  description: string,
  amountCents: number,
): Charge {
  return { type, code, description, amountCents, quantity: 1, unit: 'flat', rateCents: amountCents };
}

function buildPercentCharge(
  type: Charge['type'],
  code: string,
  what: string,
  of: number,
  percent: number,
): Charge {
  return {
    type,
    code,
    description: `${what} ${percent}%`,
    amountCents: percentOf(of, Math.round(percent * 100)),
    quantity: percent,
    unit: 'percent',
  };
}
