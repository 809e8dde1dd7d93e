import type { Accessorial } from '../../domain/accessorials.js';

/** The accessorials that depend on the place, by stop. Every other accessorial depends on the freight. */
export const PLACE_ACCESSORIALS = {
  pickup: [
    'origin_liftgate',
    'inside_pickup',
    'residential_pickup',
    'pickup_appointment',
    'limited_access_pickup',
  ],
  delivery: [
    'destination_liftgate',
    'inside_delivery',
    'residential_delivery',
    'delivery_appointment',
    'notify_before_delivery',
    'sort_and_segregate',
    'limited_access_delivery',
  ],
} as const satisfies Record<string, Accessorial[]>;

export type StopType = keyof typeof PLACE_ACCESSORIALS;
export type PlaceAccessorial = (typeof PLACE_ACCESSORIALS)[StopType][number];
export const PLACE_ACCESSORIAL_NAMES: readonly PlaceAccessorial[] = Object.values(PLACE_ACCESSORIALS).flat();

const LOCATION_ACCESSORIALS = {
  residential: { pickup: 'residential_pickup', delivery: 'residential_delivery' },
  limited_access: { pickup: 'limited_access_pickup', delivery: 'limited_access_delivery' },
} as const;

interface SavedAccessorials {
  accessorials: readonly PlaceAccessorial[];
  locationType: keyof typeof LOCATION_ACCESSORIALS | 'business' | null;
}

/** Returns the saved accessorials that apply at this stop, plus the one that the location type requires. */
export function listStopAccessorials(
  stop: StopType,
  { accessorials, locationType }: SavedAccessorials,
): PlaceAccessorial[] {
  const saved = PLACE_ACCESSORIALS[stop].filter((name) => accessorials.includes(name));
  if (locationType === null || locationType === 'business') return saved;
  return [...saved, LOCATION_ACCESSORIALS[locationType][stop]];
}
