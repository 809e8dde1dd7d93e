import type { FreightClass } from './freight-classes.js';

/** What a line of a quote, an invoice or a carrier's bill is for. Source: NMFTA's Digital LTL Council, charge details (docs/freight-facts.md). */
export const CHARGE_TYPES = [
  'linehaul',
  'minimum_charge',
  'deficit_weight',
  'discount',
  'fuel_surcharge',
  'accessorial',
  'adjustment',
] as const;
export type ChargeType = (typeof CHARGE_TYPES)[number];

/** The same in words. */
export const CHARGE_NAMES: Record<ChargeType, string> = {
  linehaul: 'Linehaul',
  minimum_charge: 'Minimum charge',
  deficit_weight: 'Deficit weight',
  discount: 'Discount',
  fuel_surcharge: 'Fuel surcharge',
  accessorial: 'Accessorial',
  adjustment: 'Adjustment',
};

/** One line of a price. `amountCents` may be negative (a discount); the lines sum to the total, to the cent. */
export interface Charge {
  type: ChargeType;
  /** Machine word of the line, e.g. `LINEHAUL`, `FUEL`, `LFTD`. */
  code: string;
  description: string;
  amountCents: number;
  /** What was multiplied: hundredweights for linehaul, percent for fuel and discount, 1 for a flat fee. */
  quantity?: number;
  unit?: 'cwt' | 'percent' | 'flat';
  rateCents?: number;
  freightClass?: FreightClass;
  /** Pounds. */
  weight?: number;
}

/** The total of a price in cents. */
export function sumCents(charges: readonly Charge[]): number {
  return charges.reduce((sum, charge) => sum + charge.amountCents, 0);
}
