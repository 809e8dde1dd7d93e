import {
  buildServiceCharge,
  parseOptionalCents,
  requireCents,
  addUnitemizedCharge,
  readRateRows,
  throwUnreadable,
  parseOptionalInteger,
  ceilPounds,
  toAlpha3,
  toZip5,
} from '../adapter-helpers.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { ACCESSORIALS, type Accessorial } from '../../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import { FREIGHT_CLASSES } from '../../../../domain/freight-classes.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import { CarrierDeclined, requireCodes, type RawRate, type UnratedLevel } from '../../carrier-adapter.js';
import type { CarrierRefusal } from '../../carrier-answers.js';
import type { Place, RateItem, RateRequest } from '../../carrier-requests.js';
import type { RlSettings } from './rl.settings.js';

/** R+L's services that rates and bookings take alike. */
export const RL_SERVICES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'OriginLiftgate',
  destination_liftgate: 'DestinationLiftgate',
  inside_pickup: 'InsidePickup',
  inside_delivery: 'InsideDelivery',
  delivery_appointment: 'DeliveryAppointment',
  residential_pickup: 'ResidentialPickup',
  residential_delivery: 'ResidentialDelivery',
  limited_access_pickup: 'LimitedAccessPickup',
  limited_access_delivery: 'LimitedAccessDelivery',
  protect_from_cold: 'Freezable',
};
const RATE_SERVICES: Partial<Record<Accessorial, string>> = {
  ...RL_SERVICES,
  sort_and_segregate: 'SortAndSegregate',
  hazmat: 'Hazmat',
  overlength: 'OverDimension',
};
/** R+L accepts one of each pair, since 13 January 2026. */
const EXCLUSIVE_SERVICES: readonly (readonly [Accessorial, Accessorial])[] = [
  ['residential_pickup', 'limited_access_pickup'],
  ['residential_delivery', 'limited_access_delivery'],
];

/** Units that R+L's pallet code covers. */
const PALLET_UNIT_TYPES: readonly RateItem['handling_unit_type'][] = ['pallet', 'skid'];

export function buildRateQuote(
  { origin, destination, items, accessorials, shipDate, declaredValueCents }: RateRequest,
  { pallet_code: code = '0001' }: RlSettings,
): object {
  return {
    RateQuote: {
      PickupDate: formatRlDate(shipDate),
      Origin: buildPlace(origin),
      Destination: buildPlace(destination),
      // R+L limits the number of items. The weight is that of the line, as a maintained client sends it.
      Items: items.map(({ freight_class, length, width, height, weight, quantity }) => ({
        Class: freight_class,
        Height: Math.ceil(height),
        Length: Math.ceil(length),
        Width: Math.ceil(width),
        Weight: ceilPounds(weight),
        Quantity: quantity,
      })),
      DeclaredValue: Math.ceil((declaredValueCents ?? 0) / 100),
      AdditionalServices: requireServices(accessorials),
      Pallets: items
        .filter(({ handling_unit_type: type }) => PALLET_UNIT_TYPES.includes(type))
        .map(({ weight, quantity }) => ({ Code: code, Weight: ceilPounds(weight), Quantity: quantity })),
    },
  };
}

function requireServices(accessorials: readonly Accessorial[]): string[] {
  const pair = EXCLUSIVE_SERVICES.find((names) => names.every((name) => accessorials.includes(name)));
  if (!pair) return requireCodes(accessorials, RATE_SERVICES);
  const [first, second] = pair.map((name) => ACCESSORIALS[name].label);
  throw new CarrierDeclined(`R+L accepts only one of these services: ${first}, ${second}. Remove one.`);
}

function buildPlace(place: Place): object {
  const { city, state, zip } = place;
  return { City: city, StateOrProvince: state, ZipOrPostalCode: toZip5(zip), CountryCode: toAlpha3(place) };
}

/** A booking of this level needs a delivery window, which a quote cannot choose. */
const HOURLY_WINDOW = 'GSHW';

export function parseRlRates(answer: Json): (RawRate | UnratedLevel)[] {
  const quote = toObject(answer.RateQuote);
  const levels = toObjects(quote.ServiceLevels);
  if (levels.length === 0) throwUnreadable('service levels');
  const rows = toObjects(quote.Charges);
  const net = requireCents(
    rows.find(({ Type }) => Type === 'NET')?.Amount ?? levels[0]!.NetCharge,
    'net charge',
  );
  const charges = addUnitemizedCharge(parseCharges(rows), net);
  const readLevel = (level: Json): RawRate | UnratedLevel => {
    const serviceCode = toText(level.Code);
    if (serviceCode === HOURLY_WINDOW)
      return { serviceLevel: toText(level.Name), reason: 'R+L books this level by phone only.' };
    const netChargeCents = requireCents(level.NetCharge, 'net charge');
    return {
      quoteNumber: String(level.QuoteNumber ?? '').trim() || throwUnreadable('quote number'),
      serviceLevel: toText(level.Name),
      serviceCode,
      transitDays: parseOptionalInteger(level.ServiceDays) ?? throwUnreadable('service days'),
      netChargeCents,
      charges: [...charges, ...buildSurcharge(serviceCode, toText(level.Name), netChargeCents - net)],
      originTerminal: formatTerminal(toObject(quote.OriginServiceCenter)),
      destinationTerminal: formatTerminal(toObject(quote.DestinationServiceCenter)),
    };
  };
  return readRateRows(levels, readLevel, ({ Name }) => Name);
}

/** Builds the difference of a service level from the common net charge. */
function buildSurcharge(code: string, name: string, amountCents: number): Charge[] {
  return amountCents === 0 ? [] : [buildServiceCharge(code, name, amountCents)];
}

/** Rows that repeat other rows: the discounted freight and the total. */
const SUBTOTALS: readonly unknown[] = ['DISCNF', 'NET'];

function parseCharges(rows: Json[]): Charge[] {
  const freight = rows.filter(({ Type }) => toText(Type) === '').flatMap(toLinehaulCharges);
  const others = rows.filter(({ Type }) => toText(Type) !== '' && !SUBTOTALS.includes(Type));
  const lines = others.flatMap((row): Charge[] => {
    const [code, description] = [toText(row.Type), toText(row.Title)];
    const amountCents = parseOptionalCents(row.Amount);
    if (amountCents === null) return [];
    if (code === 'MINIMUM')
      return [{ type: 'minimum_charge', code, description, amountCents: amountCents - sumCents(freight) }];
    if (code === 'DISCNT')
      return [{ type: 'discount', code, description, amountCents: -Math.abs(amountCents) }];
    if (code === 'FUEL')
      return [{ type: 'fuel_surcharge', code, description, amountCents, ...parsePercent(row.Rate) }];
    return [buildServiceCharge(code, description, amountCents)];
  });
  return [...freight, ...lines];
}

function toLinehaulCharges({ Title, Weight, Rate, Amount }: Json): Charge[] {
  const amountCents = parseOptionalCents(Amount);
  if (amountCents === null) return [];
  const description = toText(Title);
  const named = /^Class: (\S+)$/.exec(description)?.[1];
  const freightClass = FREIGHT_CLASSES.find((known) => known === named);
  const [weight, rateCents] = [parseOptionalInteger(Weight), parseOptionalCents(Rate)];
  const details = {
    ...(freightClass && { freightClass }),
    ...(weight !== null && { weight }),
    ...(weight !== null && rateCents !== null && { quantity: weight / 100, unit: 'cwt' as const, rateCents }),
  };
  return [{ type: 'linehaul', code: 'LINEHAUL', description, amountCents, ...details }];
}

function parsePercent(rate: unknown): Partial<Charge> {
  const number = /^([\d.]+)%$/.exec(toText(rate))?.[1];
  return number === undefined ? {} : { quantity: Number(number), unit: 'percent' };
}

function formatTerminal({ Code, Location }: Json): string | null {
  return [Code, Location].map(toText).filter(Boolean).join(' ') || null;
}

/** R+L reports errors in `Errors`, with HTTP 400 or 200. Its gateway reports them in `Message`. */
export function findRlRefusal({ status, body }: HttpAnswer): CarrierRefusal | null {
  const messages = toObjects(body.Errors)
    .map(({ ErrorMessage }) => toText(ErrorMessage))
    .filter(Boolean);
  if (messages.length > 0) return { message: messages.join(' ') };
  return status < 400 ? null : { message: toText(body.Message) };
}

export function formatRlDate(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

/** Parses M/D/YYYY, padded or not, to a day; null for other values. */
export function parseRlDate(value: unknown): string | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(toText(value));
  return match && `${match[3]}-${match[1]!.padStart(2, '0')}-${match[2]!.padStart(2, '0')}`;
}
