import type { Accessorial } from '../../../../domain/accessorials.js';
import { getCountry } from '../../../../domain/countries.js';
import { getLongestSide } from '../../../../domain/density.js';
import type { LimitedAccessKind } from '../../../../domain/limited-access.js';
import { findStateByZip } from '../../../../domain/zip-codes.js';
import type { RateRequest } from '../../carrier-requests.js';
import { computeAccessorialCents, type AccessorialPrice as Fee } from '../../rating/price-by-tariff.js';

/** The fees of all simulated carriers; each carrier multiplies them by its own factor. */
const ACCESSORIAL_FEES: Record<Exclude<Accessorial, 'overlength'>, Fee> = {
  origin_liftgate: { minimum_cents: 9_500, per_cwt_cents: 850 },
  destination_liftgate: { minimum_cents: 9_500, per_cwt_cents: 850 },
  inside_pickup: { minimum_cents: 11_000, per_cwt_cents: 950 },
  inside_delivery: { minimum_cents: 11_000, per_cwt_cents: 950 },
  residential_pickup: { minimum_cents: 12_500 },
  residential_delivery: { minimum_cents: 12_500 },
  delivery_appointment: { minimum_cents: 4_500 },
  notify_before_delivery: { minimum_cents: 2_500 },
  sort_and_segregate: { minimum_cents: 6_500, per_cwt_cents: 350 },
  hazmat: { minimum_cents: 5_500 },
  pickup_appointment: { minimum_cents: 4_500 },
  limited_access_pickup: { minimum_cents: 9_000 },
  limited_access_delivery: { minimum_cents: 9_000 },
  protect_from_cold: { minimum_cents: 7_500, per_cwt_cents: 450 },
  protect_from_heat: { minimum_cents: 8_500, per_cwt_cents: 500 },
  single_shipment: { minimum_cents: 3_500 },
};

/** Limited-access places where a truck waits longest. */
const SLOW_PLACE_FEES: Partial<Record<LimitedAccessKind, Fee>> = {
  airport: { minimum_cents: 12_500 },
  mine: { minimum_cents: 16_000 },
  port: { minimum_cents: 12_500 },
  secure: { minimum_cents: 14_500 },
  tradeshow: { minimum_cents: 22_500, per_cwt_cents: 900 },
};

const OVERLENGTH_FEES: readonly (readonly [from: number, fee: Fee])[] = [
  [240, { minimum_cents: 70_000 }],
  [192, { minimum_cents: 37_500 }],
  [144, { minimum_cents: 19_500 }],
  [0, { minimum_cents: 9_500 }],
];

/** Returns the fee of a service for this shipment, before the carrier's own factor. */
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

const MANHATTAN: HighCostArea = { name: 'Manhattan', fee: { minimum_cents: 9_500, per_cwt_cents: 450 } };
const OFFSHORE_AREAS: Record<string, HighCostArea> = {
  AK: { name: 'Alaska', fee: { minimum_cents: 45_000, per_cwt_cents: 3_800 } },
  HI: { name: 'Hawaii', fee: { minimum_cents: 39_000, per_cwt_cents: 3_200 } },
  PR: { name: 'Puerto Rico', fee: { minimum_cents: 36_000, per_cwt_cents: 2_900 } },
  VI: { name: 'U.S. Virgin Islands', fee: { minimum_cents: 48_000, per_cwt_cents: 4_100 } },
  GU: { name: 'Guam', fee: { minimum_cents: 62_000, per_cwt_cents: 5_400 } },
  AS: { name: 'American Samoa', fee: { minimum_cents: 75_000, per_cwt_cents: 6_500 } },
  MP: { name: 'Northern Mariana Islands', fee: { minimum_cents: 68_000, per_cwt_cents: 5_900 } },
};

/** Yukon, the Northwest Territories and Nunavut. */
const NORTHERN_CANADA: HighCostArea = {
  name: 'Northern Canada',
  fee: { minimum_cents: 52_000, per_cwt_cents: 4_400 },
};
const BORDER_FEE: Fee = { minimum_cents: 8_500 };

/** Returns the fee of a shipment that crosses a border; null within a country. */
export function findBorderFee({ origin, destination }: RateRequest): Fee | null {
  return getCountry(origin) === getCountry(destination) ? null : BORDER_FEE;
}

/** Returns the area if its pickups and deliveries cost extra; null for other ZIPs and postal codes. */
export function findHighCostArea(zip: string): HighCostArea | null {
  if (/^10[0-2]/.test(zip)) return MANHATTAN;
  if (/^[XY]/.test(zip)) return NORTHERN_CANADA;
  return OFFSHORE_AREAS[findStateByZip(zip) ?? ''] ?? null;
}

export function computeFeeCents(fee: Fee, pounds: number, factor: number): number {
  return Math.max(1, Math.round(computeAccessorialCents(fee, pounds) * factor));
}
