import {
  addUnitemizedCharge,
  buildServiceCharge,
  ceilPounds,
  parseOptionalCents,
  parseOptionalInteger,
  requireTotal,
  throwUnreadable,
  toZip5,
} from '../adapter-helpers.js';
import { requireThirdPartyAccount } from '../booking-helpers.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import type { Charge } from '../../../../domain/charges.js';
import { CarrierDeclined, requireCodes, type RawRate } from '../../carrier-adapter.js';
import type { PaymentTerms, RateItem, RateRequest } from '../../carrier-requests.js';
import type { DaytonSettings } from './dayton.settings.js';

/** Lines of a rate request. */
const MAX_ITEMS = 11;

const TERMS: Record<PaymentTerms, string> = {
  prepaid: 'Prepaid',
  collect: 'Collect',
  third_party: 'ThirdPartyPrepaid',
};

const PICKUP_SERVICES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'LFTP',
  inside_pickup: 'IPU',
  residential_pickup: 'RESPU',
  limited_access_pickup: 'LIMITP',
  pickup_appointment: 'NOTP',
};
/** Dayton Freight has one code for an appointment and for a call before delivery. */
const SERVICES: Partial<Record<Accessorial, string>> = {
  ...PICKUP_SERVICES,
  destination_liftgate: 'LIFT',
  inside_delivery: 'IDC',
  residential_delivery: 'RESID',
  limited_access_delivery: 'LIMIT',
  delivery_appointment: 'NOT',
  notify_before_delivery: 'NOT',
  hazmat: 'HMF',
};

export function toPickupServices(accessorials: readonly Accessorial[]): string[] {
  return accessorials.flatMap((name) => PICKUP_SERVICES[name] ?? []);
}

interface Quoted {
  items: RateItem[];
  accessorials: Accessorial[];
  declaredValueCents: number | null;
  terms: PaymentTerms;
  zips: { origin: string; destination: string };
}

/** @throws CarrierDeclined for a shipment that Dayton Freight cannot rate by API */
export function requireRatable(
  { items, accessorials, declaredValueCents, terms, zips }: Quoted,
  { account_zip: zip }: DaytonSettings,
): string[] {
  if (items.length > MAX_ITEMS)
    throw new CarrierDeclined(
      `Dayton Freight accepts at most ${MAX_ITEMS} lines; the shipment has ${items.length}. Combine lines of the same class.`,
    );
  if (declaredValueCents !== null)
    throw new CarrierDeclined(
      'Dayton Freight’s API does not support a declared value. Remove the declared value.',
    );
  const side = terms === 'collect' ? 'destination' : 'origin';
  if (zip && terms !== 'third_party' && toZip5(zips[side]) !== zip)
    throw new CarrierDeclined(`Dayton Freight prices ${terms} shipments only if the ${side} ZIP is ${zip}.`);
  return [...new Set(requireCodes(accessorials, SERVICES))];
}

/** @throws CarrierDeclined */
export function buildRateRequest(request: RateRequest, settings: DaytonSettings): object {
  const { origin, destination, items, shipDate, terms } = request;
  const zips = { origin: origin.zip, destination: destination.zip };
  const accessorials = requireRatable({ ...request, zips }, settings);
  return {
    account: terms === 'third_party' ? requireThirdPartyAccount(request) : settings.account,
    terms: TERMS[terms],
    origin: toZip5(origin.zip),
    destination: toZip5(destination.zip),
    shipmentDate: `${shipDate}T00:00:00`,
    accessorials,
    handlingUnits: items.map(({ quantity, length, width, height, stackable }) => ({
      quantity,
      length: Math.ceil(length),
      width: Math.ceil(width),
      height: Math.ceil(height),
      stackable,
    })),
    items: items.map((item) => ({
      class: Number(item.freight_class),
      weight: ceilPounds(item.weight),
    })),
  };
}

/** @throws CarrierFault */
export function parseDaytonRate(answer: Json): RawRate {
  const total = requireTotal(answer.total, 'total');
  const number = parseOptionalInteger(answer.id);
  return {
    quoteNumber: number === null ? toText(answer.id) || throwUnreadable('quote number') : String(number),
    serviceLevel: 'Standard',
    serviceCode: 'LTL',
    transitDays:
      parseOptionalInteger(toObject(answer.serviceEligibility).serviceDays) ??
      throwUnreadable('service days'),
    netChargeCents: total,
    charges: parseCharges(answer, total),
  };
}

const FUEL = /\bfuel\b/i;

/** Dayton Freight may repeat the fuel surcharge among the accessorials. */
function parseCharges(answer: Json, total: number): Charge[] {
  const [gross, discount, fuel] = [answer.gross, answer.discount, answer.fuelSurchargeAmount].map(
    (value) => parseOptionalCents(value) ?? 0,
  ) as [number, number, number];
  const services = toObjects(answer.accessorials).flatMap(toService);
  const listedFuel = services.filter(({ type }) => type === 'fuel_surcharge');
  const charges: Charge[] = [
    { type: 'linehaul', code: 'LINEHAUL', description: 'Gross freight', amountCents: gross },
    { type: 'discount', code: 'DISCOUNT', description: 'Discount', amountCents: -Math.abs(discount) },
    { type: 'fuel_surcharge', code: 'FUEL', description: 'Fuel surcharge', amountCents: fuel },
    ...services.filter((charge) => fuel === 0 || !listedFuel.includes(charge)),
  ];
  return addUnitemizedCharge(
    charges.filter(({ amountCents }) => amountCents !== 0),
    total,
  );
}

function toService({ code, name, amount }: Json): Charge[] {
  const [label, cents] = [toText(name) || toText(code), parseOptionalCents(amount)];
  if (!cents || label === '') return [];
  if (FUEL.test(label) && cents > 0)
    return [{ type: 'fuel_surcharge', code: 'FUEL', description: label, amountCents: cents }];
  return [buildServiceCharge((toText(code) || 'SERVICE').slice(0, 40), label, cents)];
}
