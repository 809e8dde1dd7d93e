import {
  buildServiceCharge,
  addUnitemizedCharge,
  ceilPounds,
  countHandlingUnits,
  parseOptionalCents,
  parseOptionalInteger,
  readRateRows,
  requireTotal,
  throwUnreadable,
  toZip5,
} from '../adapter-helpers.js';
import { requireThirdPartyAccount } from '../booking-helpers.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import { requireCodes, type RawRate, type UnratedLevel } from '../../carrier-adapter.js';
import type { RateItem, RateRequest } from '../../carrier-requests.js';
import type { AverittSettings } from './averitt.settings.js';

/** Averitt's flags. Public clients know these four; `liftgate` does not say at which end, so it means the delivery. */
const SERVICES: Partial<Record<Accessorial, string>> = {
  destination_liftgate: 'liftgate',
  inside_delivery: 'insideDelivery',
  residential_delivery: 'residentialDelivery',
  hazmat: 'hazmat',
};

/** `customerType` and `paymentType` of each payer. */
const PAYERS: Readonly<Record<RateRequest['terms'], readonly [customer: string, payment: string]>> = {
  prepaid: ['Shipper', 'Prepaid'],
  collect: ['Consignee', 'Collect'],
  third_party: ['Third Party', 'Prepaid'],
};

const CUBIC_INCHES_PER_CUBIC_FOOT = 1_728;

/** @throws CarrierDeclined for a service without a flag, or a third party without an account */
export function buildRateQuote(request: RateRequest, { account_number }: AverittSettings): object {
  const { origin, destination, items, accessorials, shipDate, terms, declaredValueCents: cents } = request;
  const [customerType, paymentType] = PAYERS[terms];
  return {
    accountNumber: terms === 'third_party' ? requireThirdPartyAccount(request) : account_number,
    customerType,
    paymentType,
    originZip: toZip5(origin.zip),
    originCity: origin.city,
    originState: origin.state,
    destinationZip: toZip5(destination.zip),
    destinationCity: destination.city,
    destinationState: destination.state,
    ...(cents !== null && { additionalCargoLiability: Math.ceil(cents / 100) }),
    shipDate,
    numPieces: countHandlingUnits(items),
    cubicFeet: computeCubicFeet(items),
    shipmentInfo: {
      items: items.map(({ freight_class, weight }) => ({
        shipmentClass: freight_class,
        shipmentWeight: ceilPounds(weight),
      })),
      accessorials: Object.fromEntries(requireCodes(accessorials, SERVICES).map((name) => [name, true])),
    },
  };
}

/** Returns the volume of all units, rounded up to hundredths of a cubic foot. */
function computeCubicFeet(items: readonly RateItem[]): number {
  const inches = items.reduce(
    (sum, { quantity, length, width, height }) => sum + quantity * length * width * height,
    0,
  );
  return Math.ceil((inches / CUBIC_INCHES_PER_CUBIC_FOOT) * 100) / 100;
}

/** Returns a row for each delivery option. An answer without options may explain itself. @throws CarrierFault */
export function parseAverittRates(answer: Json): (RawRate | UnratedLevel)[] {
  const options = toObjects(answer.quoteDetails);
  const { status, message } = toObject(answer.messageStatus);
  const reason = toText(status).toUpperCase() === 'PASS' ? '' : toText(message);
  if (options.length === 0 && reason) return [{ serviceLevel: '', reason }];
  if (options.length === 0) throwUnreadable('quote details');
  const services = toObjects(answer.accessorialCharges).flatMap(toCharges);
  return readRateRows(
    options,
    (option) => toRate(option, services),
    ({ deliveryOption }) => deliveryOption,
  );
}

function toRate(option: Json, services: readonly Charge[]): RawRate | UnratedLevel {
  const serviceLevel = toText(option.deliveryOption) || 'Standard';
  const total = requireTotal(option.totalCharge, 'total charge');
  const number = option.rateQuoteNumber;
  return {
    quoteNumber:
      (typeof number === 'number' ? String(number) : toText(number)) || throwUnreadable('quote number'),
    serviceLevel,
    serviceCode: serviceLevel.slice(0, 40),
    transitDays: parseOptionalInteger(option.estimatedServiceDays) ?? throwUnreadable('service days'),
    netChargeCents: total,
    charges: addFreight(services, total),
  };
}

/** Averitt itemizes services only. The freight is the rest of the total. */
function addFreight(services: readonly Charge[], total: number): Charge[] {
  const amountCents = total - sumCents([...services]);
  if (amountCents <= 0) return addUnitemizedCharge([...services], total);
  return [{ type: 'linehaul', code: 'LINEHAUL', description: 'Freight', amountCents }, ...services];
}

function toCharges({ description: words, value }: Json): Charge[] {
  const [description, cents] = [toText(words), parseOptionalCents(value)];
  if (cents === null || cents === 0 || description === '') return [];
  if (cents > 0 && /\bfuel\b/i.test(description))
    return [{ type: 'fuel_surcharge', code: 'FUEL', description, amountCents: cents }];
  const code = description.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return [buildServiceCharge(code.slice(0, 40), description, cents)];
}
