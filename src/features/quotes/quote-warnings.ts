import type { Place, RateItem } from '../carriers/carrier-requests.js';
import type { PickupCalendar, UnscheduledRateRequest } from '../carriers/pickup-calendar.js';
import { isBusinessDay, toPickupDate, type RequestedDay } from '../../domain/business-days.js';
import { getCountry } from '../../domain/countries.js';
import { ACCESSORIALS, OVERLENGTH_INCHES, type Accessorial } from '../../domain/accessorials.js';
import {
  findClassForDensity,
  computeDensity,
  getLongestSide,
  DENSITY_CLASSES,
} from '../../domain/density.js';
import { getRequestContext } from '../../platform/http/pipeline/request-context.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../domain/freight-classes.js';
import { findHazmatGaps, type Hazmat, type HazmatGap } from '../../domain/hazmat.js';
import { detectLimitedAccessKind } from '../../domain/limited-access.js';
import { computeMilesToCity } from '../../domain/zip-codes.js';
import { buildWarning, type Warning } from '../../domain/warnings.js';

/** Limits of most carriers' liftgates. */
const LIFTGATE_POUNDS = 2_000;
const LIFTGATE_INCHES = 96;

/** More great-circle miles between a ZIP and its city than a county is wide: neighboring towns share names and post offices. */
const CITY_MILES = 50;

/** Returns a warning for each unknown field of the current request, in the notation of the header `Ignored-Fields`. */
export function buildIgnoredFieldWarnings(): Warning[] {
  const fields = getRequestContext()?.ignoredFields ?? [];
  return fields.map((field) =>
    buildWarning('ignored_field', field, `${field} is not a known field and was ignored. Check its name.`),
  );
}

/** Returns the warnings that depend on the shipment alone. */
export function buildQuoteWarnings(request: UnscheduledRateRequest): Warning[] {
  const { items, origin, destination, accessorials } = request;
  const lifted = accessorials.includes('origin_liftgate') || accessorials.includes('destination_liftgate');
  const pickupDate = toPickupDate(request, null);
  return [
    ...items.flatMap((item, index) => [
      ...buildClassWarnings(item, index, pickupDate),
      ...buildLengthWarnings(item, index),
      ...buildPiecesWarnings(item, index),
      ...(item.hazmat ? buildHazmatWarnings(item.hazmat, `items[${index}].hazmat`) : []),
      ...(lifted ? buildLiftgateWarnings(item, index) : []),
    ]),
    ...buildLimitedAccessWarnings(origin, 'origin', 'limited_access_pickup', accessorials),
    ...buildLimitedAccessWarnings(destination, 'destination', 'limited_access_delivery', accessorials),
    ...buildCityWarnings(origin, 'origin'),
    ...buildCityWarnings(destination, 'destination'),
  ];
}

/** Returns the warning about a requested day when the carrier is closed. */
export function buildShipDateWarnings(
  { shipDate }: RequestedDay,
  { pickupDate, holidays }: PickupCalendar,
): Warning[] {
  if (isBusinessDay(shipDate, holidays)) return [];
  const holiday = holidays === null ? 'an LTL carrier holiday' : 'a carrier holiday';
  const cause = `${shipDate} falls on a weekend or ${holiday}.`;
  return shipDate === pickupDate
    ? [buildForcedDayWarning(cause, 'force_ship_date')]
    : [buildWarning('pickup_moved', 'ship_date', `${cause} The pickup moves to ${pickupDate}.`)];
}

export function buildForcedDayWarning(cause: string, param: string): Warning {
  return buildWarning('ship_date_forced', param, `${cause} Confirm with the carrier that it picks up.`);
}

function buildClassWarnings(item: RateItem, index: number, shipDate: string): Warning[] {
  const density = computeDensity([item]);
  const suggested = findClassForDensity(density, shipDate);
  if (isClassPlausible(item.freight_class, suggested)) return [];
  const pounds = density.toFixed(density < 10 ? 2 : 1);
  const param = `items[${index}].freight_class`;
  const message = `${param} is ${item.freight_class}, but ${pounds} lb per cubic foot is class ${suggested} on the density scale.`;
  return [buildWarning('class_density_mismatch', param, message)];
}

/** A class that is not on the density scale comes from the item's NMFC rule; it is plausible between its neighbors. */
function isClassPlausible(declared: FreightClass, suggested: FreightClass): boolean {
  if (declared === suggested) return true;
  if (DENSITY_CLASSES.includes(declared)) return false;
  const rank = (freightClass: FreightClass) => FREIGHT_CLASSES.indexOf(freightClass);
  const below = DENSITY_CLASSES.findLast((known) => rank(known) < rank(declared));
  const above = DENSITY_CLASSES.find((known) => rank(known) > rank(declared));
  return suggested === below || suggested === above;
}

function buildLengthWarnings(item: RateItem, index: number): Warning[] {
  const longest = getLongestSide(item);
  if (longest < OVERLENGTH_INCHES) return [];
  const param = `items[${index}].${item.length >= item.width ? 'length' : 'width'}`;
  const message = `${param} is ${longest} in. Carriers charge overlength fees starting at ${OVERLENGTH_INCHES} in.`;
  return [buildWarning('overlength', param, message)];
}

function buildPiecesWarnings({ pieces, quantity }: RateItem, index: number): Warning[] {
  if (pieces === undefined || pieces >= quantity) return [];
  const param = `items[${index}].pieces`;
  const message = `${param} is ${pieces} for ${quantity} handling units. Send the total number of pieces of the line.`;
  return [buildWarning('pieces_fewer_than_units', param, message)];
}

const GAP_MESSAGES: Record<HazmatGap, (hazmat: Hazmat) => string> = {
  packing_group: (hazmat) => `most entries of class ${hazmat.hazard_class} in 49 CFR 172.101 have one`,
  technical_name: (hazmat) => `49 CFR 172.203(k) requires it for “${hazmat.proper_shipping_name}”`,
};

export function buildHazmatWarnings(hazmat: Hazmat, path: string): Warning[] {
  return findHazmatGaps(hazmat).map((gap) => {
    const param = `${path}.${gap}`;
    return buildWarning('hazmat_incomplete', param, `${param} is missing: ${GAP_MESSAGES[gap](hazmat)}.`);
  });
}

function buildLiftgateWarnings(item: RateItem, index: number): Warning[] {
  const pounds = item.weight / item.quantity;
  if (pounds > LIFTGATE_POUNDS) {
    const [weight, limit] = [Math.ceil(pounds), LIFTGATE_POUNDS].map((n) => n.toLocaleString('en-US'));
    const message = `A handling unit of items[${index}] weighs ${weight} lb. Many liftgates lift at most ${limit} lb.`;
    return [buildWarning('liftgate_limit', `items[${index}].weight`, message)];
  }
  if (getLongestSide(item) < LIFTGATE_INCHES) return [];
  const message = `A handling unit of items[${index}] is ${getLongestSide(item)} in long, longer than a liftgate's platform.`;
  return [buildWarning('liftgate_limit', `items[${index}].length`, message)];
}

function buildLimitedAccessWarnings(
  { company }: Place,
  side: 'origin' | 'destination',
  accessorial: Accessorial,
  accessorials: readonly Accessorial[],
): Warning[] {
  const kind = company && !accessorials.includes(accessorial) ? detectLimitedAccessKind(company) : null;
  if (!kind) return [];
  const message = `${side}.company suggests limited access (${kind}). Request ${ACCESSORIALS[accessorial].label.toLowerCase()} if it applies.`;
  return [buildWarning('limited_access_suspected', `${side}.company`, message)];
}

/** Carriers rate by ZIP and drive to the city, so one of the two is wrong. */
function buildCityWarnings(place: Place, side: 'origin' | 'destination'): Warning[] {
  // The positions of Canadian and Mexican cities are unknown.
  if (getCountry(place) !== 'US') return [];
  const { city, state, zip } = place;
  const miles = computeMilesToCity(zip, city, state);
  if (miles === null || miles <= CITY_MILES) return [];
  const message = `${side}.zip ${zip} is ${Math.round(miles)} miles from ${city}, ${state}. Carriers price by ZIP. Correct the city or the ZIP.`;
  return [buildWarning('city_zip_mismatch', `${side}.city`, message)];
}
