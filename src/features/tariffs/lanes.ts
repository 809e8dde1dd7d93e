import { US_STATES } from '../../domain/states.js';

/** The country as a whole: where a lane begins or ends anywhere. */
export const COUNTRY = 'US';

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

/** The names under which a tariff may know where freight is picked up or delivered, the most exact first. */
export function toLanePoints({ zip, state }: { zip: string; state: string }): string[] {
  return [zip.slice(0, 3), state, COUNTRY];
}

/**
 * The most exact of lanes that all fit: ZIP3 before state before country, the two ends counted together, and where that
 * is the same the one with the more exact origin. Undefined without lanes.
 */
export function findMostSpecificLane<L extends Lane>(lanes: readonly L[]): L | undefined {
  return lanes.reduce<L | undefined>(
    (best, lane) => (best === undefined || rankLane(lane) > rankLane(best) ? lane : best),
    undefined,
  );
}

/** The lanes that lead from one of the places to one of the others. */
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

function rankPoint(place: string): number {
  if (place === COUNTRY) return 0;
  return place.length === 2 ? 1 : 2;
}
