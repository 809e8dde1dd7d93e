import { US_STATES } from '../../../domain/states.js';

/** The lane point that matches every place. */
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

/** Returns the lane points that match a place, the most specific first. */
export function toLanePoints({ zip, state }: { zip: string; state: string }): string[] {
  return [zip.slice(0, 3), state, COUNTRY];
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
  if (point === COUNTRY) return 0;
  return point.length === 2 ? 1 : 2;
}
