import {
  hasUnassignedHazmat,
  countHandlingUnits,
  wrapText,
  toPhoneDigits,
  throwUnreadable,
  toZip5,
} from '../adapter-helpers.js';
import { toObject, toText, type Json } from '../../../../platform/http-client/json.js';
import { sanitizeText } from '../../../../domain/sanitize-text.js';
import { CarrierDeclined, type RawTender } from '../../carrier-adapter.js';
import type { Party, TenderRequest } from '../../carrier-requests.js';
import {
  formatDescription,
  formatEmergencyContact,
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

export function buildBillOfLading(request: TenderRequest): object {
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
    ...(pickup && { pickupRequest: buildPickupRequest(request) }),
    handlingUnitOne: {
      quantity: countHandlingUnits(items),
      typeCode: toPackagingType(items[0]!.handling_unit_type),
    },
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

function buildQuoteReference({ carrierQuoteNumber: number }: TenderRequest): object[] {
  return number.startsWith(UNQUOTED_PREFIX) ? [] : [{ number, type: 'QUOTE' }];
}

/** Formats the declared value as text: TForce's API has no field for it. */
function formatDeclaredValue({ declaredValueCents: cents }: TenderRequest): string {
  return cents === null ? '' : `Declared value $${(cents / 100).toFixed(2)}.`;
}

function buildParty({ company, contact, email, phone, address, city, state, zip }: Party): object {
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
      country: 'US',
    },
  };
}

function buildPickupRequest({ shipper, pickup, pickupDate }: TenderRequest): object {
  const [ready, close] = [pickup!.readyTime, pickup!.closeTime].map((time) => `${time}:00`);
  return {
    pickup: { date: pickupDate, time: ready, openTime: ready, closeTime: close },
    requester: {
      companyName: shipper.company.slice(0, 35),
      contactName: (pickup!.contact || shipper.contact || shipper.company).slice(0, 35),
      ...(shipper.email && { email: shipper.email.slice(0, 50) }),
      phone: { number: toPhoneDigits(pickup!.phone || shipper.phone).slice(0, 15) },
    },
    pomIndicator: false,
  };
}

export function parseTforceTender(answer: Json): RawTender {
  const { code, description } = toObject(answer.responseStatus);
  if (code === 'ERROR') throw new CarrierDeclined(sanitizeText(description) || 'The carrier declined.');
  const detail = toObject(answer.detail);
  const proNumber = toText(detail.pro) || throwUnreadable('PRO number');
  const { confirmationNumber } = toObject(toObject(detail.pickup).transactionReference);
  return { proNumber, pickupConfirmation: toText(confirmationNumber) || null };
}
