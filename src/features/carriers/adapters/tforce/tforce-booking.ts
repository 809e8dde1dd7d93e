import { object, text, type Json } from '../../../../platform/http-client/json.js';
import { outsideText } from '../../../../domain/outside-text.js';
import { CarrierDeclined, type RawTender } from '../../carrier-adapter.js';
import type { Party, TenderRequest } from '../../carrier-requests.js';
import { descriptionOf, emergencyWords, sentences } from '../in-words.js';
import { payerOf } from '../payer.js';
import { handlingUnits, lines, phoneDigits, unreadable, zip5 } from '../translate.js';
import { allDangerous, BILLING_CODES, commodity, packagingType, serviceOptions } from './tforce-freight.js';
import { UNQUOTED } from './tforce-rates.js';

/** A bill of lading, and the pickup with it where its hours are known. */
export function createBol(request: TenderRequest): object {
  const { items, accessorials, pickupDate, specialInstructions, pickup } = request;
  const dangerous = allDangerous(items, accessorials);
  return {
    requestOptions: {
      serviceCode: request.serviceCode,
      pickupDate,
      densityEligible: false,
      previewRate: false,
      timeInTransit: false,
    },
    shipFrom: { ...tforceParty(request.shipper), isResidential: accessorials.includes('residential_pickup') },
    shipTo: {
      ...tforceParty(request.consignee),
      isResidential: accessorials.includes('residential_delivery'),
    },
    payment: { payer: tforceParty(payerOf(request)), billingCode: BILLING_CODES[request.terms] },
    commodities: items.map((item) => commodity(item, descriptionOf(item, request), dangerous)),
    instructions: {
      pickup: pickup?.instructions ?? '',
      handling: emergencyWords(request),
      delivery: sentences(specialInstructions, declaredWords(request)),
    },
    serviceOptions: serviceOptions(accessorials),
    ...(pickup && { pickupRequest: pickupRequest(request) }),
    handlingUnitOne: {
      quantity: handlingUnits(items),
      typeCode: packagingType(items[0]!.handling_unit_type),
    },
    references: [
      { number: request.reference, type: 'BL' },
      ...request.references.map(({ name, value }) => ({
        number: value,
        type: name === 'PO' ? 'PO' : 'OTHER',
      })),
      ...quoted(request),
    ],
  };
}

function quoted({ carrierQuoteNumber: number }: TenderRequest): object[] {
  return number.startsWith(UNQUOTED) ? [] : [{ number, type: 'QUOTE' }];
}

/** TForce's API has no field for it. */
function declaredWords({ declaredValueCents: cents }: TenderRequest): string {
  return cents === null ? '' : `Declared value $${(cents / 100).toFixed(2)}.`;
}

function tforceParty({ company, contact, email, phone, address, city, state, zip }: Party): object {
  return {
    name: company.slice(0, 35),
    contact: (contact || company).slice(0, 35),
    ...(email && { email: email.slice(0, 50) }),
    phone: { number: phoneDigits(phone).slice(0, 15) },
    address: {
      addressLine: lines(address, 35, 1)[0],
      city,
      stateProvinceCode: state,
      postalCode: zip5(zip),
      country: 'US',
    },
  };
}

function pickupRequest({ shipper, pickup, pickupDate }: TenderRequest): object {
  const [ready, close] = [pickup!.readyTime, pickup!.closeTime].map((time) => `${time}:00`);
  return {
    pickup: { date: pickupDate, time: ready, openTime: ready, closeTime: close },
    requester: {
      companyName: shipper.company.slice(0, 35),
      contactName: (pickup!.contact || shipper.contact || shipper.company).slice(0, 35),
      ...(shipper.email && { email: shipper.email.slice(0, 50) }),
      phone: { number: phoneDigits(pickup!.phone || shipper.phone).slice(0, 15) },
    },
    pomIndicator: false,
  };
}

/** @throws CarrierDeclined with TForce's words, CarrierFault */
export function tenderIn(answer: Json): RawTender {
  const { code, description } = object(answer.responseStatus);
  if (code === 'ERROR') throw new CarrierDeclined(outsideText(description) || 'The carrier declined.');
  const detail = object(answer.detail);
  const proNumber = text(detail.pro) || unreadable('PRO number');
  const { confirmationNumber } = object(object(detail.pickup).transactionReference);
  return { proNumber, pickupConfirmation: text(confirmationNumber) || null };
}
