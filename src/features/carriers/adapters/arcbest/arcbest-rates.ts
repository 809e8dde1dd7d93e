import {
  addUnitemizedCharge,
  buildServiceCharge,
  ceilPounds,
  parseOptionalCents,
  readRateRows,
  requireCents,
  requireUnitCode,
  throwUnreadable,
  toZip5,
} from '../adapter-helpers.js';
import { requireThirdPartyAccount } from '../booking-helpers.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { addBusinessDays } from '../../../../domain/business-days.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import type { Day } from '../../../../domain/days.js';
import { getLongestSide } from '../../../../domain/density.js';
import type { LimitedAccessKind } from '../../../../domain/limited-access.js';
import type { UnitType } from '../../../../domain/unit-types.js';
import { CarrierDeclined, requireCodes, type RawRate, type UnratedLevel } from '../../carrier-adapter.js';
import type { Place, RateItem, RateRequest } from '../../carrier-requests.js';

/** Lines that the query has parameters for. */
const MAX_LINES = 15;

export type Query = Record<string, string>;

/**
 * Builds the query of a rate request.
 * @param today the day at ArcBest's headquarters: its API rates no other ship date
 * @throws CarrierDeclined
 */
export function buildRateQuery(request: RateRequest, today: Day): Query {
  const { items, accessorials, origin, destination } = request;
  requireFewLines(items);
  requireCodes(accessorials, ARCBEST_SERVICES);
  const [year, month, day] = today.split('-') as [string, string, string];
  return {
    ...buildPlace('Ship', origin),
    ...buildPlace('Cons', destination),
    ...buildPayer(request),
    ShipMonth: month,
    ShipDay: day,
    ShipYear: year,
    FrtLWHType: 'IN',
    ...buildLines(items, buildLine),
    ...buildServices(request),
  };
}

/** Joins the parameters of all lines, whose numbers start at 1. */
export function buildLines(
  items: readonly RateItem[],
  build: (item: RateItem, line: number) => Query,
): Query {
  return Object.fromEntries(items.flatMap((item, index) => Object.entries(build(item, index + 1))));
}

/** @throws CarrierDeclined */
export function requireFewLines({ length }: readonly RateItem[]): void {
  if (length > MAX_LINES)
    throw new CarrierDeclined(
      `ArcBest accepts at most ${MAX_LINES} lines; the shipment has ${length}. Combine lines of the same class.`,
    );
}

/** The parameters of services and declared value, the same for prices and bookings. Services without a code are left out. */
export function buildServices(
  request: Pick<RateRequest, 'accessorials' | 'items' | 'limitedAccess' | 'declaredValueCents'>,
): Query {
  const { accessorials, items, declaredValueCents: cents } = request;
  const codes = accessorials.map((name) => ARCBEST_SERVICES[name]).filter((code) => code !== undefined);
  const isHazmat = items.some(({ hazmat }) => hazmat !== undefined);
  return {
    ...Object.fromEntries(codes.map((code) => [code, 'Y'])),
    ...(isHazmat && { Acc_HAZ: 'Y' }),
    ...buildServiceDetails(request),
    ...(cents !== null && {
      Acc_ELC: 'Y',
      DeclaredType: 'N',
      DeclaredValue: String(Math.ceil(cents / 100)),
    }),
  };
}

export function buildPlace(side: string, { city, state, zip }: Place): Query {
  return {
    [`${side}City`]: city,
    [`${side}State`]: state,
    [`${side}Zip`]: toZip5(zip),
    [`${side}Country`]: 'US',
  };
}

/** The key belongs to the side that pays. A third party pays with its own account. */
function buildPayer({ terms, billTo }: RateRequest): Query {
  if (terms === 'prepaid') return { ShipAff: 'Y', ShipPay: 'Y' };
  if (terms === 'collect') return { ConsAff: 'Y', ConsPay: 'Y' };
  const account = requireThirdPartyAccount({ billTo });
  const { city, state, zip } = billTo ?? {};
  if (!city || !state || !zip)
    throw new CarrierDeclined('Third-party billing requires the city, state and ZIP of the payer.');
  return { TPBAff: 'Y', TPBPay: 'Y', TPBAcct: account, ...buildPlace('TPB', { city, state, zip }) };
}

export const ARCBEST_UNITS: Partial<Record<UnitType, string>> = {
  bag: 'BAG',
  bale: 'BL',
  barrel: 'BRL',
  basket: 'BSK',
  box: 'BX',
  bucket: 'BKT',
  bundle: 'BDL',
  carboy: 'CRB',
  carton: 'CTN',
  case: 'CS',
  chest: 'CHT',
  coil: 'CL',
  crate: 'CRT',
  cylinder: 'CYL',
  drum: 'DR',
  keg: 'KEG',
  package: 'PKG',
  pail: 'PL',
  pallet: 'PLT',
  piece: 'PC',
  rack: 'RK',
  reel: 'REL',
  roll: 'RL',
  skid: 'SKD',
  slip_sheet: 'SLP',
  tote: 'TOTE',
  trunk: 'TRK',
  tube: 'TB',
};

function buildLine(item: RateItem, line: number): Query {
  const { quantity, handling_unit_type: type, weight, length, width, height } = item;
  const { freight_class, nmfc_item_number: nmfc, nmfc_sub_code: sub } = item;
  return {
    [`UnitNo${line}`]: String(quantity),
    [`UnitType${line}`]: requireUnitCode(ARCBEST_UNITS, type),
    [`Wgt${line}`]: String(ceilPounds(weight)),
    [`Class${line}`]: freight_class,
    [`FrtLng${line}`]: String(Math.ceil(length)),
    [`FrtWdth${line}`]: String(Math.ceil(width)),
    [`FrtHght${line}`]: String(Math.ceil(height)),
    ...(nmfc && { [`NMFCItem${line}`]: nmfc }),
    ...(nmfc && sub && { [`NMFCSub${line}`]: sub }),
  };
}

/** ArcBest notifies the consignee before it makes an appointment, so both have one parameter. */
export const ARCBEST_SERVICES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'Acc_GRD_PU',
  destination_liftgate: 'Acc_GRD_DEL',
  inside_pickup: 'Acc_IPU',
  inside_delivery: 'Acc_IDEL',
  residential_pickup: 'Acc_RPU',
  residential_delivery: 'Acc_RDEL',
  delivery_appointment: 'Acc_ARR',
  notify_before_delivery: 'Acc_ARR',
  limited_access_pickup: 'Acc_LAP',
  limited_access_delivery: 'Acc_LAD',
  single_shipment: 'Acc_SS',
  overlength: 'Acc_OD',
  hazmat: 'Acc_HAZ',
};

const ACCESS_TYPES: Partial<Record<LimitedAccessKind, string>> = {
  church: 'C',
  school: 'S',
  secure: 'M',
  storage: 'U',
};
const OTHER_ACCESS = 'O';

function buildServiceDetails({
  accessorials,
  items,
  limitedAccess,
}: Pick<RateRequest, 'accessorials' | 'items' | 'limitedAccess'>): Query {
  const { pickup, delivery } = limitedAccess;
  const toType = (kind: LimitedAccessKind | undefined) => (kind && ACCESS_TYPES[kind]) ?? OTHER_ACCESS;
  return {
    ...(accessorials.includes('limited_access_pickup') && { LAPType: toType(pickup) }),
    ...(accessorials.includes('limited_access_delivery') && { LADType: toType(delivery) }),
    ...(accessorials.includes('overlength') && {
      ODLongestSide: String(Math.ceil(Math.max(...items.map(getLongestSide)))),
    }),
  };
}

/** Returns the standard level and each guaranteed one. @throws CarrierFault */
export function parseArcbestRates(abf: Json, today: Day): (RawRate | UnratedLevel)[] {
  const standard = toStandardRate(abf);
  const options = toObjects(toObject(abf.GUARANTEEDOPTIONS).OPTION);
  const guaranteed =
    options.length === 0
      ? []
      : readRateRows(
          [abf, ...options],
          (row) => (row === abf ? standard : toOption(row, standard, today)),
          nameOption,
        );
  return guaranteed.length > 0 ? guaranteed : [standard];
}

function toStandardRate(abf: Json): RawRate {
  const total = requireCents(abf.CHARGE, 'charge');
  const days = /\d+/.exec(toText(abf.ADVERTISEDTRANSIT))?.[0] ?? throwUnreadable('advertised transit');
  const due = parseArcbestDay(abf.ADVERTISEDDUEDATE);
  return {
    quoteNumber: toText(abf.QUOTEID) || throwUnreadable('quote number'),
    serviceLevel: 'Standard',
    serviceCode: 'STD',
    transitDays: Number(days),
    netChargeCents: total,
    charges: parseCharges(abf, total),
    ...(due && { estimatedDeliveryDate: due }),
  };
}

function nameOption({ GUARANTEEDBYTIME: time }: Json): string {
  const [, hours, minutes] = /^(\d{1,2}):?(\d{2})/.exec(toText(time)) ?? [];
  return hours ? `Guaranteed by ${hours.padStart(2, '0')}:${minutes}` : 'Guaranteed';
}

/** All levels share the quote number, so a guaranteed one has its time behind it. */
function toOption(option: Json, standard: RawRate, today: Day): RawRate {
  const total = requireCents(option.GUARANTEEDCHARGE, 'guaranteed charge');
  const serviceLevel = nameOption(option);
  const due = parseArcbestDay(option.GUARANTEEDDELDATE);
  const code = `GTD${serviceLevel.replace(/\D/g, '')}`;
  const { quoteNumber, transitDays, netChargeCents, charges } = standard;
  const difference = total - netChargeCents;
  const surcharge = buildServiceCharge('GUARANTEE', serviceLevel, difference);
  return {
    quoteNumber: `${quoteNumber}-${code}`,
    serviceLevel,
    serviceCode: code,
    transitDays: due === null ? transitDays : (countBusinessDays(today, due) ?? transitDays),
    netChargeCents: total,
    charges: difference === 0 ? charges : [...charges, surcharge],
    ...(due && { estimatedDeliveryDate: due }),
  };
}

const MAX_TRANSIT_DAYS = 30;

/** Returns the number of business days after `from`; null for a later day. */
function countBusinessDays(from: Day, to: Day): number | null {
  for (let days = 0; days <= MAX_TRANSIT_DAYS; days++) if (addBusinessDays(from, days) >= to) return days;
  return null;
}

/** Parses `2026-12-03` or `12/03/2026`; null for other text. */
export function parseArcbestDay(value: unknown): Day | null {
  const text = toText(value);
  const [, month, date, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text) ?? [];
  if (year) return `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}`;
  return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? null;
}

/** ArcBest's total may leave out the dynamic discount that it lists. */
const DYNAMIC_DISCOUNT = 'DYNDISC';

function parseCharges(abf: Json, total: number): Charge[] {
  const items = findValues(abf, 'ITEM').flatMap((item) => toObjects(item).flatMap(toCharges));
  const plain = items.filter(({ code }) => code !== DYNAMIC_DISCOUNT);
  const charges = sumCents(plain) === total ? plain : items;
  const hasFreight = charges.some(({ type }) => type === 'linehaul');
  if (hasFreight) return addUnitemizedCharge(charges, total);
  const amountCents = total - sumCents(charges);
  if (amountCents <= 0) return addUnitemizedCharge(charges, total);
  return [{ type: 'linehaul', code: 'LINEHAUL', description: 'Freight', amountCents }, ...charges];
}

function toCharges({ FOR, AMOUNT, CLASS, WEIGHT }: Json): Charge[] {
  const [code, amountCents] = [toText(FOR).toUpperCase(), parseOptionalCents(AMOUNT)];
  if (!amountCents || code === '') return [];
  if (/DISC/.test(code))
    return [{ type: 'discount', code, description: 'Discount', amountCents: -Math.abs(amountCents) }];
  if (/^(FSC|FUEL)/.test(code) && amountCents > 0)
    return [{ type: 'fuel_surcharge', code: 'FUEL', description: 'Fuel surcharge', amountCents }];
  if ((toText(CLASS) || toText(WEIGHT)) && amountCents > 0)
    return [{ type: 'linehaul', code: 'LINEHAUL', description: `Freight ${code}`, amountCents }];
  return [buildServiceCharge(code.slice(0, 40), code, amountCents)];
}

/** Returns the contents of all elements of a name at any depth. */
export function findValues(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Json).flatMap(([key, child]) =>
    key === name ? [child].flat() : findValues(child, name),
  );
}
