import { getCountry } from '../../../../domain/countries.js';
import {
  hasUnassignedHazmat,
  countHandlingUnits,
  wrapText,
  toPhoneDigits,
  throwUnreadable,
  toZip5,
} from '../adapter-helpers.js';
import { toObject, toText, type Json } from '../../../../platform/http-client/json.js';
import type { RawTender } from '../../carrier-adapter.js';
import type { Party, RateItem, TenderRequest } from '../../carrier-requests.js';
import {
  formatDescription,
  formatEmergencyContact,
  formatNoPickupMessage,
  joinSentences,
  resolvePayer,
} from '../booking-helpers.js';
import {
  BILLING_CODES,
  buildCommodity,
  toPackagingType,
  buildServiceOptions,
  UNQUOTED_PREFIX,
} from './tforce-rates.js';
import type { TforceSettings } from './tforce.settings.js';

export function buildBillOfLading(request: TenderRequest, settings: TforceSettings): object {
  const { items, accessorials, pickupDate, specialInstructions, pickup } = request;
  const dangerous = hasUnassignedHazmat(items, accessorials);
  return {
    requestOptions: {
      serviceCode: request.serviceCode,
      pickupDate,
      densityEligible: false,
      previewRate: false,
      timeInTransit: false,
    },
    shipFrom: { ...buildParty(request.shipper), isResidential: accessorials.includes('residential_pickup') },
    shipTo: {
      ...buildParty(request.consignee),
      isResidential: accessorials.includes('residential_delivery'),
    },
    payment: { payer: buildParty(resolvePayer(request)), billingCode: BILLING_CODES[request.terms] },
    commodities: items.map((item) => buildCommodity(item, formatDescription(item, request), dangerous)),
    instructions: {
      pickup: pickup?.instructions ?? '',
      handling: formatEmergencyContact(request),
      delivery: joinSentences(specialInstructions, formatDeclaredValue(request)),
    },
    serviceOptions: buildServiceOptions(accessorials),
    ...(pickup && { pickupRequest: buildPickupRequest(request, settings) }),
    ...buildHandlingUnits(items),
    references: [
      { number: request.reference, type: 'BL' },
      ...request.references.map(({ name, value }) => ({
        number: value,
        type: name === 'PO' ? 'PO' : 'OTHER',
      })),
      ...buildQuoteReference(request),
    ],
  };
}

/** Types of `handlingUnitOne`; `handlingUnitTwo` counts the others, as loose pieces or as other units. */
const UNITS_ONE: readonly string[] = ['PLT', 'SKD', 'CBY', 'TOT'];
const LOOSE = 'LOO';

function buildHandlingUnits(items: readonly RateItem[]): object {
  const codes = items.map(({ handling_unit_type: type }) => toPackagingType(type));
  const one = items.filter((_, index) => UNITS_ONE.includes(codes[index]!));
  const two = items.filter((item) => !one.includes(item));
  const rest = codes.filter((code) => !UNITS_ONE.includes(code));
  return {
    ...(one.length > 0 && {
      handlingUnitOne: {
        quantity: countHandlingUnits(one),
        typeCode: codes.find((code) => UNITS_ONE.includes(code)),
      },
    }),
    ...(two.length > 0 && {
      handlingUnitTwo: {
        quantity: countHandlingUnits(two),
        typeCode: rest.every((code) => code === LOOSE) ? LOOSE : 'OTH',
      },
    }),
  };
}

function buildQuoteReference({ carrierQuoteNumber: number }: TenderRequest): object[] {
  return number.startsWith(UNQUOTED_PREFIX) ? [] : [{ number, type: 'QUOTE' }];
}

/** Formats the declared value as text: TForce's API has no field for it. */
function formatDeclaredValue({ declaredValueCents: cents }: TenderRequest): string {
  return cents === null ? '' : `Declared value $${(cents / 100).toFixed(2)}.`;
}

function buildParty(party: Party): object {
  const { company, contact, email, phone, address, city, state, zip } = party;
  return {
    name: company.slice(0, 35),
    contact: (contact || company).slice(0, 35),
    ...(email && { email: email.slice(0, 50) }),
    phone: { number: toPhoneDigits(phone).slice(0, 15) },
    address: {
      addressLine: wrapText(address, 35, 1)[0],
      city,
      stateProvinceCode: state,
      postalCode: toZip5(zip),
      country: getCountry(party),
    },
  };
}

/** TForce requires an email address for its confirmation. */
function buildPickupRequest(
  { shipper, consignee, pickup, pickupDate }: TenderRequest,
  { pickup_email }: TforceSettings,
): object {
  const email = shipper.email || pickup_email || consignee.email;
  const [ready, close] = [pickup!.readyTime, pickup!.closeTime].map((time) => `${time}:00`);
  return {
    pickup: { date: pickupDate, time: ready, openTime: ready, closeTime: close },
    requester: {
      companyName: shipper.company.slice(0, 35),
      contactName: (pickup!.contact || shipper.contact || shipper.company).slice(0, 35),
      ...(email && { email: email.slice(0, 50) }),
      phone: { number: toPhoneDigits(pickup!.phone || shipper.phone).slice(0, 15) },
    },
    pomIndicator: false,
  };
}

const SUCCESS_CODES: readonly string[] = ['1', 'OK'];

export function parseTforceTender(answer: Json): RawTender {
  const detail = toObject(answer.detail);
  const proNumber = toText(detail.pro) || throwUnreadable('PRO number');
  const { responseStatus, transactionReference } = toObject(detail.pickup);
  const pickupConfirmation = toText(toObject(transactionReference).confirmationNumber) || null;
  const { code, description } = toObject(responseStatus);
  if (pickupConfirmation || code === undefined || SUCCESS_CODES.includes(String(code)))
    return { proNumber, pickupConfirmation };
  return { proNumber, pickupConfirmation, warning: formatNoPickupMessage('TForce', toText(description)) };
}
