import { estimateRoadMiles } from '../../domain/zip-codes.js';

/** A day's work of a regional terminal, and of a line driver. */
const FIRST_DAY_MILES = 250;
const MILES_PER_DAY = 500;

/** Business days on the way, where a tariff says nothing: one for the first 250 road miles, one more for each 500 begun. */
export function estimateTransitDays(fromZip: string, toZip: string): number {
  const beyond = Math.max(0, estimateRoadMiles(fromZip, toZip) - FIRST_DAY_MILES);
  return 1 + Math.ceil(beyond / MILES_PER_DAY);
}
