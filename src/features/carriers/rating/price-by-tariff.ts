import { ACCESSORIALS, type Accessorial } from '../../../domain/accessorials.js';
import { sumCents, type Charge, type ChargeType } from '../../../domain/charges.js';
import type { Day } from '../../../domain/days.js';
import type { FreightClass } from '../../../domain/freight-classes.js';
import { divideRounded, percentOf } from '../../../domain/money.js';
import { estimateRoadMiles } from '../../../domain/zip-codes.js';
import { CarrierDeclined } from '../carrier-adapter.js';
import type { Place, RateRequest } from '../carrier-requests.js';
import { filterLanes, findMostSpecificLane, toLanePoints, type Lane } from './lanes.js';
import { groupByBilledClass, buildLinehaulCharges, type LaneRate } from './linehaul.js';

export interface FuelStep {
  from: Day;
  percent: number;
}

/** The price of a service: flat plus by hundredweight, within the minimum and the maximum. */
export interface AccessorialPrice {
  flat_cents?: number;
  per_cwt_cents?: number;
  minimum_cents?: number;
  maximum_cents?: number;
}

export interface TransitLane extends Lane {
  days: number;
}

/** A tariff without its table of rates. */
export interface TariffTerms {
  /** First pickup day; null: no start. */
  effectiveFrom: Day | null;
  /** Last pickup day; null: no end. */
  effectiveTo: Day | null;
  discountPercent: number;
  /** Minimum linehaul of every lane. */
  minimumCents: number;
  /** Null where `fuelTable` has the surcharge, or the rates include it. */
  fuelPercent: number | null;
  fuelTable: FuelStep[];
  /** The class billed for a class (freight all kinds). */
  fak: Partial<Record<FreightClass, FreightClass>>;
  accessorials: Record<string, AccessorialPrice>;
  /** Business days where `transit` has no lane; null: estimated from the distance. */
  transitDays: number | null;
  transit: TransitLane[];
}

export interface TariffPrice {
  netChargeCents: number;
  charges: Charge[];
  transitDays: number;
}

/** The highest price of a shipment: ten million dollars. */
const MAX_CENTS = 1_000_000_000;
const FIRST_DAY_MILES = 250;
const MILES_PER_DAY = 500;

type RatedRequest = Pick<RateRequest, 'origin' | 'destination' | 'items' | 'accessorials' | 'shipDate'>;

/** Returns the classes that a tariff bills the items at. */
export function listBilledClasses(
  { fak }: Pick<TariffTerms, 'fak'>,
  { items }: RatedRequest,
): FreightClass[] {
  return groupByBilledClass(items, fak).map(({ freightClass }) => freightClass);
}

/**
 * Prices a shipment by a tariff, in the order of carriers' freight bills:
 * 1. gross linehaul, deficit weight included, less the discount;
 * 2. the lane's minimum if that is more, which is never discounted;
 * 3. the fuel surcharge on the result;
 * 4. one line per accessorial.
 *
 * The result depends on the arguments alone.
 * @param rates rates of any lanes; this function selects the matching ones
 * @param maxCents declines a higher price
 * @throws CarrierDeclined with the reason if the tariff cannot price every part of the shipment
 */
export function priceByTariff(
  tariff: TariffTerms,
  rates: readonly LaneRate[],
  request: RatedRequest,
  maxCents = MAX_CENTS,
): TariffPrice {
  assertInEffect(tariff, request.shipDate);
  const { origin, destination } = request;
  const [origins, destinations] = [toLanePoints(origin), toLanePoints(destination)];
  const matching = filterLanes(rates, origins, destinations);
  const freight = groupByBilledClass(request.items, tariff.fak).map((line) => {
    const rate = findMostSpecificLane(
      matching.filter(({ freightClass }) => freightClass === line.freightClass),
    );
    if (!rate) throw buildNoRateError(line.freightClass, request);
    return { ...line, rate };
  });
  const minimum = Math.max(tariff.minimumCents, ...freight.map(({ rate }) => rate.minimumCents));
  const gross = buildLinehaulCharges(freight);
  // Above the limit, percentages would leave the range of exact integers.
  assertAtMost(maxCents, Math.max(minimum, sumCents(gross)));
  const linehaul = applyDiscountAndMinimum(gross, tariff.discountPercent, minimum);
  const pounds = freight.reduce((sum, line) => sum + line.pounds, 0);
  const charges = [
    ...linehaul,
    ...buildFuelCharges(tariff, sumCents(linehaul), request.shipDate),
    ...request.accessorials.map((name) => buildAccessorialCharge(name, tariff, pounds)),
  ];
  const netChargeCents = sumCents(charges);
  if (netChargeCents < 1) throw new CarrierDeclined('The tariff prices this shipment at zero.');
  assertAtMost(maxCents, netChargeCents);
  const days = findMostSpecificLane(filterLanes(tariff.transit, origins, destinations))?.days;
  return {
    netChargeCents,
    charges,
    transitDays:
      days ??
      tariff.transitDays ??
      estimateTransitDays(estimateRoadMiles(origin.zip, destination.zip), MILES_PER_DAY),
  };
}

/** Returns business days in transit: one for the first 250 miles, then one for each `milesPerDay` begun. */
export function estimateTransitDays(miles: number, milesPerDay: number): number {
  return 1 + Math.ceil(Math.max(0, miles - FIRST_DAY_MILES) / milesPerDay);
}

function assertAtMost(maxCents: number, cents: number): void {
  if (cents > maxCents) throw new CarrierDeclined('The tariff price exceeds $10,000,000. Check its rates.');
}

function assertInEffect({ effectiveFrom, effectiveTo }: TariffTerms, day: Day): void {
  if (effectiveFrom !== null && day < effectiveFrom)
    throw new CarrierDeclined(`The tariff takes effect on ${effectiveFrom}.`);
  if (effectiveTo !== null && day > effectiveTo)
    throw new CarrierDeclined(`The tariff expired on ${effectiveTo}.`);
}

function buildNoRateError(
  freightClass: FreightClass,
  { origin, destination }: RatedRequest,
): CarrierDeclined {
  const format = ({ zip, state }: Place) => `${zip.slice(0, 3)} (${state})`;
  return new CarrierDeclined(
    `The tariff has no rate for class ${freightClass} from ${format(origin)} to ${format(destination)}.`,
  );
}

function applyDiscountAndMinimum(gross: Charge[], discountPercent: number, minimum: number): Charge[] {
  const discount = buildPercentCharge('discount', 'DISCOUNT', 'Discount', sumCents(gross), discountPercent);
  // `0 -` keeps a discount of nothing from becoming negative zero.
  const amountCents = 0 - discount.amountCents;
  const charges = discountPercent > 0 ? [...gross, { ...discount, amountCents }] : gross;
  const missing = minimum - sumCents(charges);
  return missing > 0
    ? [...charges, buildFlatCharge('minimum_charge', 'MINIMUM', 'Minimum charge adjustment', missing)]
    : charges;
}

/** Returns no charge if the rates include fuel. @throws CarrierDeclined if the fuel table starts after the day */
function buildFuelCharges({ fuelPercent, fuelTable }: TariffTerms, net: number, day: Day): Charge[] {
  const begun = fuelTable.filter(({ from }) => from <= day);
  if (fuelTable.length > 0 && begun.length === 0)
    throw new CarrierDeclined(`The tariff has no fuel surcharge for ${day}.`);
  const latest = begun.reduce<FuelStep | undefined>(
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

/** Adds the flat amount and the amount by weight, then applies the minimum and the maximum. */
export function computeAccessorialCents(price: AccessorialPrice, pounds: number): number {
  const byWeight = divideRounded((price.per_cwt_cents ?? 0) * pounds, 100);
  const cents = Math.max((price.flat_cents ?? 0) + byWeight, price.minimum_cents ?? 0);
  return Math.min(cents, price.maximum_cents ?? Infinity);
}

export function buildFlatCharge(
  type: ChargeType,
  code: string,
  description: string,
  amountCents: number,
): Charge {
  return { type, code, description, amountCents, quantity: 1, unit: 'flat', rateCents: amountCents };
}

function buildPercentCharge(
  type: ChargeType,
  code: string,
  label: string,
  baseCents: number,
  percent: number,
): Charge {
  return {
    type,
    code,
    description: `${label} ${percent}%`,
    amountCents: percentOf(baseCents, Math.round(percent * 100)),
    quantity: percent,
    unit: 'percent',
  };
}
