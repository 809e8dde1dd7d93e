import type { FreightClass } from './freight-classes.js';

/** What density is computed from, one handling unit: pounds and inches, outer dimensions with the pallet. */
export interface MeasuredUnit {
  weight: number;
  length: number;
  width: number;
  height: number;
}

/** The first ship date of the 13-tier scale. */
export const THIRTEEN_TIER_SINCE = '2025-07-19';

/** From how many pounds per cubic foot a class applies, densest first. */
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

/** The classes a density can have by one scale or the other, lowest first. */
export const DENSITY_CLASSES: readonly FreightClass[] = THIRTEEN_TIER.map(([, freightClass]) => freightClass);

const CUBIC_INCHES_PER_CUBIC_FOOT = 1728;

/** Cubic feet of one handling unit. */
export function computeCubicFeet({ length, width, height }: Omit<MeasuredUnit, 'weight'>): number {
  return (length * width * height) / CUBIC_INCHES_PER_CUBIC_FOOT;
}

/** Inches of the longer side a unit stands on. */
export function getLongestSide({ length, width }: Pick<MeasuredUnit, 'length' | 'width'>): number {
  return Math.max(length, width);
}

/** Pounds per cubic foot over all items together; a line of several units has the weight of all of them. */
export function computeDensity(items: readonly (MeasuredUnit & { quantity?: number })[]): number {
  let weight = 0;
  let volume = 0;
  for (const item of items) {
    weight += item.weight;
    volume += (item.quantity ?? 1) * item.length * item.width * item.height;
  }
  // Multiplied before the division, so that freight measured exactly on a tier's edge lands on it.
  return (weight * CUBIC_INCHES_PER_CUBIC_FOOT) / volume;
}

/**
 * The NMFC class of a density in pounds per cubic foot, by the scale in force on `shipDate` (YYYY-MM-DD): 11 tiers
 * before 19 July 2025, 13 tiers (NMFTA Docket 2025-1) from then on.
 * Source: dtsone.com "Breaking down the July 2025 NMFC changes"; vmeasure.ai "NMFC 2025 … 13-Tier Density Scale".
 * @throws RangeError when the density is not a positive number
 */
export function findClassForDensity(density: number, shipDate: string): FreightClass {
  if (!(density > 0)) throw new RangeError('density must be a positive number');
  const scale = shipDate < THIRTEEN_TIER_SINCE ? ELEVEN_TIER : THIRTEEN_TIER;
  return scale.find(([from]) => density >= from)![1];
}
