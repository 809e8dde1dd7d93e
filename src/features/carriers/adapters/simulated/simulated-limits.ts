import { ACCESSORIALS, type Accessorial } from '../../../../domain/accessorials.js';
import { getLongestSide } from '../../../../domain/density.js';
import { US_STATES } from '../../../../domain/states.js';
import { findStateByZip } from '../../../../domain/zip-codes.js';
import type { Place, RateItem, RateRequest } from '../../carrier-requests.js';
import { OFFSHORE_STATES, type SimulatedCarrier } from './simulated-carriers.js';
import { findHighCostArea } from './simulated-fees.js';

/** Inner dimensions of a van trailer in inches. */
const TRAILER_WIDTH = 96;
const TRAILER_HEIGHT = 96;
/** Units up to this height in inches stack; taller ones only if `stackable`. */
const CARTON_HEIGHT = 24;

/** Absorbs floating-point noise, so that twenty units take the same feet on one line as on twenty. */
const ROUNDING_TOLERANCE = 1e-6;

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

function findPlaceRefusal(carrier: SimulatedCarrier, { zip }: Place): string | null {
  const state = findStateByZip(zip);
  if (!US_STATES.some((known) => known === state)) return `ZIP ${zip} is not served.`;
  if (MILITARY_STATES.includes(state!)) return `Military addresses (${state}) take mail only, not freight.`;
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
  return `The shipment takes ${size} ${unit}; LTL service takes at most ${most} ${unit}. Request a volume quote.`;
}

/** Returns the linear feet of trailer floor. Units stand abreast as far as the width allows and stack if they can. */
export function computeLinearFeet(items: readonly RateItem[]): number {
  return items.reduce((sum, item) => {
    const { quantity, length, width, height, stackable } = item;
    const abreast = Math.max(1, Math.floor(TRAILER_WIDTH / Math.min(length, width)));
    const stacks = stackable || height <= CARTON_HEIGHT;
    const layers = stacks ? Math.max(1, Math.floor(TRAILER_HEIGHT / height)) : 1;
    return sum + (quantity * getLongestSide(item)) / 12 / abreast / layers;
  }, 0);
}
