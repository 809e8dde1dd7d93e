import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import { FREIGHT_CLASSES } from '../../../../domain/freight-classes.js';
import { requireCodes, type RawRate } from '../../carrier-adapter.js';
import type { Place, RateItem, RateRequest } from '../../carrier-requests.js';
import {
  parseOptionalCents,
  requireCents,
  addUnitemizedCharge,
  throwUnreadable,
  parseOptionalInteger,
  ceilPounds,
  toZip5,
} from '../adapter-helpers.js';
import { formatRlDate } from './rl-answer.js';
import type { RlSettings } from './rl.settings.js';

const SERVICES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'OriginLiftgate',
  destination_liftgate: 'DestinationLiftgate',
  inside_pickup: 'InsidePickup',
  inside_delivery: 'InsideDelivery',
  delivery_appointment: 'DeliveryAppointment',
  sort_and_segregate: 'SortAndSegregate',
  hazmat: 'Hazmat',
  limited_access_pickup: 'LimitedAccessPickup',
  limited_access_delivery: 'LimitedAccessDelivery',
  protect_from_cold: 'Freezable',
  overlength: 'OverDimension',
};

/** What stands on R+L's pallets, as far as their code is known. */
const PALLET_UNIT_TYPES: readonly RateItem['handling_unit_type'][] = ['pallet', 'skid'];

/** @throws CarrierDeclined that names a service R+L has no code for */
export function buildRateQuote(
  { origin, destination, items, accessorials, shipDate, declaredValueCents }: RateRequest,
  { pallet_code: code = '0001' }: RlSettings,
): object {
  return {
    RateQuote: {
      PickupDate: formatRlDate(shipDate),
      Origin: buildPlace(origin),
      Destination: buildPlace(destination),
      Items: items.flatMap(splitIntoUnits).map(({ freight_class, length, width, height, weight }) => ({
        Class: freight_class,
        Height: Math.ceil(height),
        Length: Math.ceil(length),
        Width: Math.ceil(width),
        Weight: weight,
        Quantity: 1,
      })),
      DeclaredValue: Math.ceil((declaredValueCents ?? 0) / 100),
      AdditionalServices: requireCodes(accessorials, SERVICES),
      Pallets: items
        .filter(({ handling_unit_type: type }) => PALLET_UNIT_TYPES.includes(type))
        .map(({ weight, quantity }) => ({ Code: code, Weight: ceilPounds(weight), Quantity: quantity })),
    },
  };
}

/** A line as single units, whose pounds add up to the line's: whether R+L takes a weight per unit or line is not known. */
function splitIntoUnits(item: RateItem): RateItem[] {
  const pounds = ceilPounds(item.weight);
  return Array.from({ length: item.quantity }, (_, unit) => ({
    ...item,
    weight: Math.floor((pounds * (unit + 1)) / item.quantity) - Math.floor((pounds * unit) / item.quantity),
  }));
}

function buildPlace({ city, state, zip }: Place): object {
  return { City: city, StateOrProvince: state, ZipOrPostalCode: toZip5(zip), CountryCode: 'USA' };
}

/** One price for each service level. @throws CarrierFault */
export function parseRlRates(answer: Json): RawRate[] {
  const quote = toObject(answer.RateQuote);
  const levels = toObjects(quote.ServiceLevels);
  if (levels.length === 0) throwUnreadable('service levels');
  const rows = toObjects(quote.Charges);
  const net = requireCents(
    rows.find(({ Type }) => Type === 'NET')?.Amount ?? levels[0]!.NetCharge,
    'net charge',
  );
  const charges = addUnitemizedCharge(parseCharges(rows), net);
  return levels.map((level) => {
    const netChargeCents = requireCents(level.NetCharge, 'net charge');
    const serviceCode = toText(level.Code);
    return {
      quoteNumber: String(level.QuoteNumber ?? ''),
      serviceLevel: toText(level.Name),
      serviceCode,
      transitDays: parseOptionalInteger(level.ServiceDays) ?? throwUnreadable('service days'),
      netChargeCents,
      charges: [...charges, ...buildSurcharge(serviceCode, toText(level.Name), netChargeCents - net)],
      originTerminal: formatTerminal(toObject(quote.OriginServiceCenter)),
      destinationTerminal: formatTerminal(toObject(quote.DestinationServiceCenter)),
    };
  });
}

/** What a service level costs beyond the net charge of them all. */
function buildSurcharge(code: string, name: string, amountCents: number): Charge[] {
  if (amountCents === 0) return [];
  const type = amountCents > 0 ? 'accessorial' : 'adjustment';
  return [{ type, code, description: name, amountCents }];
}

/** Rows that only repeat what others say: the discounted freight and the total. */
const SUBTOTALS: readonly unknown[] = ['DISCNF', 'NET'];

/** R+L's lines: freight by class or the minimum in its place, less the discount, then fuel and fees. */
function parseCharges(rows: Json[]): Charge[] {
  const freight = rows.filter(({ Type }) => toText(Type) === '').flatMap(toLinehaulCharges);
  const others = rows.filter(({ Type }) => toText(Type) !== '' && !SUBTOTALS.includes(Type));
  const lines = others.flatMap((row): Charge[] => {
    const [code, description, amountCents] = [
      toText(row.Type),
      toText(row.Title),
      parseOptionalCents(row.Amount),
    ];
    if (amountCents === null) return [];
    if (code === 'MINIMUM') {
      return [{ type: 'minimum_charge', code, description, amountCents: amountCents - sumCents(freight) }];
    }
    if (code === 'DISCNT')
      return [{ type: 'discount', code, description, amountCents: -Math.abs(amountCents) }];
    if (code === 'FUEL')
      return [{ type: 'fuel_surcharge', code, description, amountCents, ...parsePercent(row.Rate) }];
    return [{ type: amountCents < 0 ? 'adjustment' : 'accessorial', code, description, amountCents }];
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
  return [
    {
      type: 'linehaul',
      code: 'LINEHAUL',
      description,
      amountCents,
      ...(freightClass && { freightClass }),
      ...(weight !== null && { weight }),
      ...(weight !== null &&
        rateCents !== null && { quantity: weight / 100, unit: 'cwt' as const, rateCents }),
    },
  ];
}

function parsePercent(rate: unknown): Partial<Charge> {
  const number = /^([\d.]+)%$/.exec(toText(rate))?.[1];
  return number === undefined ? {} : { quantity: Number(number), unit: 'percent' };
}

function formatTerminal({ Code, Location }: Json): string | null {
  return [Code, Location].map(toText).filter(Boolean).join(' ') || null;
}
