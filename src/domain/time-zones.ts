import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { Day } from './days.js';
import { estimatePosition } from './zip-codes.js';

type ZoneLookup = (latitude: number, longitude: number) => string;

let lookUpZone: ZoneLookup | undefined;
const zoneCache = new LRUCache<string, string>({ max: 10_000 });

/**
 * The IANA time zone of a ZIP or ZIP+4, e.g. `America/Denver`: that of the middle of its area, which near a zone's border may
 * be the neighbour's. A ZIP nobody knows has that of the ZIPs it shares digits with.
 * @throws RangeError when it isn't a ZIP or ZIP+4
 */
export function timeZoneOf(zip: string): string {
  const five = zip.slice(0, 5);
  let zone = zoneCache.get(five);
  if (zone === undefined) {
    // Loaded at the first question, as the atlas of ZIPs is.
    lookUpZone ??= createRequire(import.meta.url)('@photostructure/tz-lookup') as ZoneLookup;
    const { lat, lon } = estimatePosition(zip);
    zoneCache.set(five, (zone = lookUpZone(lat, lon)));
  }
  return zone;
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The day it is in a time zone. */
export function toLocalDay(zone: string, at: Date): Day {
  let format = dayFormats.get(zone);
  // Sweden writes days as ISO 8601 does.
  if (!format) dayFormats.set(zone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone })));
  return format.format(at);
}
