import type { FreightClass } from './freight-classes.js';

/** One handling unit in pounds and inches, outer dimensions with the pallet. */
export interface MeasuredUnit {
  weight: number;
  length: number;
  width: number;
  height: number;
}

/** The first ship date of the 13-tier scale. */
export const THIRTEEN_TIER_SINCE = '2025-07-19';

/** The pounds per cubic foot at which each class starts, densest first. */
type DensityScale = readonly (readonly [from: number, freightClass: FreightClass])[];

const BELOW_THIRTY: DensityScale = [
  [22.5, '65'],
  [15, '70'],
  [12, '85'],
  [10, '92.5'],
  [8, '100'],
  [6, '125'],
  [4, '175'],
  [2, '250'],
  [1, '300'],
  [0, '400'],
];
const ELEVEN_TIER: DensityScale = [[30, '60'], ...BELOW_THIRTY];
const THIRTEEN_TIER: DensityScale = [[50, '50'], [35, '55'], [30, '60'], ...BELOW_THIRTY];

/** The classes of both scales, lowest first. */
export const DENSITY_CLASSES: readonly FreightClass[] = THIRTEEN_TIER.map(([, freightClass]) => freightClass);

const CUBIC_INCHES_PER_CUBIC_FOOT = 1728;

export function computeCubicFeet({ length, width, height }: Omit<MeasuredUnit, 'weight'>): number {
  return (length * width * height) / CUBIC_INCHES_PER_CUBIC_FOOT;
}

/** Returns the longer side of the base, in inches. */
export function getLongestSide({ length, width }: Pick<MeasuredUnit, 'length' | 'width'>): number {
  return Math.max(length, width);
}

/** Returns pounds per cubic foot over all items. An item's weight covers all of its units. */
export function computeDensity(items: readonly (MeasuredUnit & { quantity?: number })[]): number {
  let weight = 0;
  let volume = 0;
  for (const item of items) {
    weight += item.weight;
    volume += (item.quantity ?? 1) * item.length * item.width * item.height;
  }
  // Multiplying first keeps a density exactly on a tier's edge exact.
  return (weight * CUBIC_INCHES_PER_CUBIC_FOOT) / volume;
}

/**
 * Returns the NMFC class of a density in pounds per cubic foot. Ship dates before July 19, 2025 use 11 tiers, later ones 13
 * (NMFTA Docket 2025-1).
 * Source: dtsone.com "Breaking down the July 2025 NMFC changes"; vmeasure.ai "NMFC 2025 … 13-Tier Density Scale".
 * @throws RangeError if the density is not positive
 */
export function findClassForDensity(density: number, shipDate: string): FreightClass {
  if (!(density > 0)) throw new RangeError('density must be a positive number');
  const scale = shipDate < THIRTEEN_TIER_SINCE ? ELEVEN_TIER : THIRTEEN_TIER;
  return scale.find(([from]) => density >= from)![1];
}
