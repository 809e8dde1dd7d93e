import {
  addUnitemizedCharge,
  buildServiceCharge,
  ceilPounds,
  countHandlingUnits,
  hasUnassignedHazmat,
  parseOptionalCents,
  readRateRows,
  requireTotal,
  requireCurrency,
  requireUnitCode,
  throwUnreadable,
  toZip5,
} from '../adapter-helpers.js';
import { requireThirdPartyAccount } from '../booking-helpers.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import { getLongestSide } from '../../../../domain/density.js';
import type { UnitType } from '../../../../domain/unit-types.js';
import { CarrierDeclined, requireCodes, type RawRate, type UnratedLevel } from '../../carrier-adapter.js';
import type { PaymentTerms, Place, RateItem, RateRequest } from '../../carrier-requests.js';
import type { FedexFreightSettings } from './fedex-freight.settings.js';

/** FedEx Freight sells two services, each under its own SCAC. */
const SERVICES: Readonly<Record<string, string>> = {
  FXFE: 'FEDEX_FREIGHT_PRIORITY',
  FXNL: 'FEDEX_FREIGHT_ECONOMY',
};
export const SCACS = Object.keys(SERVICES);

/** Handling units of a shipment whose labels are made in one request. */
const MAX_UNITS = 40;
const EXTREME_LENGTH_INCHES = 144;

export function toServiceType(scac: string): string {
  return SERVICES[scac] ?? SERVICES.FXFE!;
}

/** @throws CarrierDeclined for a service or handling unit without a code, or a third party without an account */
export function buildRateQuote(request: RateRequest, scac: string, settings: FedexFreightSettings): object {
  const { origin, destination, items, accessorials, shipDate } = request;
  const { account_number: value } = settings;
  const billing = buildBillingAddress(settings);
  return {
    accountNumber: { value },
    rateRequestControlParameters: { returnTransitTimes: true, servicesNeededOnRateFailure: true },
    freightRequestedShipment: {
      serviceType: toServiceType(scac),
      preferredCurrency: 'USD',
      rateRequestType: ['ACCOUNT'],
      shipDateStamp: shipDate,
      shipper: { address: buildAddress(origin, accessorials.includes('residential_pickup')) },
      recipient: { address: buildAddress(destination, accessorials.includes('residential_delivery')) },
      shippingChargesPayment: buildPayment(request, settings),
      requestedPackageLineItems: buildPackages(request),
      totalPackageCount: countHandlingUnits(items),
      freightShipmentDetail: {
        role: toRole(request.terms, settings),
        accountNumber: { value },
        ...(billing && { fedExFreightBillingContactAndAddress: { address: billing } }),
        lineItem: buildLineItems(request),
        totalHandlingUnits: countHandlingUnits(items),
      },
      ...buildSpecialServices(request, settings),
    },
  };
}

const PAYMENT_TYPES: Record<PaymentTerms, string> = {
  prepaid: 'SENDER',
  collect: 'RECIPIENT',
  third_party: 'THIRD_PARTY',
};

/** The payer's account: a third party's own one, else the account of the settings. */
export function buildPayment(
  { terms, billTo }: Pick<RateRequest, 'terms' | 'billTo'>,
  settings: FedexFreightSettings,
): object {
  const value = terms === 'third_party' ? requireThirdPartyAccount({ billTo }) : settings.account_number;
  const payor = { responsibleParty: { accountNumber: { value } } };
  return { paymentType: PAYMENT_TYPES[terms], payor };
}

export function toRole(terms: PaymentTerms, { account_role: role }: FedexFreightSettings): string {
  return role ?? (terms === 'collect' ? 'CONSIGNEE' : 'SHIPPER');
}

/** Returns null unless the settings have the whole address. */
export function buildBillingAddress(settings: FedexFreightSettings): object | null {
  const { billing_street: street, billing_city: city, billing_state: state, billing_zip: zip } = settings;
  if (!street || !city || !state || !zip) return null;
  return { streetLines: [street], ...buildAddress({ city, state, zip }, false) };
}

export function buildAddress({ city, state, zip }: Place, residential: boolean): object {
  const postalCode = toZip5(zip);
  return { city, stateOrProvinceCode: state, postalCode, countryCode: 'US', residential };
}

const UNIT_CODES: Partial<Record<UnitType, string>> = {
  bundle: 'BUNDLE',
  carton: 'CARTON',
  crate: 'CRATE',
  drum: 'DRUM',
  other: 'OTHER',
  pail: 'PAIL',
  pallet: 'PALLET',
  skid: 'SKID',
};

type Freight = Pick<RateRequest, 'items' | 'accessorials' | 'declaredValueCents'>;

/** Builds the freight of each line. */
export function buildLineItems(
  { items, accessorials }: Freight,
  describe: (item: RateItem) => string = ({ description }) => description ?? 'Freight',
): object[] {
  const isUnassigned = hasUnassignedHazmat(items, accessorials);
  return items.map((item, index) => {
    const { quantity, weight, freight_class, nmfc_item_number: nmfc, nmfc_sub_code: sub } = item;
    return {
      id: toLineId(index),
      description: describe(item),
      freightClass: `CLASS_${freight_class.replace('.', '_').replace(/^\d\d(?!\d)/, '0$&')}`,
      handlingUnits: quantity,
      pieces: item.pieces ?? quantity,
      subPackagingType: requireUnitCode(UNIT_CODES, item.handling_unit_type),
      weight: { units: 'LB', value: ceilPounds(weight) },
      dimensions: buildDimensions(item),
      ...(nmfc && { nmfcCode: sub ? `${nmfc}-${sub}` : nmfc }),
      ...((item.hazmat || isUnassigned) && { hazardousMaterials: 'HAZARDOUS_MATERIALS' }),
    };
  });
}

/**
 * Builds one package for each handling unit, because it is uncertain whether the weight of a package group is that of one
 * unit or of all. Weights and declared values add up to those of the shipment.
 */
export function buildPackages({ items, declaredValueCents }: Freight): object[] {
  const count = countHandlingUnits(items);
  if (count > MAX_UNITS)
    throw new CarrierDeclined(
      `FedEx Freight accepts at most ${MAX_UNITS} handling units per API request; the shipment has ${count}. Call the carrier.`,
    );
  const values = declaredValueCents === null ? null : split(declaredValueCents, count);
  const units = items.flatMap((item, line) =>
    split(ceilPounds(item.weight), item.quantity).map((pounds) => ({ item, line, pounds })),
  );
  return units.map(({ item, line, pounds }, index) => ({
    subPackagingType: requireUnitCode(UNIT_CODES, item.handling_unit_type),
    groupPackageCount: 1,
    weight: { units: 'LB', value: pounds },
    dimensions: buildDimensions(item),
    ...(values && { declaredValue: { amount: values[index]! / 100, currency: 'USD' } }),
    associatedFreightLineItems: [{ id: toLineId(line) }],
  }));
}

/** Splits an integer into parts that add up to it and differ by at most one. */
function split(total: number, parts: number): number[] {
  const [share, rest] = [Math.floor(total / parts), total % parts];
  return Array.from({ length: parts }, (_, index) => share + (index < rest ? 1 : 0));
}

function toLineId(index: number): string {
  return String(index + 1);
}

function buildDimensions({ length, width, height }: RateItem): object {
  const [long, wide, high] = [length, width, height].map((inches) => Math.ceil(inches));
  return { length: long, width: wide, height: high, units: 'IN' };
}

/** `residential` of the addresses states these. */
const ADDRESS_LEVEL_SERVICES: readonly Accessorial[] = ['residential_pickup', 'residential_delivery'];

/** @throws CarrierDeclined that names the first service without a code */
export function buildSpecialServices(
  { accessorials, items }: Freight,
  { extreme_length_inches: extreme = EXTREME_LENGTH_INCHES }: FedexFreightSettings,
): object {
  const longest = Math.max(...items.map(getLongestSide));
  const services = accessorials.filter((name) => !ADDRESS_LEVEL_SERVICES.includes(name));
  const specialServiceTypes = requireCodes(services, {
    origin_liftgate: 'LIFTGATE_PICKUP',
    destination_liftgate: 'LIFTGATE_DELIVERY',
    inside_pickup: 'INSIDE_PICKUP',
    inside_delivery: 'INSIDE_DELIVERY',
    limited_access_pickup: 'LIMITED_ACCESS_PICKUP',
    limited_access_delivery: 'LIMITED_ACCESS_DELIVERY',
    notify_before_delivery: 'CALL_BEFORE_DELIVERY',
    protect_from_cold: 'PROTECTION_FROM_FREEZING',
    overlength: longest >= extreme ? 'EXTREME_LENGTH' : 'OVER_LENGTH',
    hazmat: 'DANGEROUS_GOODS',
  });
  return specialServiceTypes.length > 0 ? { freightShipmentSpecialServices: { specialServiceTypes } } : {};
}

/** An answer without rates explains itself in its alerts. @throws CarrierFault */
export function parseFedexRates(answer: Json): (RawRate | UnratedLevel)[] {
  const { rateReplyDetails: rows, alerts } = toObject(answer.output);
  const reason = joinMessages(alerts);
  if (toObjects(rows).length === 0 && reason) return [{ serviceLevel: '', reason }];
  if (!Array.isArray(rows)) throwUnreadable('rates');
  return readRateRows(toObjects(rows), toRate, getServiceName);
}

function joinMessages(list: unknown): string {
  return [...new Set(toObjects(list).map(({ message }) => toText(message)))].filter(Boolean).join(' ');
}

function getServiceName({ serviceName, serviceType }: Json): string {
  return toText(serviceName) || toText(serviceType);
}

/** FedEx was asked to name the services that it cannot rate: their messages say why. */
function toRate(row: Json): RawRate | UnratedLevel {
  const reason = joinMessages(row.customerMessages);
  if (toObjects(row.ratedShipmentDetails).length === 0 && reason)
    return { serviceLevel: getServiceName(row), reason };
  const rated = pickAccountRate(toObjects(row.ratedShipmentDetails));
  const total = requireTotal(rated.totalNetCharge, 'total net charge');
  const { transitTime, deliveryDate } = toObject(row.operationalDetail);
  const { transitDays, dateDetail } = toObject(row.commit);
  const day = [deliveryDate, toObject(dateDetail).dayFormat].map(parseDay).find((one) => one !== null);
  return {
    quoteNumber: toText(rated.quoteNumber) || throwUnreadable('quote number'),
    serviceLevel: getServiceName(row) || throwUnreadable('service'),
    serviceCode: toText(row.serviceType) || throwUnreadable('service'),
    transitDays:
      parseTransitDays(toObject(transitDays).minimumTransitTime) ??
      parseTransitDays(toObject(transitDays).description) ??
      parseTransitDays(transitTime) ??
      throwUnreadable('transit days'),
    currency: requireCurrency(toObject(rated.shipmentRateDetail).currency),
    netChargeCents: total,
    charges: parseCharges(rated, total),
    ...(day && { estimatedDeliveryDate: day }),
  };
}

/** FedEx sends one object, or a list with an entry for each rate type. */
function pickAccountRate(rated: Json[]): Json {
  return rated.find(({ rateType }) => toText(rateType) === 'ACCOUNT') ?? rated[0] ?? {};
}

/** Prices without a base charge show the rest of the total as freight. */
function parseCharges(rated: Json, total: number): Charge[] {
  const { freightDiscount, surCharges } = toObject(rated.shipmentRateDetail);
  const others = [
    ...toObjects(freightDiscount).flatMap(toDiscount),
    ...toObjects(surCharges).flatMap(toSurcharge),
  ];
  const base = parseOptionalCents(rated.totalBaseCharge);
  const amountCents = base !== null && base > 0 ? base : Math.max(0, total - sumCents(others));
  const linehaul: Charge = { type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amountCents };
  return addUnitemizedCharge([linehaul, ...others], total);
}

function toDiscount({ amount, description, name, percent }: Json): Charge[] {
  const cents = parseOptionalCents(amount);
  if (!cents) return [];
  const words = toText(description) || toText(name) || 'Discount';
  const quantity = Number(percent);
  const details = quantity > 0 ? { quantity, unit: 'percent' as const } : {};
  return [
    { type: 'discount', code: 'DISCOUNT', description: words, amountCents: -Math.abs(cents), ...details },
  ];
}

function toSurcharge({ type, description, name, amount }: Json): Charge[] {
  const [code, amountCents] = [toText(type), parseOptionalCents(amount)];
  const words = toText(description) || toText(name) || code;
  if (!amountCents || words === '') return [];
  if (code === 'FUEL') return [{ type: 'fuel_surcharge', code, description: words, amountCents }];
  return [buildServiceCharge((code || 'SURCHARGE').slice(0, 40), words, amountCents)];
}

const COUNTS = [
  'ONE',
  'TWO',
  'THREE',
  'FOUR',
  'FIVE',
  'SIX',
  'SEVEN',
  'EIGHT',
  'NINE',
  'TEN',
  'ELEVEN',
  'TWELVE',
  'THIRTEEN',
  'FOURTEEN',
  'FIFTEEN',
  'SIXTEEN',
  'SEVENTEEN',
  'EIGHTEEN',
  'NINETEEN',
  'TWENTY',
];

/** Parses `THREE_DAYS` or `2 Business Days`; null for other values. */
function parseTransitDays(value: unknown): number | null {
  const [, word = '', digits] = /^(?:([A-Z]+)_DAYS?|(\d{1,2}) business days?)$/i.exec(toText(value)) ?? [];
  if (digits) return Number(digits);
  const index = COUNTS.indexOf(word);
  return index < 0 ? null : index + 1;
}

function parseDay(value: unknown): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(toText(value))?.[0] ?? null;
}
