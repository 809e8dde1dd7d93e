import { ACCESSORIALS } from '../../../../domain/accessorials.js';
import { type Charge, sumCents } from '../../../../domain/charges.js';
import { computeCubicFeet } from '../../../../domain/density.js';
import type { FreightClass } from '../../../../domain/freight-classes.js';
import { percentOf } from '../../../../domain/money.js';
import type { Warning } from '../../../../domain/warnings.js';
import { findStateByZip } from '../../../../domain/zip-codes.js';
import type { RateItem, RateRequest } from '../../carrier-requests.js';
import { toLanePoints } from '../../rating/lanes.js';
import type { LaneRate } from '../../rating/linehaul.js';
import {
  buildFlatCharge,
  estimateTransitDays,
  priceByTariff,
  type TariffTerms,
} from '../../rating/price-by-tariff.js';
import {
  OFFSHORE_STATES,
  type Guarantee,
  type ServiceLevel,
  type SimulatedCarrier,
} from './simulated-carriers.js';
import { computeFeeCents, findBorderFee, findFee, findHighCostArea } from './simulated-fees.js';

/** The rate at each of WEIGHT_BREAKS relative to the rate from 500 lb. */
const BREAK_FACTORS = [1.15, 1, 0.9, 0.8, 0.7, 0.58, 0.48];

/** The rate of each class relative to class 100. */
const CLASS_FACTORS: Record<FreightClass, number> = {
  '50': 0.55,
  '55': 0.58,
  '60': 0.62,
  '65': 0.66,
  '70': 0.71,
  '77.5': 0.77,
  '85': 0.84,
  '92.5': 0.92,
  '100': 1,
  '110': 1.08,
  '125': 1.22,
  '150': 1.43,
  '175': 1.66,
  '200': 1.88,
  '250': 2.33,
  '300': 2.8,
  '400': 3.7,
  '500': 4.6,
};

const SAILING_DAYS = 7;
const CUSTOMS_DAYS = 1;

export interface PricedService {
  service: ServiceLevel;
  charges: Charge[];
  transitDays: number;
  warnings: Warning[];
}

/**
 * Prices a shipment, one price per service level. A simulated carrier is a tariff whose rates follow from the distance; the
 * tariff engine rates it. High-cost areas and the guarantee are added after that.
 * @param miles road miles
 * @param factor multiplies every rate and fee
 */
export function priceFreight(
  carrier: SimulatedCarrier,
  request: RateRequest,
  miles: number,
  factor = 1,
): PricedService[] {
  const items = request.items.map((item) => billItem(item, carrier.minimumDensity));
  const rated = { ...request, items, accessorials: [...new Set(request.accessorials)] };
  const pounds = items.reduce((sum, { weight }) => sum + weight, 0);
  const terms = buildTerms(carrier, rated, miles, pounds, factor);
  // The carrier's own size limits take the place of the price limit.
  const price = priceByTariff(terms, buildRates(carrier, rated, miles, factor), rated, Infinity);
  const charges = [
    ...labelLinehaul(price.charges, items),
    ...buildHighCostCharges(request, pounds, carrier.feeFactor * factor),
    ...buildBorderCharges(request, pounds, carrier.feeFactor * factor),
  ];
  const net = sumCents(charges.filter(({ type }) => type !== 'fuel_surcharge' && type !== 'accessorial'));
  return carrier.services.map((service) => ({
    service,
    charges: service.guarantee ? [...charges, buildGuaranteeCharge(service.guarantee, net, factor)] : charges,
    transitDays: price.transitDays,
    warnings: price.warnings,
  }));
}

type BilledItem = RateItem & { atMinimumDensity: boolean };

/** Rounds each unit up to whole pounds, so that twenty units cost the same on one line as on twenty. */
function billItem(item: RateItem, minimumDensity: number): BilledItem {
  const weighed = Math.ceil(item.weight / item.quantity);
  const billed = Math.max(weighed, Math.ceil(computeCubicFeet(item) * minimumDensity));
  return { ...item, weight: billed * item.quantity, atMinimumDensity: billed > weighed };
}

function buildTerms(
  carrier: SimulatedCarrier,
  request: RateRequest,
  miles: number,
  pounds: number,
  factor: number,
): TariffTerms {
  const fee = (name: (typeof request.accessorials)[number]) =>
    computeFeeCents(findFee(name, request), pounds, carrier.feeFactor * factor);
  const states = [request.origin.zip, request.destination.zip].map(findStateByZip);
  const sails = states[0] !== states[1] && states.some((state) => state && OFFSHORE_STATES.includes(state));
  return {
    effectiveFrom: null,
    effectiveTo: null,
    discountPercent: carrier.discountPercent,
    minimumCents: Math.max(1, Math.round(carrier.minimumCents * factor)),
    fuelPercent: carrier.fuelPercent,
    fuelTable: [],
    fak: {},
    accessorials: Object.fromEntries(
      request.accessorials.map((name) => [ACCESSORIALS[name].code, { flat_cents: fee(name) }]),
    ),
    transitDays:
      estimateTransitDays(miles, carrier.milesPerDay) +
      (sails ? SAILING_DAYS : 0) +
      (findBorderFee(request) ? CUSTOMS_DAYS : 0),
    transit: [],
    overlength: [],
    liability: null,
    limits: null,
  };
}

/** Returns the rates of each class shipped. `factor` applies after the rounding, so that 2 is twice the price. */
function buildRates(
  carrier: SimulatedCarrier,
  { origin, destination, items }: RateRequest,
  miles: number,
  factor: number,
): LaneRate[] {
  const base = carrier.baseCents + carrier.centsPerMile * miles;
  return [...new Set(items.map((item) => item.freight_class))].map((freightClass) => ({
    origin: toLanePoints(origin).at(-1)!,
    destination: toLanePoints(destination).at(-1)!,
    freightClass,
    minimumCents: 0,
    ratesCents: BREAK_FACTORS.map((breakFactor) => {
      const exact = base * breakFactor * CLASS_FACTORS[freightClass] ** carrier.classSpread;
      return Math.max(1, Math.round(Math.round(exact) * factor));
    }),
  }));
}

/** Adds to the linehaul which classes are billed at the minimum density, and the class of the deficit weight. */
function labelLinehaul(charges: readonly Charge[], items: readonly BilledItem[]): Charge[] {
  return charges.map((charge) => {
    if (charge.type === 'deficit_weight') return { ...charge, freightClass: charges[0]!.freightClass! };
    const isLifted = items.some(
      (item) => item.atMinimumDensity && item.freight_class === charge.freightClass,
    );
    return isLifted ? { ...charge, description: `${charge.description}, at the minimum density` } : charge;
  });
}

function buildHighCostCharges(
  { origin, destination }: RateRequest,
  pounds: number,
  factor: number,
): Charge[] {
  const [pickup, delivery] = [findHighCostArea(origin.zip), findHighCostArea(destination.zip)];
  const charge = (code: string, side: string, { name, fee }: NonNullable<typeof pickup>) =>
    buildFlatCharge(
      'accessorial',
      code,
      `High-cost ${side} area: ${name}`,
      computeFeeCents(fee, pounds, factor),
    );
  return [
    ...(pickup ? [charge('HIPU', 'pickup', pickup)] : []),
    ...(delivery ? [charge('HIDL', 'delivery', delivery)] : []),
  ];
}

function buildBorderCharges(request: RateRequest, pounds: number, factor: number): Charge[] {
  const fee = findBorderFee(request);
  if (!fee) return [];
  return [buildFlatCharge('accessorial', 'BORDER', 'Border crossing', computeFeeCents(fee, pounds, factor))];
}

function buildGuaranteeCharge(
  { code, label, basisPoints, minimumCents }: Guarantee,
  net: number,
  factor: number,
): Charge {
  const minimum = Math.max(1, Math.round(minimumCents * factor));
  return buildFlatCharge('accessorial', code, label, Math.max(minimum, percentOf(net, basisPoints)));
}
