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
import { toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { ACCESSORIALS, type Accessorial } from '../../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import { CarrierDeclined, requireCodes, type RawRate } from '../../carrier-adapter.js';
import type { RateItem, RateRequest } from '../../carrier-requests.js';
import type { SoutheasternSettings } from './southeastern.settings.js';

/** The form's check boxes. Both residential services share one. */
const SERVICES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'chkLGP',
  destination_liftgate: 'chkLGD',
  inside_pickup: 'chkIP',
  inside_delivery: 'chkID',
  residential_pickup: 'chkPR',
  residential_delivery: 'chkPR',
  limited_access_pickup: 'chkLAP',
  limited_access_delivery: 'chkLAD',
  delivery_appointment: 'chkAN',
  hazmat: 'chkHM',
  overlength: 'chkOD',
};

/** `Option` and `Terms` of each payer. */
const PAYERS: Readonly<Record<RateRequest['terms'], readonly [option: string, terms: string]>> = {
  prepaid: ['S', 'P'],
  collect: ['C', 'C'],
  third_party: ['T', 'P'],
};

const ACCOUNT_DIGITS = 9;

/**
 * Builds the form of a quote request.
 * @throws CarrierDeclined for a service without a check box, or if a third party's account or address is missing
 */
export function buildQuoteForm(request: RateRequest, settings: SoutheasternSettings): Record<string, string> {
  const { origin, destination, items, accessorials, shipDate, declaredValueCents: cents } = request;
  const [year, month, day] = shipDate.split('-') as [string, string, string];
  const [option, terms] = PAYERS[request.terms];
  const services = requireServices(accessorials);
  const longest = Math.ceil(Math.max(...items.flatMap(({ length, width }) => [length, width])));
  return {
    returnX: 'Y',
    rateXML: 'Y',
    allowSpot: 'N',
    ...buildCustomer(request, settings),
    Option: option,
    Terms: terms,
    PickupMonth: month,
    PickupDay: day,
    PickupYear: year,
    OriginCity: origin.city,
    OriginState: origin.state,
    OriginZip: toZip5(origin.zip),
    OrigCountry: 'U',
    DestinationCity: destination.city,
    DestinationState: destination.state,
    DestinationZip: toZip5(destination.zip),
    DestCountry: 'U',
    Description: items[0]?.description ?? 'Freight',
    DimsOption: 'I',
    ...Object.fromEntries(items.flatMap((item, index) => listLineFields(item, index + 1))),
    ...(services.length > 0 && { accessorial: 'on' }),
    ...Object.fromEntries(services.map((name) => [name, 'on'])),
    ...(accessorials.includes('overlength') && { ODLength: String(longest), ODLengthUnit: 'I' }),
    ...(cents !== null && { chkIN: 'on', FVInsuranceAmount: `${Math.ceil(cents / 100)}.00` }),
  };
}

/** The account that pays, with its address. @throws CarrierDeclined */
function buildCustomer(
  { terms, billTo }: RateRequest,
  settings: SoutheasternSettings,
): Record<string, string> {
  const own = {
    account: settings.customer_account,
    company: settings.customer_name,
    address: settings.customer_street,
    city: settings.customer_city,
    state: settings.customer_state,
    zip: settings.customer_zip,
  };
  const { company, address, city, state, zip } = terms === 'third_party' ? (billTo ?? {}) : own;
  if (!company || !city || !state || !zip)
    throw new CarrierDeclined('Third-party billing requires the company, city, state and ZIP of the payer.');
  const account = terms === 'third_party' ? requireThirdPartyAccount({ billTo }) : own.account;
  return {
    CustomerAccount: account.padStart(ACCOUNT_DIGITS, '0'),
    CustomerName: company,
    ...(address && { CustomerStreet: address }),
    CustomerCity: city,
    CustomerState: state,
    CustomerZip: toZip5(zip),
    ...(settings.email_address && { EmailAddress: settings.email_address }),
  };
}

function requireServices(accessorials: readonly Accessorial[]): string[] {
  const fields = requireCodes(accessorials, SERVICES);
  const repeated = fields.find((field, index) => fields.indexOf(field) !== index);
  if (!repeated) return fields;
  const labels = accessorials
    .filter((name) => SERVICES[name] === repeated)
    .map((name) => ACCESSORIALS[name].label);
  throw new CarrierDeclined(
    `Southeastern rates only one of these services: ${labels.join(', ')}. Remove one.`,
  );
}

/** Returns the fields of a line. Southeastern writes class 92.5 as `925`. */
function listLineFields(item: RateItem, number: number): [string, string][] {
  const { quantity, weight, freight_class, length, width, height, description } = item;
  return [
    [`Class${number}`, freight_class.replace('.', '')],
    [`Weight${number}`, String(ceilPounds(weight))],
    [`Description${number}`, description ?? 'Freight'],
    [`NumberOfUnits${number}`, String(quantity)],
    [`PieceLength${number}`, String(Math.ceil(length))],
    [`PieceWidth${number}`, String(Math.ceil(width))],
    [`PieceHeight${number}`, String(Math.ceil(height))],
  ];
}

const SERVICE_LEVEL = 'Standard';

/** Reads a rated quote. @throws CarrierFault */
export function parseSoutheasternRate(answer: Json): RawRate {
  const total = requireTotal(answer.rateQuote, 'rate quote');
  return {
    quoteNumber: toText(answer.quoteNumber) || throwUnreadable('quote number'),
    serviceLevel: SERVICE_LEVEL,
    serviceCode: 'STD',
    transitDays: parseOptionalInteger(answer.transitTime) ?? throwUnreadable('transit time'),
    netChargeCents: total,
    charges: parseCharges(toObjects(answer.details), total),
  };
}

/** Rows that repeat other rows: the total and the net freight charge. */
const SUBTOTALS = /TTL|NFC/;
const FREIGHT = /^(class|freight|minimum)\b/i;

function parseCharges(rows: Json[], total: number): Charge[] {
  const lines = rows.flatMap(toCharges);
  const rest = total - sumCents(lines);
  if (rest <= 0 || lines.some(({ type }) => type === 'linehaul')) return addUnitemizedCharge(lines, total);
  return [{ type: 'linehaul', code: 'LINEHAUL', description: 'Freight', amountCents: rest }, ...lines];
}

function toCharges({ typeCharge, description: words, charges }: Json): Charge[] {
  const [code, text, cents] = [toText(typeCharge), toText(words), parseOptionalCents(charges)];
  const description = text || code;
  if (cents === null || cents === 0 || description === '' || SUBTOTALS.test(code)) return [];
  // Southeastern's discount has no sign.
  if (/discount/i.test(description))
    return [{ type: 'discount', code: 'DISCOUNT', description, amountCents: -Math.abs(cents) }];
  if (cents > 0 && (code === 'FS' || /\bfuel\b/i.test(description)))
    return [{ type: 'fuel_surcharge', code: 'FUEL', description, amountCents: cents }];
  if (cents > 0 && (code === 'MFC' || FREIGHT.test(description)))
    return [{ type: 'linehaul', code: 'LINEHAUL', description, amountCents: cents }];
  return [buildServiceCharge((code || description).slice(0, 40), description, cents)];
}
