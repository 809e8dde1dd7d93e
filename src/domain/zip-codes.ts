import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ZipEntry } from 'zipcodes';
import {
  PROVINCES_BY_LETTER,
  SECOND_PROVINCE,
  SECOND_STATE,
  STATE_BY_PREFIX,
  STATE_BY_ZIP,
} from './states.js';

/** In degrees, north and east positive. */
export interface Position {
  lat: number;
  lon: number;
}

/** Returns true for a ZIP (`60601`) or a ZIP+4 (`60601-1234`). */
export function isZip(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text);
}

/** Returns true for a Canadian postal code: `M5V 3L9`, in either case, with or without the space. */
export function isCanadianPostalCode(text: string): boolean {
  return /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i.test(text);
}

/** Returns the two-letter state of a ZIP or ZIP+4; null if the text is neither or no state has these digits. */
export function findStateByZip(zip: string): string | null {
  if (!isZip(zip)) return null;
  return STATE_BY_ZIP[zip.slice(0, 5)] ?? STATE_BY_PREFIX.get(zip.slice(0, 3)) ?? null;
}

/** Returns true if the state has addresses with this ZIP or ZIP+4, or the province with this postal code. */
export function isZipInState(zip: string, state: string): boolean {
  const wanted = state.toUpperCase();
  if (isCanadianPostalCode(zip)) return listProvinces(zip).includes(wanted);
  return findStateByZip(zip) === wanted || (isZip(zip) && SECOND_STATE[zip.slice(0, 5)] === wanted);
}

/** Returns the provinces that have addresses with this Canadian postal code. */
export function listProvinces(postalCode: string): string[] {
  const area = toSortationArea(postalCode);
  return [
    ...(PROVINCES_BY_LETTER[area[0]!] ?? []),
    ...(SECOND_PROVINCE[area] ? [SECOND_PROVINCE[area]] : []),
  ];
}

/** Returns the first three characters of a Canadian postal code: `M5V`. */
function toSortationArea(postalCode: string): string {
  return postalCode.slice(0, 3).toUpperCase();
}

/** Road miles per great-circle mile, on average over the contiguous states. */
const ROAD_FACTOR = 1.17;
const EARTH_RADIUS_MILES = 3958.8;

interface ZipAtlas {
  positions: Map<string, Position>;
  /** Mean position of the ZIPs or sortation areas that start with these one to three characters. */
  centroids: Map<string, Position>;
}

let atlas: ZipAtlas | undefined;

/** ZIPs, then Canadian sortation areas (`M5V`), whose cities are descriptions of areas. */
const DATA_FILES = ['zipcodes/lib/codes.js', 'zipcodes/lib/codesCanada.js'];

/** Parses the package's source text: evaluating its five megabytes of literals would take 200 ms and 100 MB. */
function* readZipEntries(): Generator<ZipEntry> {
  for (const name of DATA_FILES) {
    const file = createRequire(import.meta.url).resolve(name);
    for (const [entry] of readFileSync(file, 'utf8').matchAll(/\{"zip":[^}]*\}/g))
      yield JSON.parse(entry) as ZipEntry;
  }
}

function loadAtlas(): ZipAtlas {
  if (atlas) return atlas;
  const positions = new Map<string, Position>();
  const sums = new Map<string, { lat: number; lon: number; count: number }>();
  for (const entry of readZipEntries()) {
    if (!hasPosition(entry)) continue;
    positions.set(entry.zip, { lat: entry.latitude, lon: entry.longitude });
    for (const digits of [1, 2, 3]) {
      const prefix = entry.zip.slice(0, digits);
      const sum = sums.get(prefix) ?? { lat: 0, lon: 0, count: 0 };
      sum.lat += entry.latitude;
      sum.lon += entry.longitude;
      sum.count += 1;
      sums.set(prefix, sum);
    }
  }
  const centroids = new Map(
    [...sums].map(([prefix, { lat, lon, count }]) => [prefix, { lat: lat / count, lon: lon / count }]),
  );
  return (atlas = { positions, centroids });
}

function hasPosition(entry: ZipEntry): boolean {
  return entry.latitude !== 0 || entry.longitude !== 0;
}

/** Returns the city and two-letter state of a five-digit ZIP; null for other text and an unknown ZIP. Reads the whole data file. */
export function findCityByZip(zip: string): { city: string; state: string; zip: string } | null {
  if (!/^\d{5}$/.test(zip)) return null;
  for (const { zip: known, city, state } of readZipEntries()) if (known === zip) return { city, state, zip };
  return null;
}

/** Returns null for other text and for a ZIP or postal code without a known position. */
export function findZipPosition(zip: string): Position | null {
  const key = toAtlasKey(zip);
  return (key !== null && loadAtlas().positions.get(key)) || null;
}

/** Returns five digits of a ZIP, or the sortation area of a Canadian postal code; null for other text. */
function toAtlasKey(zip: string): string | null {
  if (isZip(zip)) return zip.slice(0, 5);
  return isCanadianPostalCode(zip) || isSortationArea(zip) ? toSortationArea(zip) : null;
}

function isSortationArea(text: string): boolean {
  return text.length === 3 && isCanadianPostalCode(`${text} 1A1`);
}

/**
 * Returns the position of a ZIP or of a Canadian sortation area; of an unknown one, the mean of those that share its first
 * three, two or one characters.
 * @throws RangeError if the text is neither a ZIP nor a Canadian postal code
 */
export function estimatePosition(zip: string): Position {
  const key = toAtlasKey(zip);
  if (key === null) throw new RangeError('not a ZIP code');
  const { centroids } = loadAtlas();
  const known = findZipPosition(zip) ?? centroids.get(key.slice(0, 3)) ?? centroids.get(key.slice(0, 2));
  // Every first digit has ZIPs, and every first letter has sortation areas.
  return known ?? centroids.get(key.slice(0, 1))!;
}

/** Returns the great-circle distance times 1.17. @throws RangeError if one of the texts is neither a ZIP nor a postal code */
export function estimateRoadMiles(zipA: string, zipB: string): number {
  return computeGreatCircleMiles(estimatePosition(zipA), estimatePosition(zipB)) * ROAD_FACTOR;
}

function computeGreatCircleMiles(a: Position, b: Position): number {
  const radians = Math.PI / 180;
  const north = Math.sin(((b.lat - a.lat) * radians) / 2);
  const east = Math.sin(((b.lon - a.lon) * radians) / 2);
  const h = north * north + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * east * east;
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The ZIPs of each city, and one ZIP or sortation area of each state and province. */
let zipsByCity: Map<string, string[]> | undefined;

function loadCities(): Map<string, string[]> {
  if (zipsByCity) return zipsByCity;
  zipsByCity = new Map();
  for (const { zip, city, state: name } of readZipEntries()) {
    const state = isSortationArea(zip) ? listProvinces(zip)[0]! : name;
    const key = buildCityKey(city, state);
    const zips = zipsByCity.get(key);
    if (zips) zips.push(zip);
    else zipsByCity.set(key, [zip]);
    if (!zipsByCity.has(state)) zipsByCity.set(state, [zip]);
  }
  return zipsByCity;
}

/** Returns a ZIP of the city, else one of the state or province; null for an unknown state. */
export function findZipByCity(city: string, state: string): string | null {
  const wanted = state.trim().toUpperCase();
  return (loadCities().get(buildCityKey(city, wanted)) ?? loadCities().get(wanted))?.[0] ?? null;
}

/** Returns the great-circle miles to the nearest ZIP of a city; null if the position or the city is unknown. */
export function computeMilesToCity(zip: string, city: string, state: string): number | null {
  const place = findZipPosition(zip);
  const zips = loadCities().get(buildCityKey(city, state.trim().toUpperCase())) ?? [];
  if (!place || zips.length === 0) return null;
  return Math.min(...zips.map((other) => computeGreatCircleMiles(place, estimatePosition(other))));
}

function buildCityKey(city: string, state: string): string {
  return `${state} ${city.trim().toUpperCase()}`;
}
