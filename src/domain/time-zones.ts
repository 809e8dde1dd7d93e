import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import { getCountry, type Region } from './countries.js';
import { estimatePosition } from './zip-codes.js';

type ZoneLookup = (latitude: number, longitude: number) => string;

let lookUpZone: ZoneLookup | undefined;
const zoneCache = new LRUCache<string, string>({ max: 10_000 });

/** The time zones of the Mexican states outside central time. */
const MEXICAN_ZONES: Readonly<Record<string, string>> = {
  BC: 'America/Tijuana',
  BS: 'America/Mazatlan',
  CH: 'America/Chihuahua',
  NA: 'America/Mazatlan',
  QR: 'America/Cancun',
  SI: 'America/Mazatlan',
  SO: 'America/Hermosillo',
};

/** Returns the IANA time zone of a place: in Mexico that of its state, elsewhere that of its ZIP or postal code. */
export function getTimeZone(place: Region): string {
  if (getCountry(place) === 'MX') return MEXICAN_ZONES[place.state] ?? 'America/Mexico_City';
  return timeZoneOf(place.zip);
}

/**
 * Returns the IANA time zone of a ZIP, ZIP+4 or Canadian postal code, e.g. `America/Denver`, by the center of its area. Near
 * a border of zones it may be the neighboring zone. An unknown ZIP gets the zone of ZIPs that share its first digits.
 * @throws RangeError if the text is neither a ZIP nor a Canadian postal code
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
