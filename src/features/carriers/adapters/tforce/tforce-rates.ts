import { object, objects, text, type Json } from '../../../../platform/http-client/json.js';
import { ACCESSORIALS, ACCESSORIAL_NAMES } from '../../../../domain/accessorials.js';
import type { Charge } from '../../../../domain/charges.js';
import { outsideText } from '../../../../domain/outside-text.js';
import { CarrierDeclined, type RawRate } from '../../carrier-adapter.js';
import type { Place, RateRequest } from '../../carrier-requests.js';
import { centsIn, centsOf, completed, unreadable, wholeIn } from '../translate.js';
import {
  allDangerous,
  BILLING_CODES,
  commodity,
  SERVICE_CODES,
  serviceOptions,
  tforceAddress,
} from './tforce-freight.js';

/** LTL. Guaranteed services are rated by their own codes, one call each, and not asked for. */
const LTL = '308';

/** @throws CarrierDeclined that names a service TForce has no code for */
export function getRate(request: RateRequest): object {
  const { origin, destination, items, accessorials, shipDate, terms } = request;
  const dangerous = allDangerous(items, accessorials);
  return {
    requestOptions: {
      serviceCode: LTL,
      pickupDate: shipDate,
      type: 'L',
      densityEligible: false,
      gfpOptions: { accessorialRate: false },
      timeInTransit: true,
      quoteNumber: true,
    },
    shipFrom: { address: tforceAddress(origin) },
    shipTo: { address: tforceAddress(destination) },
    payment: { payer: { address: tforceAddress(payingPlace(request)) }, billingCode: BILLING_CODES[terms] },
    serviceOptions: serviceOptions(accessorials),
    commodities: items.map((item) => commodity(item, item.description ?? 'Freight', dangerous)),
  };
}

/** TForce looks for the contract by the payer's ZIP. */
function payingPlace({ origin, destination, terms, billTo }: RateRequest): Place {
  if (terms !== 'third_party') return terms === 'collect' ? destination : origin;
  const { city, state, zip } = billTo ?? {};
  if (!city || !state || !zip)
    throw new CarrierDeclined('The carrier needs the address of the third party that pays.');
  return { city, state, zip };
}

/** One price for each service that has one. @throws CarrierDeclined with TForce's words, CarrierFault */
export function ratesIn(answer: Json): RawRate[] {
  const summary = object(answer.summary);
  const { code, message } = object(summary.responseStatus);
  if (typeof code !== 'string') unreadable('status');
  if (code !== 'OK' && code !== 'PRT')
    throw new CarrierDeclined(outsideText(message) || 'The carrier declined.');
  const transaction = text(object(summary.transactionReference).transactionId);
  return objects(answer.detail)
    .filter(({ detailStatus }) => String(object(detailStatus).code) === '1')
    .map((detail) => rate(detail, transaction));
}

function rate(detail: Json, transaction: string): RawRate {
  const service = object(detail.service);
  const serviceCode = text(service.code) || unreadable('service');
  const total = centsOf(object(object(detail.shipmentCharges).total).value, 'total');
  const listPrice = objects(detail.alerts).some(({ code }) => String(code) === NOT_THE_CONTRACT);
  return {
    quoteNumber: quoteNumber(detail) ?? `${UNQUOTED}${transaction}-${serviceCode}`,
    serviceLevel:
      (text(service.description) || serviceCode) + (listPrice ? ', list price: no contract found' : ''),
    serviceCode,
    transitDays: wholeIn(object(detail.timeInTransit).timeInTransit) ?? unreadable('time in transit'),
    netChargeCents: total,
    charges: completed(chargesIn(objects(detail.rate)), total),
  };
}

/** TForce's alert that these are its full rates, not the customer's. */
const NOT_THE_CONTRACT = '688';

/** A price without a number of TForce's own has one by which it is known here, and isn't named at booking. */
export const UNQUOTED = 'unquoted-';

/** Where in the answer it stands is not known for certain. */
function quoteNumber({ quoteNumber: number }: Json): string | null {
  return wholeIn(number) === null ? null : String(number);
}

/** Rows that only repeat what others say. */
const SUBTOTALS: readonly string[] = ['AFTR_DSCNT', 'DSCNT_RATE'];
const LABELS = new Map(ACCESSORIAL_NAMES.map((name) => [SERVICE_CODES[name], ACCESSORIALS[name].label]));

function chargesIn(rows: Json[]): Charge[] {
  const discount = rows.find(({ code }) => code === 'DSCNT_RATE');
  return rows.flatMap((row): Charge[] => {
    const [code, amountCents] = [text(row.code), centsIn(row.value)];
    const description = text(row.description) || LABELS.get(code) || code;
    if (amountCents === null || SUBTOTALS.includes(code) || row.unit === '%') return [];
    if (code === 'LND_GROSS')
      return [{ type: 'linehaul', code: 'LINEHAUL', description: 'Linehaul', amountCents }];
    if (code === 'DSCNT')
      return [{ type: 'discount', code, description, amountCents: -amountCents, ...percent(discount) }];
    if (code === 'FUEL_SUR')
      return [{ type: 'fuel_surcharge', code: 'FUEL', description: 'Fuel surcharge', amountCents }];
    return [{ type: amountCents < 0 ? 'adjustment' : 'accessorial', code, description, amountCents }];
  });
}

function percent(row: Json | undefined): Partial<Charge> {
  const quantity = Number(text(row?.value) || Number.NaN);
  return quantity > 0 ? { quantity, unit: 'percent' } : {};
}
