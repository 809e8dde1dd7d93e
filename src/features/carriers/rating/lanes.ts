import { COUNTRY_FACTS, getCountry, type Region } from '../../../domain/countries.js';
import { US_STATES } from '../../../domain/states.js';

/** The lane point that matches the 48 contiguous states and the District of Columbia. */
export const COUNTRY = 'US';
/** Alaska, Hawaii, the territories and military addresses, which a contract prices only where it names them. */
const OUTLYING_STATES = ['AK', 'HI', 'PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW', 'AA', 'AE', 'AP'];

/** One end of a lane: the first three digits of a ZIP, a state, or `US`. */
export const LANE_POINT_PATTERN = `^(\\d{3}|${COUNTRY}|${US_STATES.join('|')})$`;
const LANE_POINT = new RegExp(LANE_POINT_PATTERN);

export function isLanePoint(text: string): boolean {
  return LANE_POINT.test(text);
}

export interface Lane {
  origin: string;
  destination: string;
}

/**
 * Returns the lane points that match a place, the most specific first. A place outside the US matches only its country
 * (`CAN`), which no rate file can name.
 */
export function toLanePoints(place: Region): string[] {
  const country = getCountry(place);
  if (country !== 'US') return [COUNTRY_FACTS[country].alpha3];
  const named = [place.zip.slice(0, 3), place.state];
  return OUTLYING_STATES.includes(place.state) ? named : [...named, COUNTRY];
}

/** Ranks ZIP3 before state before country, both ends added up; at equal rank the more specific origin wins. */
export function findMostSpecificLane<L extends Lane>(lanes: readonly L[]): L | undefined {
  return lanes.reduce<L | undefined>(
    (best, lane) => (best === undefined || rankLane(lane) > rankLane(best) ? lane : best),
    undefined,
  );
}

export function filterLanes<L extends Lane>(
  lanes: readonly L[],
  origins: readonly string[],
  destinations: readonly string[],
): L[] {
  return lanes.filter(
    ({ origin, destination }) => origins.includes(origin) && destinations.includes(destination),
  );
}

function rankLane({ origin, destination }: Lane): number {
  const [from, to] = [rankPoint(origin), rankPoint(destination)];
  return (from + to) * 10 + from;
}

function rankPoint(point: string): number {
  if (/^\d/.test(point)) return 2;
  return point.length === 2 && point !== COUNTRY ? 1 : 0;
}
