import {
  buildServiceCharge,
  ceilPounds,
  readRateRows,
  requireCents,
  requirePositiveTotal,
  throwUnreadable,
  toAlpha3,
  toZip5,
} from '../adapter-helpers.js';
import { requireThirdPartyAccount } from '../booking-helpers.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { ACCESSORIALS, type Accessorial } from '../../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import { CURRENCIES, DEFAULT_CURRENCY, parseCurrency } from '../../../../domain/currencies.js';
import { CarrierDeclined, requireCodes, type RawRate, type UnratedLevel } from '../../carrier-adapter.js';
import type { Place, RateItem, RateRequest } from '../../carrier-requests.js';
import type { DsdcRatesSettings } from './dsdc-rates.settings.js';

// Source: NMFTA Digital LTL Council, Rate Quote 1.0 of July 2026 (dsdcapis/Public-Test-Repo).

/** The standard's keys. A key that is absent here has no meaning for LTL, or names the other end only. */
const SERVICES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'LIFTGATE',
  destination_liftgate: 'LIFTGATE',
  inside_pickup: 'INSIDE_PICKUP',
  inside_delivery: 'INSIDE_DELIVERY',
  residential_delivery: 'RESIDENTIAL',
  limited_access_pickup: 'LIMITED_ACCESS',
  limited_access_delivery: 'LIMITED_ACCESS',
  pickup_appointment: 'APPOINTMENT',
  delivery_appointment: 'APPOINTMENT',
  protect_from_cold: 'PROTECT_FREEZE',
  hazmat: 'HAZMAT',
};

/** `terms` and `payers` of each payer. */
const PAYERS: Readonly<Record<RateRequest['terms'], readonly [terms: string, payers: string]>> = {
  prepaid: ['Prepaid', 'Shipper'],
  collect: ['Collect', 'Consignee'],
  third_party: ['Third Party', 'Third Party'],
};

/** @throws CarrierDeclined for a declared value, a service without a key, or a third party without an account */
export function buildRateQuote(request: RateRequest, { account }: DsdcRatesSettings): object {
  const { origin, destination, items, accessorials, shipDate, declaredValueCents } = request;
  if (declaredValueCents !== null)
    throw new CarrierDeclined(
      'DSDC Rate Quote does not support a declared value. Request the rate without one.',
    );
  const [terms, payers] = PAYERS[request.terms];
  return {
    customerId: request.terms === 'third_party' ? requireThirdPartyAccount(request) : account,
    pickupDate: { type: 'FLEXIBLE', startDate: shipDate, endDate: shipDate },
    mode: ['LTL'],
    address: [
      buildStop(origin, 'Origin', 1, items, accessorials),
      buildStop(destination, 'Destination', 2, items, accessorials),
    ],
    ratingContextAdditionalServices: requireKeys(accessorials).map(({ key, label }) => ({
      key,
      context: label,
      value: 'Y',
    })),
    payment: { terms, payers },
  };
}

interface Service {
  key: string;
  label: string;
}

/** @throws CarrierDeclined for a service without a key, or if one key stands for services at both ends */
function requireKeys(accessorials: readonly Accessorial[]): Service[] {
  const keys = requireCodes(accessorials, SERVICES);
  const services = accessorials.map((name, index) => ({
    key: keys[index]!,
    label: ACCESSORIALS[name].label,
  }));
  const repeated = services.find(({ key }, index) => keys.indexOf(key) !== index);
  if (!repeated) return services;
  const labels = services.filter(({ key }) => key === repeated.key).map(({ label }) => label);
  throw new CarrierDeclined(
    `DSDC Rate Quote accepts only one of these services: ${labels.join(', ')}. Remove one.`,
  );
}

function buildStop(
  place: Place,
  stopType: 'Origin' | 'Destination',
  sequenceNumber: number,
  items: readonly RateItem[],
  accessorials: readonly Accessorial[],
): object {
  const { city, state, zip, company } = place;
  const operation = stopType === 'Origin' ? 'PICKUP' : 'DROP';
  return {
    stopType,
    sequenceNumber,
    ...(company && { name: company }),
    city,
    state,
    country: toAlpha3(place),
    postalCode: toZip5(zip),
    commodities: items.map((item) => buildCommodity(item, operation, accessorials)),
  };
}

/** The standard's example gives the weight of the whole line and the dimensions of one unit. */
function buildCommodity(item: RateItem, operation: string, accessorials: readonly Accessorial[]): object {
  const { quantity, weight, freight_class, description, length, width, height, stackable, hazmat } = item;
  return {
    operation,
    classification: freight_class,
    ...(description && { description }),
    quantity,
    weight: ceilPounds(weight),
    weightUnit: 'Pounds',
    length: Math.ceil(length),
    width: Math.ceil(width),
    height: Math.ceil(height),
    dimensionsUnit: 'Inches',
    stackable,
    hazardous: hazmat !== undefined || accessorials.includes('hazmat'),
  };
}

type Quoted = Pick<RateRequest, 'accessorials' | 'shipDate'>;

/** Returns a row for each result. @throws CarrierFault without a list of results */
export function parseDsdcRates(
  answer: Json,
  request: Quoted,
  settings: DsdcRatesSettings,
): (RawRate | UnratedLevel)[] {
  const results = toObjects(answer.carrierResult);
  const reason = toText(toObject(answer.messageStatus).message);
  if (results.length === 0 && reason) return [{ serviceLevel: '', reason }];
  if (!Array.isArray(answer.carrierResult)) throwUnreadable('list of results');
  return readRateRows(
    results,
    (result) => toRate(result, request, settings),
    (result) => nameLevel(toObject(result.quote)),
  );
}

const LEVELS: Readonly<Record<string, string>> = { CONTRACT: 'LTL contract rate', SPOT: 'LTL spot rate' };

function nameLevel({ type }: Json): string {
  return LEVELS[toText(type)] ?? 'LTL';
}

/** The total is the sum of the charges: the standard has no total. A total of zero is no price. */
function toRate(
  result: Json,
  request: Quoted,
  { transit_days: transitDays }: DsdcRatesSettings,
): RawRate | UnratedLevel {
  const quote = toObject(result.quote);
  const serviceLevel = nameLevel(quote);
  const reason = findReasonAgainst(result, request);
  if (reason) return { serviceLevel, reason };
  const charges = toObjects(result.charges).map(toCharge);
  const netChargeCents = requirePositiveTotal(sumCents(charges));
  const { id, type, quoteValidUntil } = quote;
  const lastDay = /^\d{4}-\d\d-\d\d/.exec(toText(quoteValidUntil))?.[0];
  return {
    quoteNumber: (typeof id === 'number' ? String(id) : toText(id)) || throwUnreadable('quote ID'),
    serviceLevel,
    serviceCode: toText(type).slice(0, 40) || 'LTL',
    transitDays,
    currency: parseCurrency(toText(toObjects(result.charges)[0]?.currency)) ?? DEFAULT_CURRENCY,
    netChargeCents,
    charges: charges.filter(({ amountCents }) => amountCents !== 0),
    ...(lastDay && { expiresAt: new Date(`${lastDay}T23:59:59Z`) }),
  };
}

/** Returns why a result is no price for the request; null if it is one. */
function findReasonAgainst(result: Json, { accessorials, shipDate }: Quoted): string | null {
  const mode = toText(result.mode) || 'LTL';
  if (mode !== 'LTL') return `The carrier returned a rate for a different mode: ${mode}.`;
  const currencies = new Set(toObjects(result.charges).map(({ currency }) => toText(currency) || 'USD'));
  if (currencies.size > 1) return `The price has several currencies: ${[...currencies].join(', ')}.`;
  const unsupported = [...currencies].find((currency) => parseCurrency(currency) === null);
  if (unsupported) return `The price is in ${unsupported}. Supported currencies: ${CURRENCIES.join(', ')}.`;
  const firstDay = toText(toObject(result.quote).quoteValidFrom).slice(0, 10);
  if (firstDay > shipDate) return `The price applies from ${firstDay}.`;
  const missing = findUnratedService(toObjects(result.ratingContextAdditionalServices), accessorials);
  return missing && `The price does not include: ${missing}.`;
}

/** Returns the label of the first service that the carrier's list of rated services lacks. The list is optional. */
function findUnratedService(rated: readonly Json[], accessorials: readonly Accessorial[]): string | null {
  if (rated.length === 0) return null;
  const included = rated.filter(({ value }) => /^(y|yes|true)$/i.test(toText(value))).map(({ key }) => key);
  const missing = accessorials.find((name) => !included.includes(SERVICES[name]));
  return missing ? ACCESSORIALS[missing].label : null;
}

/** @throws CarrierFault for a charge without an amount, because the total is the sum */
function toCharge({ code: named, amount }: Json): Charge {
  const code = toText(named).slice(0, 40) || 'OTHER';
  const amountCents = requireCents(amount, `amount of charge ${code}`);
  if (amountCents > 0 && code === 'LINE_HAUL')
    return { type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amountCents };
  if (amountCents > 0 && code === 'FUEL')
    return { type: 'fuel_surcharge', code: 'FUEL', description: 'Fuel surcharge', amountCents };
  const words = code.replaceAll('_', ' ').toLowerCase();
  return buildServiceCharge(code, words.charAt(0).toUpperCase() + words.slice(1), amountCents);
}
