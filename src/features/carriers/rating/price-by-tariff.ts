import { ACCESSORIALS, type Accessorial } from '../../../domain/accessorials.js';
import { sumCents, type Charge, type ChargeType } from '../../../domain/charges.js';
import { COUNTRY_FACTS, listCountries } from '../../../domain/countries.js';
import type { Day } from '../../../domain/days.js';
import type { FreightClass } from '../../../domain/freight-classes.js';
import { getLongestSide } from '../../../domain/density.js';
import { divideRounded, percentOf } from '../../../domain/money.js';
import type { Warning } from '../../../domain/warnings.js';
import { estimateRoadMiles } from '../../../domain/zip-codes.js';
import { CarrierDeclined } from '../carrier-adapter.js';
import type { Place, RateItem, RateRequest } from '../carrier-requests.js';
import { buildDeclaredValueCharges, buildDeclaredValueWarnings, type Liability } from './declared-value.js';
import { filterLanes, findMostSpecificLane, toLanePoints, type Lane } from './lanes.js';
import { groupByBilledClass, buildLinehaulCharges, type FakMap, type LaneRate } from './linehaul.js';
import { applyCubicCapacity, assertWithinLimits, type TariffLimits } from './tariff-limits.js';

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

/** The fee for a shipment whose longest handling unit is longer. */
export interface OverlengthFee {
  over_inches: number;
  flat_cents: number;
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
  fak: FakMap;
  accessorials: Record<string, AccessorialPrice>;
  /** Replaces the price of the accessorial OVR, unless it is empty. */
  overlength: OverlengthFee[];
  /** Null: the tariff says nothing about declared values. */
  liability: Liability | null;
  /** Null: no limits. */
  limits: TariffLimits | null;
  /** Business days where `transit` has no lane; null: estimated from the distance. */
  transitDays: number | null;
  transit: TransitLane[];
}

export interface TariffPrice {
  netChargeCents: number;
  charges: Charge[];
  transitDays: number;
  warnings: Warning[];
}

/** The highest price of a shipment: ten million dollars. */
const MAX_CENTS = 1_000_000_000;
const FIRST_DAY_MILES = 250;
const MILES_PER_DAY = 500;

type RatedRequest = Pick<
  RateRequest,
  'origin' | 'destination' | 'items' | 'accessorials' | 'shipDate' | 'declaredValueCents'
>;

/** Returns the classes that a tariff bills the items at. */
export function listBilledClasses(
  { fak }: Pick<TariffTerms, 'fak'>,
  { items }: Pick<RateRequest, 'items'>,
): FreightClass[] {
  return groupByBilledClass(items, fak).map(({ freightClass }) => freightClass);
}

/**
 * Prices a shipment by a tariff, in the order of carriers' freight bills:
 * 1. gross linehaul, deficit weight included, less the discount;
 * 2. the lane's minimum if that is more, which is never discounted;
 * 3. the fuel surcharge on the result;
 * 4. one line per accessorial, then the excess of the declared value.
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
  assertWithinLimits(tariff.limits, request.items);
  const { origin, destination } = request;
  const [origins, destinations] = [toLanePoints(origin), toLanePoints(destination)];
  const matching = filterLanes(rates, origins, destinations);
  const actual = groupByBilledClass(request.items, tariff.fak);
  const cubic = applyCubicCapacity(tariff.limits, request.items, tariff.fak, actual);
  const freight = cubic.freight.map((line) => {
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
  const pounds = actual.reduce((sum, line) => sum + line.pounds, 0);
  const charges = [
    ...linehaul,
    ...buildFuelCharges(tariff, sumCents(linehaul), request.shipDate),
    ...buildAccessorialCharges(tariff, request, pounds),
    ...buildDeclaredValueCharges(tariff.liability, request.declaredValueCents, pounds),
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
    warnings: [
      ...cubic.warnings,
      ...buildDeclaredValueWarnings(tariff.liability, request.declaredValueCents),
    ],
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
  const foreign = listCountries([origin, destination]).find((country) => country !== 'US');
  if (foreign) return new CarrierDeclined(`The tariff has no rates for ${COUNTRY_FACTS[foreign].name}.`);
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

/** Returns whether both pickup days are within the dates of the tariff and have the same fuel surcharge. */
export function hasSameTerms(tariff: TariffTerms, day: Day, otherDay: Day): boolean {
  return (
    isInEffect(tariff, day) &&
    isInEffect(tariff, otherDay) &&
    findFuelPercent(tariff, day) === findFuelPercent(tariff, otherDay)
  );
}

export function isInEffect({ effectiveFrom, effectiveTo }: TariffTerms, day: Day): boolean {
  return (effectiveFrom === null || day >= effectiveFrom) && (effectiveTo === null || day <= effectiveTo);
}

/** Returns null if the rates include fuel, and undefined before the first day of the fuel table. */
function findFuelPercent({ fuelPercent, fuelTable }: TariffTerms, day: Day): number | null | undefined {
  if (fuelTable.length === 0) return fuelPercent;
  const begun = fuelTable.filter(({ from }) => from <= day);
  return begun.toSorted((a, b) => (a.from < b.from ? 1 : -1))[0]?.percent;
}

/** Returns no charge if the rates include fuel. @throws CarrierDeclined if the fuel table starts after the day */
function buildFuelCharges(tariff: TariffTerms, net: number, day: Day): Charge[] {
  const percent = findFuelPercent(tariff, day);
  if (percent === undefined) throw new CarrierDeclined(`The tariff has no fuel surcharge for ${day}.`);
  return percent === null
    ? []
    : [buildPercentCharge('fuel_surcharge', 'FUEL', 'Fuel surcharge', net, percent)];
}

/** @throws CarrierDeclined if a service has no price */
function buildAccessorialCharges(tariff: TariffTerms, request: RatedRequest, pounds: number): Charge[] {
  const hasFees = tariff.overlength.length > 0;
  const names = request.accessorials.filter((name) => !hasFees || name !== 'overlength');
  return [
    ...names.map((name) => buildAccessorialCharge(name, tariff, pounds)),
    ...buildOverlengthCharges(tariff.overlength, request.items),
  ];
}

/** Bills the highest fee that the longest handling unit reaches, once per shipment. */
function buildOverlengthCharges(fees: readonly OverlengthFee[], items: readonly RateItem[]): Charge[] {
  const longest = Math.max(...items.map(getLongestSide));
  const reached = fees.filter(({ over_inches: inches }) => longest > inches);
  if (reached.length === 0) return [];
  const fee = reached.reduce((best, next) => (next.over_inches > best.over_inches ? next : best));
  const { code, label } = ACCESSORIALS.overlength;
  return [buildFlatCharge('accessorial', code, `${label} over ${fee.over_inches} in`, fee.flat_cents)];
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
