import type { FreightClass } from './freight-classes.js';

/** Types of lines on quotes, invoices and carriers' bills. Source: NMFTA Digital LTL Council, charge details (docs/reference/freight-facts.md). */
export const CHARGE_TYPES = [
  'linehaul',
  'minimum_charge',
  'deficit_weight',
  'discount',
  'fuel_surcharge',
  'accessorial',
  'adjustment',
  'tax',
] as const;
export type ChargeType = (typeof CHARGE_TYPES)[number];

export const CHARGE_NAMES: Record<ChargeType, string> = {
  linehaul: 'Linehaul',
  minimum_charge: 'Minimum charge',
  deficit_weight: 'Deficit weight',
  discount: 'Discount',
  fuel_surcharge: 'Fuel surcharge',
  accessorial: 'Accessorial',
  adjustment: 'Adjustment',
  tax: 'Tax',
};

/** One line of a price. Discounts are negative. The lines add up to the total, to the cent. */
export interface Charge {
  type: ChargeType;
  /** For machines: `LINEHAUL`, `FUEL`, `LFTD`. */
  code: string;
  description: string;
  amountCents: number;
  /** Hundredweights for linehaul, percent for fuel and discount, 1 for a flat fee. */
  quantity?: number;
  unit?: 'cwt' | 'percent' | 'flat';
  rateCents?: number;
  freightClass?: FreightClass;
  /** Pounds. */
  weight?: number;
}

export function sumCents(charges: readonly Pick<Charge, 'amountCents'>[]): number {
  return charges.reduce((sum, charge) => sum + charge.amountCents, 0);
}
