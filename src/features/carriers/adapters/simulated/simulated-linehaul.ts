import type { Charge } from '../../../../domain/charges.js';
import { computeCubicFeet } from '../../../../domain/density.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../../../domain/freight-classes.js';
import { createCentsRounder } from '../../../../domain/money.js';
import type { RateItem } from '../../carrier-requests.js';
import type { SimulatedCarrier } from './simulated-carriers.js';

/** The weight breaks L5C, M5C, M1M, M2M, M5M, M10M and M20M: from how many pounds, and the rate over that of M5C. */
const WEIGHT_BREAKS = [
  { from: 0, factor: 1.15 },
  { from: 500, factor: 1 },
  { from: 1_000, factor: 0.9 },
  { from: 2_000, factor: 0.8 },
  { from: 5_000, factor: 0.7 },
  { from: 10_000, factor: 0.58 },
  { from: 20_000, factor: 0.48 },
] as const;

/** The rate of each class over that of class 100. */
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

/** The freight of one class, in whole pounds as billed. */
export interface ClassWeight {
  freightClass: FreightClass;
  pounds: number;
  /** Whether it is billed by the carrier's minimum density and not by its weight. */
  lifted: boolean;
}

/**
 * The items by class, lowest class first. Each handling unit is billed by the pound begun: twenty that are alike cost the
 * same on one line as on twenty.
 */
export function groupByClass(items: readonly RateItem[], minimumDensity: number): ClassWeight[] {
  const byClass = new Map<FreightClass, ClassWeight>();
  for (const item of items) {
    const weighed = Math.ceil(item.weight / item.quantity);
    const billed = Math.max(weighed, Math.ceil(computeCubicFeet(item) * minimumDensity));
    const sofar = byClass.get(item.freight_class);
    byClass.set(item.freight_class, {
      freightClass: item.freight_class,
      pounds: (sofar?.pounds ?? 0) + billed * item.quantity,
      lifted: (sofar?.lifted ?? false) || billed > weighed,
    });
  }
  return FREIGHT_CLASSES.flatMap((freightClass) => byClass.get(freightClass) ?? []);
}

/**
 * The gross linehaul, a line per class, at the cheapest weight break that the shipment reaches or can be billed up to.
 * Billing up adds the missing pounds as deficit weight at the lowest class shipped. Every heavier break is compared,
 * not the next alone, so that a heavier shipment never costs less.
 * @param factor on every rate
 */
export function buildSimulatedLinehaul(
  carrier: SimulatedCarrier,
  freight: readonly ClassWeight[],
  miles: number,
  factor: number,
): Charge[] {
  const total = freight.reduce((sum, { pounds }) => sum + pounds, 0);
  const hundred = carrier.baseCents + carrier.centsPerMile * miles;
  const candidates = WEIGHT_BREAKS.filter((_, i) => total < (WEIGHT_BREAKS[i + 1]?.from ?? Infinity)).map(
    ({ from, factor: breakFactor }): BreakRating => {
      const rates = freight.map(({ freightClass }) =>
        computeRateCents(hundred * breakFactor * CLASS_FACTORS[freightClass] ** carrier.classSpread, factor),
      );
      const deficit = Math.max(0, from - total);
      const shipped = freight.reduce((sum, { pounds }, i) => sum + pounds * rates[i]!, 0);
      return { from, rates, deficit, hundredths: shipped + deficit * rates[0]! };
    },
  );
  return buildChargesAtBreak(
    candidates.reduce((best, next) => (next.hundredths < best.hundredths ? next : best)),
    freight,
  );
}

/** A shipment at one weight break. */
interface BreakRating {
  from: number;
  /** Cents per hundredweight, one for each class of the freight. */
  rates: number[];
  /** Pounds missing to the break. */
  deficit: number;
  /** The price in hundredths of a cent, which is exact. */
  hundredths: number;
}

function buildChargesAtBreak(
  { from, rates, deficit }: BreakRating,
  freight: readonly ClassWeight[],
): Charge[] {
  const amountOf = createCentsRounder();
  const charges = freight.map(({ freightClass, pounds, lifted }, i): Charge => ({
    type: 'linehaul',
    code: 'LINEHAUL',
    description: `Linehaul, class ${freightClass}${lifted ? ', at the minimum density' : ''}`,
    amountCents: amountOf(pounds * rates[i]!),
    quantity: pounds / 100,
    unit: 'cwt',
    rateCents: rates[i]!,
    freightClass,
    weight: pounds,
  }));
  if (deficit === 0) return charges;
  return charges.concat({
    ...charges[0]!,
    type: 'deficit_weight',
    code: 'DEFICIT',
    description: `Deficit weight, billed as ${from.toLocaleString('en-US')} lb`,
    amountCents: amountOf(deficit * rates[0]!),
    quantity: deficit / 100,
    weight: deficit,
  });
}

/** Cents per hundredweight; the factor comes after the rounding, so that 2 is twice the price. */
function computeRateCents(exactCents: number, factor: number): number {
  return Math.max(1, Math.round(Math.round(exactCents) * factor));
}
