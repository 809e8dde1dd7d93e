import { requireThirdPartyAccount } from '../booking-helpers.js';
import {
  buildServiceCharge,
  requireUnitCode,
  hasUnassignedHazmat,
  parseOptionalCents,
  requireCents,
  readRateRows,
  throwUnreadable,
  parseOptionalInteger,
  ceilPounds,
  toZip5,
} from '../adapter-helpers.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { getCountry } from '../../../../domain/countries.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import type { UnitType } from '../../../../domain/unit-types.js';
import { requireCodes, type RawRate, type UnratedLevel } from '../../carrier-adapter.js';
import type { Place, RateItem, RateRequest } from '../../carrier-requests.js';
import { parseZonedTime } from '../../../../domain/local-time.js';
import type { EstesSettings } from './estes.settings.js';

const ESTES_SERVICE_CODES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'LGATEP',
  destination_liftgate: 'LGATE',
  inside_pickup: 'INP',
  inside_delivery: 'INS',
  residential_pickup: 'HPU',
  residential_delivery: 'HD',
  delivery_appointment: 'APT',
  notify_before_delivery: 'NCM',
  protect_from_cold: 'FRZ',
  limited_access_pickup: 'LADPU',
};
/** `isHazardous` of each line states these. */
const LINE_LEVEL_SERVICES: readonly Accessorial[] = ['hazmat'];

/** @throws CarrierDeclined for a service or handling unit without a code, or a third party without an account */
export function buildRateQuote(request: RateRequest, settings: EstesSettings): object {
  const { origin, destination, items, accessorials, shipDate, declaredValueCents: cents } = request;
  const dangerous = hasUnassignedHazmat(items, accessorials);
  const { requestor_name: name, requestor_phone: phone, requestor_email: email } = settings;
  return {
    quoteRequest: { shipDate, shipTime: '12:00', serviceLevels: ['LTL'] },
    payment: buildPayment(request, settings),
    ...(name && phone && email && { requestor: { name, phone, email } }),
    fullValueCoverageDetails: { isNeeded: cents !== null, monetaryValue: Math.ceil((cents ?? 0) / 100) },
    origin: buildPlace(origin),
    destination: buildPlace(destination),
    commodity: { handlingUnits: items.map((item) => buildHandlingUnit(item, dangerous)) },
    accessorials: {
      codes: requireCodes(
        accessorials.filter((accessorial) => !LINE_LEVEL_SERVICES.includes(accessorial)),
        ESTES_SERVICE_CODES,
      ),
    },
  };
}

function buildPayment({ terms, billTo }: RateRequest, { account }: EstesSettings): object {
  if (terms === 'prepaid') return { account, payor: 'Shipper', terms: 'Prepaid' };
  if (terms === 'collect') return { account, payor: 'Consignee', terms: 'Collect' };
  return { account: requireThirdPartyAccount({ billTo }), payor: 'Third Party', terms: 'Prepaid' };
}

function buildPlace({ city, state, zip, country, company }: Place): object {
  const address = { city, stateProvince: state, postalCode: toZip5(zip), country: getCountry({ country }) };
  return { ...(company && { name: company }), address };
}

const UNIT_CODES: Partial<Record<UnitType, string>> = {
  box: 'BX',
  bundle: 'BD',
  carton: 'CT',
  crate: 'CR',
  drum: 'DR',
  pallet: 'PT',
  piece: 'PC',
  roll: 'RL',
  skid: 'SK',
};

function buildHandlingUnit(item: RateItem, dangerous: boolean): object {
  const { quantity, handling_unit_type: type, weight, length, width, height, stackable } = item;
  const pounds = ceilPounds(weight);
  return {
    count: quantity,
    type: requireUnitCode(UNIT_CODES, type),
    weight: pounds,
    tareWeight: 0,
    weightUnit: 'Pounds',
    length: Math.ceil(length),
    width: Math.ceil(width),
    height: Math.ceil(height),
    dimensionsUnit: 'Inches',
    isStackable: stackable,
    isTurnable: false,
    lineItems: [
      {
        description: item.description ?? 'Freight',
        weight: pounds,
        pieces: item.pieces ?? quantity,
        packagingType: UNIT_CODES[item.packaging_type ?? type] ?? requireUnitCode(UNIT_CODES, type),
        classification: item.freight_class,
        ...(item.nmfc_item_number && { nmfc: item.nmfc_item_number }),
        ...(item.nmfc_sub_code && { nmfcSub: item.nmfc_sub_code }),
        isHazardous: item.hazmat !== undefined || dangerous,
      },
    ],
  };
}

export function parseEstesRates(answer: Json, rows: unknown[] | null): (RawRate | UnratedLevel)[] {
  const list = Array.isArray(answer.data) ? answer.data : rows;
  if (list === null) throwUnreadable('prices');
  return readRateRows(toObjects(list), toRate, ({ serviceLevelText }) => serviceLevelText);
}

function toRate(row: Json): RawRate | UnratedLevel {
  if (row.rateFound !== true) {
    const reasons = toObjects(row.reasons).map(({ message }) => toText(message));
    const reason = reasons.filter(Boolean).join(' ') || 'The carrier returned no rate.';
    return { serviceLevel: toText(row.serviceLevelText), reason };
  }
  const { quoteExpiration, transitDeliveryDate } = toObject(row.dates);
  const netChargeCents = requireCents(toObject(row.quoteRate).totalCharges, 'total charges');
  const { transitDays, originTerminalInfo, destinationTerminalInfo } = toObject(row.transitDetails);
  const delivery = parseDay(transitDeliveryDate);
  const expiresAt = parseExpiry(toText(quoteExpiration));
  return {
    quoteNumber: toText(row.quoteId) || throwUnreadable('quote number'),
    serviceLevel: toText(row.serviceLevelText) || 'LTL',
    serviceCode: String(row.serviceLevelId ?? 'LTL'),
    transitDays: parseOptionalInteger(transitDays) ?? throwUnreadable('transit days'),
    netChargeCents,
    charges: parseCharges(row, netChargeCents),
    originTerminal: formatTerminal(toObject(originTerminalInfo)),
    destinationTerminal: formatTerminal(toObject(destinationTerminalInfo)),
    ...(delivery && { estimatedDeliveryDate: delivery }),
    ...(expiresAt && { expiresAt }),
  };
}

/** Estes' headquarters. */
const ESTES_TIME_ZONE = 'America/New_York';
const EXPIRY = /^(\d{4}-\d{2}-\d{2})(?:-(\d{2})\.(\d{2})\.(\d{2}))?/;

/** Parses `2026-03-19-15.00.00.000000`. A quote without a time, or with midnight, expires at the end of the day. */
function parseExpiry(text: string): Date | null {
  const [, day, hours = '00', minutes = '00', seconds = '00'] = EXPIRY.exec(text) ?? [];
  if (!day) return null;
  const time = `${hours}:${minutes}:${seconds}`;
  return parseZonedTime(`${day}T${time === '00:00:00' ? '23:59:59' : time}`, ESTES_TIME_ZONE);
}

function formatTerminal({ name, stateProvince }: Json): string | null {
  return [name, stateProvince].map(toText).filter(Boolean).join(', ') || null;
}

function parseDay(value: unknown): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(toText(value))?.[0] ?? null;
}

/**
 * Reads `chargeItems`, which adds up to the total: its first row is the freight. Where it lacks the freight, the freight
 * of each line completes it. Otherwise the freight is the total less the services.
 */
function parseCharges(row: Json, total: number): Charge[] {
  const items = toObjects(row.chargeItems).flatMap((item) => toCharges(item));
  const freight = toObjects(row.lineItemCharges).flatMap((item) => toCharges(item, true));
  const matching = [items, [...freight, ...items]].find(
    (charges) => charges.length > 0 && sumCents(charges) === total,
  );
  if (matching) return matching.filter(({ amountCents }) => amountCents !== 0);
  const services = toObjects(toObject(row.quoteRate).ratedAccessorials).flatMap((item) => toCharges(item));
  const known = total >= sumCents(services) ? services : [];
  const amountCents = total - sumCents(known);
  return [{ type: 'linehaul', code: 'LINEHAUL', description: 'Freight', amountCents }, ...known];
}

/** Estes' name of the freight in `chargeItems`. */
const FREIGHT_TOTAL = /^commodity total$/i;

function toCharges({ description: text, charge: amount, weight }: Json, isFreight = false): Charge[] {
  const [description, cents] = [toText(text), parseOptionalCents(amount)];
  if (cents === null || description === '') return [];
  if (isFreight || FREIGHT_TOTAL.test(description)) {
    const pounds = parseOptionalInteger(weight);
    const type = cents < 0 ? 'adjustment' : 'linehaul';
    const details = pounds === null ? {} : { weight: pounds };
    return [{ type, code: 'LINEHAUL', description, amountCents: cents, ...details }];
  }
  if (/discount/i.test(description))
    return [{ type: 'discount', code: 'DISCOUNT', description, amountCents: -Math.abs(cents) }];
  if (/fuel/i.test(description))
    return [{ type: 'fuel_surcharge', code: 'FUEL', description, amountCents: cents }];
  const code = description.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return [buildServiceCharge(code.slice(0, 40), description, cents)];
}
