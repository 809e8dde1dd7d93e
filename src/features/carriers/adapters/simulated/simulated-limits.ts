import { ACCESSORIALS, type Accessorial } from '../../../../domain/accessorials.js';
import { COUNTRY_FACTS, DEFAULT_COUNTRY, getCountry } from '../../../../domain/countries.js';
import { getLongestSide } from '../../../../domain/density.js';
import { US_STATES } from '../../../../domain/states.js';
import { findStateByZip } from '../../../../domain/zip-codes.js';
import type { Place, RateItem, RateRequest } from '../../carrier-requests.js';
import {
  computeLinearFeet,
  ROUNDING_TOLERANCE,
  TRAILER_HEIGHT,
  TRAILER_WIDTH,
} from '../../rating/linear-feet.js';
import { OFFSHORE_STATES, type SimulatedCarrier } from './simulated-carriers.js';
import { findHighCostArea } from './simulated-fees.js';

const MILITARY_STATES = ['AA', 'AE', 'AP'];

/** Returns why the carrier declines the shipment, as a sentence for the client; null if it accepts. */
export function findRefusal(
  carrier: SimulatedCarrier,
  { origin, destination, items, accessorials }: RateRequest,
): string | null {
  const missing = accessorials.find((name) => carrier.unsupportedAccessorials?.includes(name));
  if (missing) return `The carrier does not offer: ${ACCESSORIALS[missing].label}.`;
  return (
    findPlaceRefusal(carrier, origin) ??
    findPlaceRefusal(carrier, destination) ??
    findUnitRefusal(carrier, items) ??
    findLiftgateRefusal(carrier, items, accessorials) ??
    findSizeRefusal(carrier, items)
  );
}

function findPlaceRefusal(carrier: SimulatedCarrier, place: Place): string | null {
  const { zip } = place;
  const { countries = [DEFAULT_COUNTRY] } = carrier;
  const country = getCountry(place);
  if (!countries.includes(country)) return `${carrier.name} does not serve ${COUNTRY_FACTS[country].name}.`;
  if (country !== DEFAULT_COUNTRY) return null;
  const state = findStateByZip(zip);
  if (!US_STATES.some((known) => known === state)) return `ZIP ${zip} is not served.`;
  if (MILITARY_STATES.includes(state!))
    return `Military addresses (${state}) accept only mail. Freight cannot be delivered to them.`;
  if (!OFFSHORE_STATES.includes(state!) || carrier.offshoreStates.includes(state!)) return null;
  return `${findHighCostArea(zip)!.name} is not served.`;
}

function findUnitRefusal({ maxLengthInches }: SimulatedCarrier, items: readonly RateItem[]): string | null {
  for (const item of items) {
    if (getLongestSide(item) > maxLengthInches) {
      return `A handling unit is longer than ${maxLengthInches} in.`;
    }
    if (Math.min(item.length, item.width) > TRAILER_WIDTH || item.height > TRAILER_HEIGHT) {
      return `A handling unit does not fit through a trailer door of ${TRAILER_WIDTH} by ${TRAILER_HEIGHT} in.`;
    }
  }
  return null;
}

function findLiftgateRefusal(
  { maxLiftgatePounds }: SimulatedCarrier,
  items: readonly RateItem[],
  accessorials: readonly Accessorial[],
): string | null {
  if (!accessorials.includes('origin_liftgate') && !accessorials.includes('destination_liftgate'))
    return null;
  const heaviest = Math.max(...items.map(({ weight, quantity }) => weight / quantity));
  if (heaviest <= maxLiftgatePounds) return null;
  const [pounds, most] = [Math.ceil(heaviest), maxLiftgatePounds].map((n) => n.toLocaleString('en-US'));
  return `A handling unit weighs ${pounds} lb; the carrier's liftgates lift at most ${most} lb.`;
}

function findSizeRefusal(carrier: SimulatedCarrier, items: readonly RateItem[]): string | null {
  const pounds = items.reduce((sum, { weight }) => sum + weight, 0);
  if (pounds > carrier.maxPounds) return formatTooLarge(pounds, carrier.maxPounds, 'lb');
  const feet = computeLinearFeet(items);
  return feet > carrier.maxLinearFeet + ROUNDING_TOLERANCE
    ? formatTooLarge(feet, carrier.maxLinearFeet, 'linear feet')
    : null;
}

function formatTooLarge(actual: number, limit: number, unit: string): string {
  const [size, most] = [Math.ceil(actual), limit].map((n) => n.toLocaleString('en-US'));
  return `The shipment is ${size} ${unit}; LTL service accepts at most ${most} ${unit}. Request a volume quote.`;
}
