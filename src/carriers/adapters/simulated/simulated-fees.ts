import type { Accessorial } from '../../../vocabulary/accessorials.js';
import { divideRounded } from '../../../vocabulary/money.js';
import { stateOfZip } from '../../../vocabulary/zip-codes.js';

/** A flat fee, or one per hundredweight with the flat amount as its minimum. */
export interface Fee {
  cents: number;
  centsPerCwt?: number;
}

/** The schedule all simulated carriers share; each has its own factor on it. */
export const ACCESSORIAL_FEES: Record<Accessorial, Fee> = {
  origin_liftgate: { cents: 9_500, centsPerCwt: 850 },
  destination_liftgate: { cents: 9_500, centsPerCwt: 850 },
  inside_pickup: { cents: 11_000, centsPerCwt: 950 },
  inside_delivery: { cents: 11_000, centsPerCwt: 950 },
  residential_pickup: { cents: 12_500 },
  residential_delivery: { cents: 12_500 },
  delivery_appointment: { cents: 4_500 },
  notify_before_delivery: { cents: 2_500 },
  sort_and_segregate: { cents: 6_500, centsPerCwt: 350 },
  hazmat: { cents: 5_500 },
};

export interface HighCostArea {
  name: string;
  fee: Fee;
}

const MANHATTAN: HighCostArea = { name: 'Manhattan', fee: { cents: 9_500, centsPerCwt: 450 } };
const OFFSHORE: Record<string, HighCostArea> = {
  AK: { name: 'Alaska', fee: { cents: 45_000, centsPerCwt: 3_800 } },
  HI: { name: 'Hawaii', fee: { cents: 39_000, centsPerCwt: 3_200 } },
  PR: { name: 'Puerto Rico', fee: { cents: 36_000, centsPerCwt: 2_900 } },
  VI: { name: 'U.S. Virgin Islands', fee: { cents: 48_000, centsPerCwt: 4_100 } },
  GU: { name: 'Guam', fee: { cents: 62_000, centsPerCwt: 5_400 } },
  AS: { name: 'American Samoa', fee: { cents: 75_000, centsPerCwt: 6_500 } },
  MP: { name: 'Northern Mariana Islands', fee: { cents: 68_000, centsPerCwt: 5_900 } },
};

/** The area whose pickup or delivery costs extra, or null for an ordinary ZIP. */
export function highCostArea(zip: string): HighCostArea | null {
  if (/^10[0-2]/.test(zip)) return MANHATTAN;
  return OFFSHORE[stateOfZip(zip) ?? ''] ?? null;
}

/** Whole cents, at least one. */
export function feeCents({ cents, centsPerCwt = 0 }: Fee, pounds: number, factor: number): number {
  return Math.max(1, Math.round(Math.max(cents, divideRounded(centsPerCwt * pounds, 100)) * factor));
}
