import type { Accessorial } from '../../../../domain/accessorials.js';
import { getLongestSide } from '../../../../domain/density.js';
import type { LimitedAccessKind } from '../../../../domain/limited-access.js';
import { divideRounded } from '../../../../domain/money.js';
import { findStateByZip } from '../../../../domain/zip-codes.js';
import type { RateRequest } from '../../carrier-requests.js';

/** A flat fee, or one per hundredweight with the flat amount as its minimum. */
export interface Fee {
  cents: number;
  centsPerCwt?: number;
}

/** The schedule all simulated carriers share; each has its own factor on it. */
const ACCESSORIAL_FEES: Record<Exclude<Accessorial, 'overlength'>, Fee> = {
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
  pickup_appointment: { cents: 4_500 },
  limited_access_pickup: { cents: 9_000 },
  limited_access_delivery: { cents: 9_000 },
  protect_from_cold: { cents: 7_500, centsPerCwt: 450 },
  protect_from_heat: { cents: 8_500, centsPerCwt: 500 },
  single_shipment: { cents: 3_500 },
};

/** Places where a truck waits longer than at others of limited access. */
const SLOW_PLACE_FEES: Partial<Record<LimitedAccessKind, Fee>> = {
  airport: { cents: 12_500 },
  mine: { cents: 16_000 },
  port: { cents: 12_500 },
  secure: { cents: 14_500 },
  tradeshow: { cents: 22_500, centsPerCwt: 900 },
};

/** From how many inches of the longest unit, longest first. */
const OVERLENGTH_FEES: readonly (readonly [from: number, fee: Fee])[] = [
  [240, { cents: 70_000 }],
  [192, { cents: 37_500 }],
  [144, { cents: 19_500 }],
  [0, { cents: 9_500 }],
];

/** What a service costs this shipment, before the carrier's own factor. */
export function findFee(name: Accessorial, { items, limitedAccess }: RateRequest): Fee {
  if (name === 'overlength') {
    const longest = Math.max(...items.map(getLongestSide));
    return OVERLENGTH_FEES.find(([from]) => longest >= from)![1];
  }
  const kind =
    name === 'limited_access_pickup'
      ? limitedAccess.pickup
      : name === 'limited_access_delivery'
        ? limitedAccess.delivery
        : undefined;
  return (kind && SLOW_PLACE_FEES[kind]) ?? ACCESSORIAL_FEES[name];
}

export interface HighCostArea {
  name: string;
  fee: Fee;
}

const MANHATTAN: HighCostArea = { name: 'Manhattan', fee: { cents: 9_500, centsPerCwt: 450 } };
const OFFSHORE_AREAS: Record<string, HighCostArea> = {
  AK: { name: 'Alaska', fee: { cents: 45_000, centsPerCwt: 3_800 } },
  HI: { name: 'Hawaii', fee: { cents: 39_000, centsPerCwt: 3_200 } },
  PR: { name: 'Puerto Rico', fee: { cents: 36_000, centsPerCwt: 2_900 } },
  VI: { name: 'U.S. Virgin Islands', fee: { cents: 48_000, centsPerCwt: 4_100 } },
  GU: { name: 'Guam', fee: { cents: 62_000, centsPerCwt: 5_400 } },
  AS: { name: 'American Samoa', fee: { cents: 75_000, centsPerCwt: 6_500 } },
  MP: { name: 'Northern Mariana Islands', fee: { cents: 68_000, centsPerCwt: 5_900 } },
};

/** The area whose pickup or delivery costs extra, or null for an ordinary ZIP. */
export function findHighCostArea(zip: string): HighCostArea | null {
  if (/^10[0-2]/.test(zip)) return MANHATTAN;
  return OFFSHORE_AREAS[findStateByZip(zip) ?? ''] ?? null;
}

/** Whole cents, at least one. */
export function computeFeeCents({ cents, centsPerCwt = 0 }: Fee, pounds: number, factor: number): number {
  return Math.max(1, Math.round(Math.max(cents, divideRounded(centsPerCwt * pounds, 100)) * factor));
}
