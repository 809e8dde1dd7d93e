import type { Place, RateItem, RateRequest } from '../carriers/carrier-requests.js';
import { ACCESSORIALS, OVERLENGTH_INCHES, type Accessorial } from '../../domain/accessorials.js';
import {
  findClassForDensity,
  computeDensity,
  getLongestSide,
  DENSITY_CLASSES,
} from '../../domain/density.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../domain/freight-classes.js';
import { findHazmatGaps, type Hazmat, type HazmatGap } from '../../domain/hazmat.js';
import { detectLimitedAccessKind } from '../../domain/limited-access.js';
import { computeMilesToCity } from '../../domain/zip-codes.js';
import type { ShipDates } from './ship-date.js';

export const WARNING_CODES = [
  'class_density_mismatch',
  'tender_not_mailed',
  'liftgate_limit',
  'overlength',
  'pickup_moved',
  'limited_access_suspected',
  'order_weight_exceeded',
  'city_zip_mismatch',
  'order_packages_exceeded',
  'pieces_fewer_than_units',
  'hazmat_incomplete',
  'accessorials_not_quoted',
  'payer_incomplete',
  'documents_missing',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

/** What a carrier may bill differently from what was asked. It refuses nothing. */
export interface Warning {
  code: WarningCode;
  message: string;
  /** The field of the rate request it is about. */
  param: string;
}

/** What most carriers' liftgates lift at once; some lift more. Longer freight stands over the platform's edge. */
const LIFTGATE_POUNDS = 2_000;
const LIFTGATE_INCHES = 96;

/** Miles by air from a ZIP to its city that no county is wide: neighbouring places share names and post offices. */
const CITY_MILES = 50;

/** What a freight desk would ask the client about before booking. */
export function buildQuoteWarnings(request: RateRequest, { shipDate, pickupDate }: ShipDates): Warning[] {
  const { items, origin, destination, accessorials } = request;
  const lifted = accessorials.includes('origin_liftgate') || accessorials.includes('destination_liftgate');
  const moved = shipDate !== pickupDate;
  return [
    ...(moved
      ? [buildWarning('pickup_moved', 'ship_date', formatPickupMovedMessage(shipDate, pickupDate))]
      : []),
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

function buildWarning(code: WarningCode, param: string, message: string): Warning {
  return { code, message, param };
}

function formatPickupMovedMessage(shipDate: string, pickupDate: string): string {
  return `${shipDate} is a weekend day or a federal holiday: the pickup moves to ${pickupDate}.`;
}

function buildClassWarnings(item: RateItem, index: number, shipDate: string): Warning[] {
  const density = computeDensity([item]);
  const suggested = findClassForDensity(density, shipDate);
  if (isClassPlausible(item.freight_class, suggested)) return [];
  const pounds = density.toFixed(density < 10 ? 2 : 1);
  const param = `items[${index}].freight_class`;
  const message = `${param} is ${item.freight_class}, but at ${pounds} lb per cubic foot the density scale says ${suggested}.`;
  return [buildWarning('class_density_mismatch', param, message)];
}

/** A class that no density gives comes from an item's own rule: it fits where its neighbours on the scale would. */
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
  const message = `${param} is ${longest} in: from ${OVERLENGTH_INCHES} in on carriers charge overlength.`;
  return [buildWarning('overlength', param, message)];
}

/** Pieces are counted over the whole line, so each unit carries one at least. */
function buildPiecesWarnings({ pieces, quantity }: RateItem, index: number): Warning[] {
  if (pieces === undefined || pieces >= quantity) return [];
  const param = `items[${index}].pieces`;
  const message = `${param} is ${pieces} on ${quantity} handling units: it counts the pieces of the whole line.`;
  return [buildWarning('pieces_fewer_than_units', param, message)];
}

const GAP_MESSAGES: Record<HazmatGap, (hazmat: Hazmat) => string> = {
  packing_group: ({ hazard_class: of }) => `most entries of class ${of} in 49 CFR 172.101 have one`,
  technical_name: ({ proper_shipping_name: name }) => `49 CFR 172.203(k) asks for it beside “${name}”`,
};

/** What the shipping paper of dangerous goods usually has and these are said without. */
export function buildHazmatWarnings(hazmat: Hazmat, path: string): Warning[] {
  return findHazmatGaps(hazmat).map((gap) => {
    const param = `${path}.${gap}`;
    return buildWarning('hazmat_incomplete', param, `${param} is missing: ${GAP_MESSAGES[gap](hazmat)}.`);
  });
}

function buildLiftgateWarnings(item: RateItem, index: number): Warning[] {
  const pounds = item.weight / item.quantity;
  if (pounds > LIFTGATE_POUNDS) {
    const [weighs, most] = [Math.ceil(pounds), LIFTGATE_POUNDS].map((n) => n.toLocaleString('en-US'));
    const message = `A handling unit of items[${index}] weighs ${weighs} lb: many liftgates lift ${most} lb at most.`;
    return [buildWarning('liftgate_limit', `items[${index}].weight`, message)];
  }
  if (getLongestSide(item) < LIFTGATE_INCHES) return [];
  const message = `A handling unit of items[${index}] is ${getLongestSide(item)} in long, more than a liftgate's platform.`;
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
  const message = `${side}.company sounds like a place of limited access (${kind}), and ${ACCESSORIALS[accessorial].label.toLowerCase()} is not requested.`;
  return [buildWarning('limited_access_suspected', `${side}.company`, message)];
}

/** Carriers rate the ZIP and drive to the city: one of the two is wrong. */
function buildCityWarnings({ city, state, zip }: Place, side: 'origin' | 'destination'): Warning[] {
  const miles = computeMilesToCity(zip, city, state);
  if (miles === null || miles <= CITY_MILES) return [];
  const message = `${side}.zip ${zip} lies ${Math.round(miles)} miles from ${city}, ${state}: the price is for the ZIP.`;
  return [buildWarning('city_zip_mismatch', `${side}.city`, message)];
}
