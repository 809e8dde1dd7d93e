import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import { estimatePosition } from './zip-codes.js';

type ZoneLookup = (latitude: number, longitude: number) => string;

let lookUpZone: ZoneLookup | undefined;
const zoneCache = new LRUCache<string, string>({ max: 10_000 });

/**
 * Returns the IANA time zone of a ZIP or ZIP+4, e.g. `America/Denver`, by the center of its area. Near a border of zones it
 * may be the neighboring zone. An unknown ZIP gets the zone of ZIPs that share its first digits.
 * @throws RangeError if the text is not a ZIP or ZIP+4
 */
export function timeZoneOf(zip: string): string {
  const five = zip.slice(0, 5);
  let zone = zoneCache.get(five);
  if (zone === undefined) {
    // Loaded on first use because the package is large.
    lookUpZone ??= createRequire(import.meta.url)('@photostructure/tz-lookup') as ZoneLookup;
    const { lat, lon } = estimatePosition(zip);
    zoneCache.set(five, (zone = lookUpZone(lat, lon)));
  }
  return zone;
}
