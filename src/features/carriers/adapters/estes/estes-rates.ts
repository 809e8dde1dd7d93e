import { object, objects, text, type Json } from '../../../../platform/http-client/json.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import { UNIT_TYPES, type UnitType } from '../../../../domain/unit-types.js';
import { CarrierDeclined, requireCodes, type RawRate } from '../../carrier-adapter.js';
import type { Place, RateItem, RateRequest } from '../../carrier-requests.js';
import { instantInZone } from '../local-time.js';
import { centsIn, centsOf, unreadable, wholeIn, wholePounds, zip5 } from '../translate.js';
import type { EstesSettings } from './estes.settings.js';

const CODES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'LGATEP',
  destination_liftgate: 'LGATE',
  inside_pickup: 'INP',
  inside_delivery: 'INS',
  residential_pickup: 'HPU',
  residential_delivery: 'HD',
  delivery_appointment: 'APT',
};
/** Said by `isHazardous` of the line itself. */
const OF_A_LINE: readonly Accessorial[] = ['hazmat'];

/** @throws CarrierDeclined that names a service or a handling unit Estes has no code for, or a payer without an account */
export function rateQuote(request: RateRequest, settings: EstesSettings): object {
  const { origin, destination, items, accessorials, shipDate, declaredValueCents: cents } = request;
  const named = items.some(({ hazmat }) => hazmat);
  const dangerous = accessorials.includes('hazmat') && !named;
  const { requestor_name: name, requestor_phone: phone, requestor_email: email } = settings;
  return {
    quoteRequest: { shipDate, shipTime: '12:00', serviceLevels: ['LTL'] },
    payment: payment(request, settings),
    ...(name && phone && email && { requestor: { name, phone, email } }),
    fullValueCoverageDetails: { isNeeded: cents !== null, monetaryValue: Math.ceil((cents ?? 0) / 100) },
    origin: place(origin),
    destination: place(destination),
    commodity: { handlingUnits: items.map((item) => handlingUnit(item, dangerous)) },
    accessorials: {
      codes: requireCodes(
        accessorials.filter((accessorial) => !OF_A_LINE.includes(accessorial)),
        CODES,
      ),
    },
  };
}

function payment({ terms, billTo }: RateRequest, { account }: EstesSettings): object {
  if (terms === 'prepaid') return { account, payor: 'Shipper', terms: 'Prepaid' };
  if (terms === 'collect') return { account, payor: 'Consignee', terms: 'Collect' };
  if (!billTo?.account)
    throw new CarrierDeclined('The carrier needs the account number of the third party that pays.');
  return { account: billTo.account, payor: 'Third Party', terms: 'Prepaid' };
}

function place({ city, state, zip, company }: Place): object {
  const address = { city, stateProvince: state, postalCode: zip5(zip), country: 'US' };
  return { ...(company && { name: company }), address };
}

const UNITS: Partial<Record<UnitType, string>> = { pallet: 'PT', skid: 'SK', box: 'BX', crate: 'CR' };

function unitCode(type: UnitType): string {
  const code = UNITS[type];
  if (code) return code;
  throw new CarrierDeclined(`The carrier's code of a handling unit is not known: ${UNIT_TYPES[type].label}.`);
}

function handlingUnit(item: RateItem, dangerous: boolean): object {
  const { quantity, handling_unit_type: type, weight, length, width, height, stackable } = item;
  const pounds = wholePounds(weight);
  return {
    count: quantity,
    type: unitCode(type),
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
        packagingType: UNITS[item.packaging_type ?? type] ?? unitCode(type),
        classification: item.freight_class,
        ...(item.nmfc_item_number && { nmfc: item.nmfc_item_number }),
        ...(item.nmfc_sub_code && { nmfcSub: item.nmfc_sub_code }),
        isHazardous: item.hazmat !== undefined || dangerous,
      },
    ],
  };
}

/** One price for each service level that Estes found a rate for; the list comes in `data` or bare. @throws CarrierFault */
export function ratesIn(answer: Json, rows: unknown[] | null): RawRate[] {
  const list = Array.isArray(answer.data) ? answer.data : rows;
  if (list === null) unreadable('prices');
  return objects(list)
    .filter(({ rateFound }) => rateFound === true)
    .map(rate);
}

function rate(row: Json): RawRate {
  const { quoteExpiration, transitDeliveryDate } = object(row.dates);
  const netChargeCents = centsOf(object(row.quoteRate).totalCharges, 'total charges');
  const [expires, delivery] = [dayOf(quoteExpiration), dayOf(transitDeliveryDate)];
  const expiresAt = expires && instantInZone(`${expires}T23:59:59`, ZONE);
  return {
    quoteNumber: text(row.quoteId) || unreadable('quote number'),
    serviceLevel: text(row.serviceLevelText) || 'LTL',
    serviceCode: String(row.serviceLevelId ?? 'LTL'),
    transitDays: wholeIn(object(row.transitDetails).transitDays) ?? unreadable('transit days'),
    netChargeCents,
    charges: charges(row, netChargeCents),
    ...(delivery && { estimatedDeliveryDate: delivery }),
    ...(expiresAt && { expiresAt }),
  };
}

/** Estes' home: a quote holds until the end of its last day there. */
const ZONE = 'America/New_York';

function dayOf(value: unknown): string | null {
  return /^\d{4}-\d{2}-\d{2}/.exec(text(value))?.[0] ?? null;
}

/**
 * Estes itemizes freight, services and other charges in three lists; which repeats which is not known for certain. Those that
 * add up to the total are taken; where none do, the services and what the rest comes to as freight.
 */
function charges(row: Json, total: number): Charge[] {
  const freight = objects(row.lineItemCharges).flatMap((item) => charge(item, true));
  const services = objects(object(row.quoteRate).ratedAccessorials).flatMap((item) => charge(item));
  const others = objects(row.chargeItems).flatMap((item) => charge(item));
  const ways = [
    [...freight, ...others],
    [...freight, ...services, ...others],
    [...freight, ...services],
    others,
  ];
  const fitting = ways.find((way) => way.length > 0 && sumCents(way) === total);
  if (fitting) return fitting;
  const rest = total - sumCents(services);
  const known = rest >= 0 ? services : [];
  const amountCents = total - sumCents(known);
  return [{ type: 'linehaul', code: 'LINEHAUL', description: 'Freight', amountCents }, ...known];
}

function charge({ description: words, charge: amount, weight }: Json, isFreight = false): Charge[] {
  const [description, cents] = [text(words), centsIn(amount)];
  if (cents === null || description === '') return [];
  if (isFreight) {
    const pounds = wholeIn(weight);
    return [
      {
        type: cents < 0 ? 'adjustment' : 'linehaul',
        code: 'LINEHAUL',
        description,
        amountCents: cents,
        ...(pounds !== null && { weight: pounds }),
      },
    ];
  }
  if (/discount/i.test(description)) {
    return [{ type: 'discount', code: 'DISCOUNT', description, amountCents: -Math.abs(cents) }];
  }
  if (/fuel/i.test(description)) {
    return [{ type: 'fuel_surcharge', code: 'FUEL', description, amountCents: cents }];
  }
  const code = description
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .slice(0, 40);
  return [{ type: cents < 0 ? 'adjustment' : 'accessorial', code, description, amountCents: cents }];
}
