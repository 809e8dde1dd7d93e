import {
  buildServiceCharge,
  hasUnassignedHazmat,
  parseOptionalCents,
  readRateRows,
  requireTotal,
  addUnitemizedCharge,
  throwUnreadable,
  parseOptionalInteger,
  ceilPounds,
  requireCurrency,
  toZip5,
} from '../adapter-helpers.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { getCountry } from '../../../../domain/countries.js';
import { ACCESSORIALS, ACCESSORIAL_NAMES, type Accessorial } from '../../../../domain/accessorials.js';
import type { Charge } from '../../../../domain/charges.js';
import { CarrierDeclined, type RawRate, requireCodes, type UnratedLevel } from '../../carrier-adapter.js';
import type { Place, RateRequest, PaymentTerms, RateItem } from '../../carrier-requests.js';
import { UNIT_TYPES, type UnitType } from '../../../../domain/unit-types.js';

export const BILLING_CODES: Record<PaymentTerms, string> = {
  prepaid: '10',
  third_party: '30',
  collect: '40',
};

const PICKUP_SERVICES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'LIFO',
  inside_pickup: 'INPU',
  residential_pickup: 'RESP',
  limited_access_pickup: 'LAPU',
};
const DELIVERY_SERVICES: Partial<Record<Accessorial, string>> = {
  destination_liftgate: 'LIFD',
  inside_delivery: 'INDE',
  residential_delivery: 'RESD',
  limited_access_delivery: 'LADL',
  notify_before_delivery: 'NTFN',
};
/** `dangerousGoods` of each line states these. */
const LINE_LEVEL_SERVICES: Partial<Record<Accessorial, string>> = { hazmat: '' };

const SERVICE_CODES = { ...PICKUP_SERVICES, ...DELIVERY_SERVICES };

/** LTL. Guaranteed services have their own codes and need one call each; this adapter does not request them. */
const LTL_SERVICE_CODE = '308';

export function buildRateQuote(request: RateRequest): object {
  const { origin, destination, items, accessorials, shipDate, terms } = request;
  const dangerous = hasUnassignedHazmat(items, accessorials);
  return {
    requestOptions: {
      serviceCode: LTL_SERVICE_CODE,
      pickupDate: shipDate,
      type: 'L',
      densityEligible: false,
      gfpOptions: { accessorialRate: false },
      timeInTransit: true,
      quoteNumber: true,
    },
    shipFrom: { address: buildAddress(origin) },
    shipTo: { address: buildAddress(destination) },
    payment: {
      payer: { address: buildAddress(resolvePayerPlace(request)) },
      billingCode: BILLING_CODES[terms],
    },
    serviceOptions: buildServiceOptions(accessorials),
    commodities: items.map((item) => buildCommodity(item, item.description ?? 'Freight', dangerous)),
  };
}

/** TForce finds the contract by the payer's ZIP. @throws CarrierDeclined if a third party's address is incomplete */
function resolvePayerPlace({ origin, destination, terms, billTo }: RateRequest): Place {
  if (terms !== 'third_party') return terms === 'collect' ? destination : origin;
  const { city, state, zip } = billTo ?? {};
  if (!city || !state || !zip)
    throw new CarrierDeclined('Third-party billing requires the city, state and ZIP of the payer.');
  return { city, state, zip };
}

/** Returns a row for each service. @throws CarrierDeclined with TForce's message, CarrierFault */
export function parseTforceRates(answer: Json): (RawRate | UnratedLevel)[] {
  const summary = toObject(answer.summary);
  const { code, message } = toObject(summary.responseStatus);
  if (typeof code !== 'string') throwUnreadable('status');
  if (code !== 'OK' && code !== 'PRT') throw new CarrierDeclined(toText(message), code);
  const transaction = toText(toObject(summary.transactionReference).transactionId);
  return readRateRows(
    toObjects(answer.detail),
    (detail) => toRate(detail, transaction),
    ({ service }) => toText(toObject(service).description) || toText(toObject(service).code),
  );
}

function toRate(detail: Json, transaction: string): RawRate | UnratedLevel {
  const service = toObject(detail.service);
  const { code, message } = toObject(detail.detailStatus);
  if (String(code) !== '1')
    return {
      serviceLevel: toText(service.description) || toText(service.code),
      reason: toText(message) || 'The carrier returned no rate.',
    };
  const serviceCode = toText(service.code) || throwUnreadable('service');
  const charged = toObject(toObject(detail.shipmentCharges).total);
  const currency = requireCurrency(charged.currency);
  const total = requireTotal(charged.value, 'total');
  const listPrice = toObjects(detail.alerts).some(({ code }) => String(code) === LIST_PRICE_ALERT);
  return {
    quoteNumber: parseQuoteNumber(detail) ?? `${UNQUOTED_PREFIX}${transaction}-${serviceCode}`,
    serviceLevel:
      (toText(service.description) || serviceCode) + (listPrice ? ', list price: no contract found' : ''),
    serviceCode,
    transitDays:
      parseOptionalInteger(toObject(detail.timeInTransit).timeInTransit) ??
      throwUnreadable('time in transit'),
    currency,
    netChargeCents: total,
    charges: addUnitemizedCharge(parseCharges(toObjects(detail.rate)), total),
  };
}

/** TForce's alert that the price uses list rates, not the customer's contract. */
const LIST_PRICE_ALERT = '688';
/** Prefix of quote numbers that Lading assigns where TForce has none. Bookings do not send them. */
export const UNQUOTED_PREFIX = 'unquoted-';

/** The field's place in the response is uncertain. */
function parseQuoteNumber({ quoteNumber: number }: Json): string | null {
  return parseOptionalInteger(number) === null ? null : String(number);
}

/** Rows that repeat other rows. */
const SUBTOTALS: readonly string[] = ['AFTR_DSCNT', 'DSCNT_RATE'];
const LABELS = new Map(ACCESSORIAL_NAMES.map((name) => [SERVICE_CODES[name], ACCESSORIALS[name].label]));

function parseCharges(rows: Json[]): Charge[] {
  const discount = rows.find(({ code }) => code === 'DSCNT_RATE');
  return rows.flatMap((row): Charge[] => {
    const [code, amountCents] = [toText(row.code), parseOptionalCents(row.value)];
    const description = toText(row.description) || LABELS.get(code) || code;
    if (amountCents === null || SUBTOTALS.includes(code) || row.unit === '%') return [];
    if (code === 'LND_GROSS')
      return [{ type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amountCents }];
    if (code === 'DSCNT')
      return [{ type: 'discount', code, description, amountCents: -amountCents, ...parsePercent(discount) }];
    if (code === 'FUEL_SUR')
      return [{ type: 'fuel_surcharge', code: 'FUEL', description: 'Fuel surcharge', amountCents }];
    return [buildServiceCharge(code, description, amountCents)];
  });
}

function parsePercent(row: Json | undefined): Partial<Charge> {
  const quantity = Number(toText(row?.value) || Number.NaN);
  return quantity > 0 ? { quantity, unit: 'percent' } : {};
}

export function buildServiceOptions(accessorials: readonly Accessorial[]): {
  pickup: string[];
  delivery: string[];
} {
  requireCodes(accessorials, { ...SERVICE_CODES, ...LINE_LEVEL_SERVICES });
  const toCodes = (services: typeof PICKUP_SERVICES) => accessorials.flatMap((name) => services[name] ?? []);
  return { pickup: toCodes(PICKUP_SERVICES), delivery: toCodes(DELIVERY_SERVICES) };
}

/** TForce's own codes; other units have the eBOL code. */
const PACKAGING_TYPES: Partial<Record<UnitType, string>> = {
  barrel: 'BAR',
  bunch: 'BUN',
  container: 'CON',
  loose: 'LOO',
  pallet: 'PLT',
  tote: 'TOT',
};

export function toPackagingType(type: UnitType): string {
  return PACKAGING_TYPES[type] ?? UNIT_TYPES[type].code;
}

/** @param dangerous true if the shipment is dangerous and no line says which */
export function buildCommodity(item: RateItem, description: string, dangerous: boolean): object {
  const { quantity, handling_unit_type: type, weight, length, width, height, nmfc_item_number: prime } = item;
  return {
    description,
    class: item.freight_class,
    ...(prime && {
      nmfc: { prime, ...(item.nmfc_sub_code && { sub: item.nmfc_sub_code.padStart(2, '0') }) },
    }),
    pieces: quantity,
    weight: { weight: ceilPounds(weight), weightUnit: 'LBS' },
    packagingType: toPackagingType(type),
    dangerousGoods: item.hazmat !== undefined || dangerous,
    dimensions: { length, width, height, unit: 'IN' },
  };
}

export function buildAddress(place: Place): object {
  const { city, state, zip } = place;
  return { city, stateProvinceCode: state, postalCode: toZip5(zip), country: getCountry(place) };
}
