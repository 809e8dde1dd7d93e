import { object, objects, text, type Json } from '../../../../platform/http-client/json.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import { FREIGHT_CLASSES } from '../../../../domain/freight-classes.js';
import { requireCodes, type RawRate } from '../../carrier-adapter.js';
import type { Place, RateItem, RateRequest } from '../../carrier-requests.js';
import { centsIn, centsOf, completed, unreadable, wholeIn, wholePounds, zip5 } from '../translate.js';
import { rlDate } from './rl-answer.js';
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
const ON_PALLETS: readonly RateItem['handling_unit_type'][] = ['pallet', 'skid'];

/** @throws CarrierDeclined that names a service R+L has no code for */
export function rateQuote(
  { origin, destination, items, accessorials, shipDate, declaredValueCents }: RateRequest,
  { pallet_code: code = '0001' }: RlSettings,
): object {
  return {
    RateQuote: {
      PickupDate: rlDate(shipDate),
      Origin: rlPlace(origin),
      Destination: rlPlace(destination),
      Items: items.flatMap(single).map(({ freight_class, length, width, height, weight }) => ({
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
        .filter(({ handling_unit_type: type }) => ON_PALLETS.includes(type))
        .map(({ weight, quantity }) => ({ Code: code, Weight: wholePounds(weight), Quantity: quantity })),
    },
  };
}

/** A line as single units, whose pounds add up to the line's: whether R+L takes a weight per unit or line is not known. */
function single(item: RateItem): RateItem[] {
  const pounds = wholePounds(item.weight);
  return Array.from({ length: item.quantity }, (_, unit) => ({
    ...item,
    weight: Math.floor((pounds * (unit + 1)) / item.quantity) - Math.floor((pounds * unit) / item.quantity),
  }));
}

function rlPlace({ city, state, zip }: Place): object {
  return { City: city, StateOrProvince: state, ZipOrPostalCode: zip5(zip), CountryCode: 'USA' };
}

/** One price for each service level. @throws CarrierFault */
export function ratesIn(answer: Json): RawRate[] {
  const quote = object(answer.RateQuote);
  const levels = objects(quote.ServiceLevels);
  if (levels.length === 0) unreadable('service levels');
  const rows = objects(quote.Charges);
  const net = centsOf(rows.find(({ Type }) => Type === 'NET')?.Amount ?? levels[0]!.NetCharge, 'net charge');
  const charges = completed(chargesIn(rows), net);
  return levels.map((level) => {
    const netChargeCents = centsOf(level.NetCharge, 'net charge');
    const serviceCode = text(level.Code);
    return {
      quoteNumber: String(level.QuoteNumber ?? ''),
      serviceLevel: text(level.Name),
      serviceCode,
      transitDays: wholeIn(level.ServiceDays) ?? unreadable('service days'),
      netChargeCents,
      charges: [...charges, ...surcharge(serviceCode, text(level.Name), netChargeCents - net)],
      originTerminal: terminal(object(quote.OriginServiceCenter)),
      destinationTerminal: terminal(object(quote.DestinationServiceCenter)),
    };
  });
}

/** What a service level costs beyond the net charge of them all. */
function surcharge(code: string, name: string, amountCents: number): Charge[] {
  if (amountCents === 0) return [];
  const type = amountCents > 0 ? 'accessorial' : 'adjustment';
  return [{ type, code, description: name, amountCents }];
}

/** Rows that only repeat what others say: the discounted freight and the total. */
const SUBTOTALS: readonly unknown[] = ['DISCNF', 'NET'];

/** R+L's lines: freight by class or the minimum in its place, less the discount, then fuel and fees. */
function chargesIn(rows: Json[]): Charge[] {
  const freight = rows.filter(({ Type }) => text(Type) === '').flatMap(linehaul);
  const others = rows.filter(({ Type }) => text(Type) !== '' && !SUBTOTALS.includes(Type));
  const lines = others.flatMap((row): Charge[] => {
    const [code, description, amountCents] = [text(row.Type), text(row.Title), centsIn(row.Amount)];
    if (amountCents === null) return [];
    if (code === 'MINIMUM') {
      return [{ type: 'minimum_charge', code, description, amountCents: amountCents - sumCents(freight) }];
    }
    if (code === 'DISCNT')
      return [{ type: 'discount', code, description, amountCents: -Math.abs(amountCents) }];
    if (code === 'FUEL')
      return [{ type: 'fuel_surcharge', code, description, amountCents, ...percent(row.Rate) }];
    return [{ type: amountCents < 0 ? 'adjustment' : 'accessorial', code, description, amountCents }];
  });
  return [...freight, ...lines];
}

function linehaul({ Title, Weight, Rate, Amount }: Json): Charge[] {
  const amountCents = centsIn(Amount);
  if (amountCents === null) return [];
  const description = text(Title);
  const named = /^Class: (\S+)$/.exec(description)?.[1];
  const freightClass = FREIGHT_CLASSES.find((known) => known === named);
  const [weight, rateCents] = [wholeIn(Weight), centsIn(Rate)];
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

function percent(rate: unknown): Partial<Charge> {
  const number = /^([\d.]+)%$/.exec(text(rate))?.[1];
  return number === undefined ? {} : { quantity: Number(number), unit: 'percent' };
}

function terminal({ Code, Location }: Json): string | null {
  return [Code, Location].map(text).filter(Boolean).join(' ') || null;
}
