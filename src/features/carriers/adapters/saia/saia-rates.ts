import { requireThirdPartyAccount } from '../booking-helpers.js';
import {
  addUnitemizedCharge,
  buildServiceCharge,
  ceilPounds,
  parseOptionalCents,
  parseOptionalInteger,
  requireTotal,
  requireUnitCode,
  throwUnreadable,
  toZip5,
} from '../adapter-helpers.js';
import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import type { XmlContent } from '../../../../platform/http-client/xml.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import { sumCents, type Charge } from '../../../../domain/charges.js';
import type { UnitType } from '../../../../domain/unit-types.js';
import { CarrierDeclined, requireCodes, type RawRate, type UnratedLevel } from '../../carrier-adapter.js';
import type { RateRequest } from '../../carrier-requests.js';
import type { SaiaSettings } from './saia.settings.js';

const SERVICES: Partial<Record<Accessorial, string>> = {
  origin_liftgate: 'LiftgateServicePU',
  destination_liftgate: 'LiftgateService',
  inside_pickup: 'InsidePickup',
  inside_delivery: 'InsideDelivery',
  residential_pickup: 'ResidentialPickup',
  residential_delivery: 'ResidentialDelivery',
  limited_access_pickup: 'LimitedAccessLocationPU',
  limited_access_delivery: 'LimitedAccessLocation',
  delivery_appointment: 'ArrivalNotice/Appointment',
  sort_and_segregate: 'Sorting/Segregating',
  hazmat: 'Hazardous',
  protect_from_cold: 'ProtectionFromFreezing',
  overlength: 'ExcessiveLength',
  single_shipment: 'SingleShipment',
};

/** Saia's package codes. `PT`, `SK`, `CT` and `BG` occur in public clients; the others are common two-letter codes. */
export const SAIA_PACKAGES: Partial<Record<UnitType, string>> = {
  bag: 'BG',
  box: 'BX',
  bundle: 'BD',
  carton: 'CT',
  crate: 'CR',
  drum: 'DR',
  pallet: 'PT',
  piece: 'PC',
  roll: 'RL',
  skid: 'SK',
};

/** Source: Saia's rate quote document. */
const MAX_LINES = 5;
const MAX_CITY = 20;

/** Returns the account that pays. @throws CarrierDeclined for a third party without an account */
export function resolvePayerAccount(
  { terms, billTo }: Pick<RateRequest, 'terms' | 'billTo'>,
  { account_number }: SaiaSettings,
): string {
  return terms === 'third_party' ? requireThirdPartyAccount({ billTo }) : account_number;
}

export function formatBillingTerms(terms: RateRequest['terms']): string {
  return terms === 'collect' ? 'Collect' : 'Prepaid';
}

/** @throws CarrierDeclined for too many lines, a service or unit without a code, or a third party without an account */
export function buildRateQuote(request: RateRequest, settings: SaiaSettings): { [name: string]: XmlContent } {
  const { origin, destination, items, accessorials, declaredValueCents: cents } = request;
  if (items.length > MAX_LINES)
    throw new CarrierDeclined(
      `Saia rates at most ${MAX_LINES} lines, not ${items.length}. Combine lines of the same class.`,
    );
  for (const { handling_unit_type: type } of items) requireUnitCode(SAIA_PACKAGES, type);
  const codes = requireCodes(accessorials, SERVICES);
  const longest = Math.max(...items.flatMap(({ length, width }) => [length, width]));
  const dollars = cents === null ? null : Math.ceil(cents / 100);
  return {
    BillingTerms: formatBillingTerms(request.terms),
    AccountNumber: resolvePayerAccount(request, settings),
    Application: settings.application ?? 'ThirdParty',
    OriginCity: origin.city.slice(0, MAX_CITY),
    OriginState: origin.state,
    OriginZipcode: toZip5(origin.zip),
    DestinationCity: destination.city.slice(0, MAX_CITY),
    DestinationState: destination.state,
    DestinationZipcode: toZip5(destination.zip),
    WeightUnits: 'LBS',
    DeclaredValue: dollars,
    FullValueCoverage: dollars,
    ...(accessorials.includes('overlength') && { ExcessiveLengthTotalInches: Math.ceil(longest) }),
    Details: {
      DetailItem: items.map(({ weight, freight_class }) => ({
        Weight: ceilPounds(weight),
        Class: freight_class,
      })),
    },
    Dimensions: {
      DimensionItem: items.map(({ quantity, length, width, height }) => ({
        Units: quantity,
        Length: Math.ceil(length),
        Width: Math.ceil(width),
        Height: Math.ceil(height),
        Type: 'IN',
      })),
    },
    ...(codes.length > 0 && {
      Accessorials: { AccessorialItem: codes.map((code) => ({ Code: code })) },
    }),
  };
}

/** Amounts that Saia adds to the price for a guaranteed delivery. How to book one by API is unknown. */
const GUARANTEES: Readonly<Record<string, string>> = {
  GuaranteeAmount: 'Guaranteed',
  GuaranteeAmount12pm: 'Guaranteed by noon',
  GuaranteeAmount2pm: 'Guaranteed by 2 PM',
};

/** Returns the standard price, and a row without a price for each guaranteed level. @throws CarrierFault */
export function parseSaiaRates(answer: Json): (RawRate | UnratedLevel)[] {
  const total = requireTotal(answer.TotalInvoice, 'total invoice');
  const guarantees = Object.entries(GUARANTEES).filter(
    ([name]) => (parseOptionalCents(answer[name]) ?? 0) > 0,
  );
  return [
    {
      quoteNumber: toText(answer.QuoteNumber) || throwUnreadable('quote number'),
      serviceLevel: 'Standard',
      serviceCode: 'STD',
      transitDays: parseOptionalInteger(answer.StandardServiceDays) ?? throwUnreadable('service days'),
      netChargeCents: total,
      charges: parseCharges(answer, total),
    },
    ...guarantees.map(([, serviceLevel]) => ({
      serviceLevel,
      reason: 'Saia books guaranteed service by phone only.',
    })),
  ];
}

const FUEL = /\bfuel\b/i;

/** Saia itemizes services, fuel and the discount. The freight is the rest of its total. */
function parseCharges(answer: Json, total: number): Charge[] {
  const services = toObjects(toObject(answer.RateAccessorials).RateAccessorialItem).flatMap(toCharges);
  const fuel = parseOptionalCents(answer.FuelSurchargeAmount) ?? 0;
  const hasFuel = services.some(({ type }) => type === 'fuel_surcharge');
  const discount = Math.abs(parseOptionalCents(answer.DiscountAmount) ?? 0);
  const lines: Charge[] = [
    ...(discount > 0
      ? [{ type: 'discount' as const, code: 'DISCOUNT', description: 'Discount', amountCents: -discount }]
      : []),
    ...services,
    ...(fuel > 0 && !hasFuel ? [buildFuelCharge('Fuel surcharge', fuel)] : []),
  ];
  const freight = total - sumCents(lines);
  const linehaul: Charge = {
    type: 'linehaul',
    code: 'LINEHAUL',
    description: 'Freight',
    amountCents: freight,
  };
  // Lines that exceed the total contradict it, and Saia bills the total.
  return freight > 0 ? [linehaul, ...lines] : addUnitemizedCharge(lines, total);
}

function buildFuelCharge(description: string, amountCents: number): Charge {
  return { type: 'fuel_surcharge', code: 'FUEL', description, amountCents };
}

function toCharges({ Code, Description, Amount }: Json): Charge[] {
  const amountCents = parseOptionalCents(Amount);
  const code = toText(Code);
  const description = toText(Description) || code;
  if (amountCents === null || amountCents === 0 || description === '') return [];
  if (FUEL.test(description) && amountCents > 0) return [buildFuelCharge(description, amountCents)];
  return [buildServiceCharge((code || description).slice(0, 40), description, amountCents)];
}
