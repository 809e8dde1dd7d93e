import { computeCubicFeet, computeDensity } from '../../../domain/density.js';
import type { UnitType } from '../../../domain/unit-types.js';
import { buildWarning, type Warning } from '../../../domain/warnings.js';
import { CarrierDeclined } from '../carrier-adapter.js';
import type { RateItem } from '../carrier-requests.js';
import type { BilledFreight, FakMap } from './linehaul.js';
import { computeLinearFeet, ROUNDING_TOLERANCE } from './linear-feet.js';

/** A shipment above this volume and below this density is rated at the density. */
export interface CubicCapacity {
  over_cubic_feet: number;
  /** Pounds per cubic foot. */
  below_density: number;
}

/** The largest shipment that a tariff prices. Null lifts a limit. */
export interface TariffLimits {
  /** Pounds. */
  max_weight: number | null;
  max_linear_feet: number | null;
  max_pallets: number | null;
  cubic_capacity: CubicCapacity | null;
}

/**
 * Common limits of LTL contracts. Source of the cubic capacity rule: carriers' rules tariffs apply it above 750 cubic feet
 * below 6 lb per cubic foot (bcbtransport.com).
 */
export const DEFAULT_LIMITS: TariffLimits = {
  max_weight: 20_000,
  max_linear_feet: 20,
  max_pallets: 10,
  cubic_capacity: { over_cubic_feet: 750, below_density: 6 },
};

const PALLET_TYPES: readonly UnitType[] = ['pallet', 'skid'];

/** @throws CarrierDeclined if the shipment is above a limit */
export function assertWithinLimits(limits: TariffLimits | null, items: readonly RateItem[]): void {
  if (limits === null) return;
  const weight = items.reduce((sum, item) => sum + item.weight, 0);
  const pallets = items
    .filter(({ handling_unit_type: type }) => PALLET_TYPES.includes(type))
    .reduce((sum, { quantity }) => sum + quantity, 0);
  assertAtMost(weight, limits.max_weight, 'lb');
  assertAtMost(computeLinearFeet(items), limits.max_linear_feet, 'linear feet');
  assertAtMost(pallets, limits.max_pallets, 'pallets');
}

function assertAtMost(actual: number, limit: number | null, unit: string): void {
  if (limit === null || actual <= limit + ROUNDING_TOLERANCE) return;
  const [size, most] = [actual, limit].map((n) => n.toLocaleString('en-US', { maximumFractionDigits: 2 }));
  const message = `The shipment has ${size} ${unit} and needs a volume quote. The tariff prices at most ${most} ${unit}.`;
  throw new CarrierDeclined(message);
}

export interface CubicFreight {
  freight: BilledFreight[];
  warnings: Warning[];
}

/**
 * Applies the cubic capacity rule: raises the total to cubic feet times `below_density` pounds, rounded up. The billed class
 * with the most cubic feet takes the added pounds.
 */
export function applyCubicCapacity(
  limits: TariffLimits | null,
  items: readonly RateItem[],
  fak: FakMap,
  freight: BilledFreight[],
): CubicFreight {
  const rule = limits?.cubic_capacity;
  const cubicFeet = computeVolume(items);
  if (!rule || cubicFeet <= rule.over_cubic_feet || computeDensity(items) >= rule.below_density)
    return { freight, warnings: [] };
  const minimum = Math.ceil(Math.round(cubicFeet * rule.below_density * 1_000) / 1_000);
  const missing = Math.max(0, minimum - freight.reduce((sum, { pounds }) => sum + pounds, 0));
  const volumes = freight.map(({ freightClass }) =>
    computeVolume(items.filter((item) => (fak[item.freight_class] ?? item.freight_class) === freightClass)),
  );
  const largest = volumes.indexOf(Math.max(...volumes));
  const [feet, pounds] = [Math.round(cubicFeet), minimum].map((n) => n.toLocaleString('en-US'));
  const density = computeDensity(items).toFixed(2);
  const message =
    `The shipment is ${feet} cubic feet at ${density} lb per cubic foot. The tariff rates it at ${pounds} lb: ` +
    `${rule.below_density} lb per cubic foot.`;
  return {
    freight: freight.map((line, index) =>
      index === largest ? { ...line, pounds: line.pounds + missing, cubicMinimum: true } : line,
    ),
    warnings: [buildWarning('cubic_capacity', 'items', message)],
  };
}

/** Returns cubic feet, without floating-point noise. */
function computeVolume(items: readonly RateItem[]): number {
  const feet = items.reduce((sum, item) => sum + item.quantity * computeCubicFeet(item), 0);
  return Math.round(feet * 1e6) / 1e6;
}
