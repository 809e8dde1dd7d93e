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
import { formatXml, type XmlContent } from '../../../../platform/http-client/xml.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import { CarrierFault, requireCodes, type RawRate, type UnratedLevel } from '../../carrier-adapter.js';
import type { CarrierRefusal } from '../../carrier-answers.js';
import type { RateRequest } from '../../carrier-requests.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import type { OdflSettings } from './odfl.settings.js';

/** Old Dominion's codes in rate requests. */
export const ODFL_SERVICES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'HYO',
  destination_liftgate: 'HYD',
  inside_pickup: 'IPC',
  inside_delivery: 'IDC',
  residential_pickup: 'RPC',
  residential_delivery: 'RDC',
  delivery_appointment: 'CA',
  notify_before_delivery: 'ARN',
  sort_and_segregate: 'SSC',
  hazmat: 'HAZ',
  limited_access_pickup: 'LPC',
  limited_access_delivery: 'LDC',
  protect_from_cold: 'PFF',
  overlength: 'OVL',
};

const NAMESPACES = {
  soapenv: 'http://schemas.xmlsoap.org/soap/envelope/',
  rate: 'http://myRate.ws.odfl.com/',
};

/** Builds the SOAP document. @throws CarrierDeclined for a service without a code, or a third party without an account */
export function buildRateEnvelope(request: RateRequest, settings: OdflSettings): string {
  const arg0 = buildRateQuote(request, settings);
  const body = { 'soapenv:Header': '', 'soapenv:Body': { 'rate:getLTLRateEstimate': { arg0 } } };
  return formatXml('soapenv:Envelope', body, NAMESPACES);
}

/** A collect shipment is inbound (`I`) for the account. Old Dominion takes others as outbound. */
export function buildRateQuote(request: RateRequest, settings: OdflSettings): { [name: string]: XmlContent } {
  const { origin, destination, items, accessorials, terms, declaredValueCents: cents } = request;
  const account =
    terms === 'third_party' ? requireThirdPartyAccount(request) : settings.odfl_customer_account;
  return {
    odfl4MeUser: settings.odfl4me_user,
    odfl4MePassword: settings.odfl4me_password,
    odflCustomerAccount: account,
    originPostalCode: toZip5(origin.zip),
    originCity: origin.city,
    originState: origin.state,
    originCountry: 'USA',
    destinationPostalCode: toZip5(destination.zip),
    destinationCity: destination.city,
    destinationState: destination.state,
    destinationCountry: 'USA',
    pickupDateTime: `${request.shipDate}T08:00:00`,
    requestReferenceNumber: true,
    movement: terms === 'collect' ? 'I' : null,
    insuranceAmount: cents === null ? null : Math.ceil(cents / 100),
    freightItems: items.map(({ freight_class, weight, quantity, length, width, height }) => ({
      ratedClass: freight_class,
      weight: ceilPounds(weight),
      numberOfUnits: quantity,
      length: Math.ceil(length),
      width: Math.ceil(width),
      height: Math.ceil(height),
    })),
    accessorials: requireCodes(accessorials, ODFL_SERVICES),
  };
}

/** Old Dominion's words for wrong credentials name its own fields, e.g. `Odfl4me User`. */
const REJECTED_CREDENTIALS = /odfl4me|password|credential|not authorized/i;

/** Returns the content of `return`; an empty object without one. */
export function readRateAnswer({ body }: Pick<HttpAnswer, 'body'>): Json {
  const content = toObject(toObject(body.Envelope).Body);
  return toObject(toObject(content.getLTLRateEstimateResponse).return);
}

/** Reads the refusal of an answer with HTTP 200. @throws CarrierFault if Old Dominion rejects the credentials */
export function findOdflRateRefusal(answer: HttpAnswer): CarrierRefusal | null {
  const fault = toText(toObject(toObject(toObject(answer.body.Envelope).Body).Fault).faultstring);
  const { success, errorMessages } = readRateAnswer(answer);
  const errors = [errorMessages ?? []].flat().map(toText).filter(Boolean);
  const message = fault || errors.join(' ');
  if (REJECTED_CREDENTIALS.test(message))
    throw new CarrierFault('The carrier request failed: the credentials were rejected.', undefined, true);
  return message !== '' || toText(success) === 'false' || answer.status >= 400 ? { message } : null;
}

const SERVICE_LEVEL = 'Standard';

/** Returns the standard price, and a row without a price if a guarantee is offered. @throws CarrierFault */
export function parseOdflRates(answer: Json, city: string): (RawRate | UnratedLevel)[] {
  const estimate = toObject(answer.rateEstimate);
  const total = requireTotal(estimate.netFreightCharge, 'net freight charge');
  const cities = toObjects(answer.destinationCities);
  const served = cities.find(({ name }) => toText(name).toLowerCase() === city.toLowerCase()) ?? cities[0];
  const guarantee = parseOptionalCents(estimate.guaranteedServiceOption) ?? 0;
  return [
    {
      quoteNumber: toText(answer.referenceNumber) || throwUnreadable('reference number'),
      serviceLevel: SERVICE_LEVEL,
      serviceCode: 'STD',
      transitDays: parseOptionalInteger(served?.serviceDays) ?? throwUnreadable('service days'),
      netChargeCents: total,
      charges: parseCharges(estimate, total),
    },
    ...(guarantee > 0
      ? [{ serviceLevel: 'Guaranteed', reason: 'Lading cannot book guaranteed service. Call the carrier.' }]
      : []),
  ];
}

/** The net freight charge includes fuel and services. The freight is the rest of it. */
function parseCharges(estimate: Json, total: number): Charge[] {
  const fuel = parseOptionalCents(estimate.fuelSurcharge) ?? 0;
  const listed = toObjects(estimate.accessorialCharges).flatMap(toCharges);
  const sum = parseOptionalCents(estimate.totalAccessorialCharge) ?? 0;
  const unlisted = sum === 0 ? [] : [buildServiceCharge('ACCESSORIALS', 'Accessorial charges', sum)];
  const lines: Charge[] = [
    ...(fuel > 0
      ? [{ type: 'fuel_surcharge' as const, code: 'FUEL', description: 'Fuel surcharge', amountCents: fuel }]
      : []),
    ...(listed.length > 0 ? listed : unlisted),
  ];
  const freight = total - sumCents(lines);
  // Lines that exceed the total contradict it, and Old Dominion bills the total.
  if (freight <= 0) return addUnitemizedCharge(lines, total);
  return [...buildFreight(freight, parseOptionalCents(estimate.grossFreightCharge) ?? 0), ...lines];
}

function buildFreight(freight: number, gross: number): Charge[] {
  const linehaul = { type: 'linehaul', code: 'LINEHAUL', description: 'Freight' } as const;
  if (gross <= freight) return [{ ...linehaul, amountCents: freight }];
  const discount = { type: 'discount', code: 'DISCOUNT', description: 'Discount' } as const;
  return [
    { ...linehaul, amountCents: gross },
    { ...discount, amountCents: freight - gross },
  ];
}

function toCharges({ description: words, amount }: Json): Charge[] {
  const [description, cents] = [toText(words), parseOptionalCents(amount)];
  if (cents === null || cents === 0 || description === '' || /\bfuel\b/i.test(description)) return [];
  const code = description.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return [buildServiceCharge(code.slice(0, 40), description, cents)];
}
