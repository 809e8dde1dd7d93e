import { findStateByZip } from '../../../../domain/zip-codes.js';
import { OFFSHORE_STATES, type SimulatedCarrier } from './simulated-carriers.js';

const FIRST_DAY_MILES = 250;
const SAILING_DAYS = 7;

/** Business days on the way: one for the first 250 miles, then by the carrier's speed, and a week for a voyage. */
export function computeTransitDays(
  carrier: SimulatedCarrier,
  fromZip: string,
  toZip: string,
  miles: number,
): number {
  const driving = 1 + Math.ceil(Math.max(0, miles - FIRST_DAY_MILES) / carrier.milesPerDay);
  const [from, to] = [findStateByZip(fromZip), findStateByZip(toZip)];
  const sails = from !== to && [from, to].some((state) => state !== null && OFFSHORE_STATES.includes(state));
  return sails ? driving + SAILING_DAYS : driving;
}
