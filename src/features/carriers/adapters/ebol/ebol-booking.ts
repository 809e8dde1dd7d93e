import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { ACCESSORIALS, type Accessorial } from '../../../../domain/accessorials.js';
import { LIMITED_ACCESS } from '../../../../domain/limited-access.js';
import { sanitizeText } from '../../../../domain/sanitize-text.js';
import { UNIT_TYPES } from '../../../../domain/unit-types.js';
import { CarrierDeclined, type RawTender } from '../../carrier-adapter.js';
import type { CustomerOrder, Party, RateItem, TenderRequest } from '../../carrier-requests.js';
import { joinSentences, resolvePayer } from '../booking-helpers.js';
import {
  decodeFiles,
  countHandlingUnits,
  toPhoneDigits,
  throwUnreadable,
  ceilPounds,
} from '../adapter-helpers.js';

// Source: NMFTA Digital LTL Council, eBOL 2.1.0. Several carriers accept it unchanged.

export interface EbolOptions {
  /** `2.1.0`, or the carrier's own spelling of it. */
  version: string;
  /** True makes the carrier validate the request without booking. */
  isTest: boolean;
  /** Account number of the requestor. */
  account: string | null;
}

/** @throws CarrierDeclined if a third party pays and its address is incomplete */
export function buildEbol(request: TenderRequest, { version, isTest, account }: EbolOptions): object {
  const { items, accessorials, terms, shipper, consignee, declaredValueCents } = request;
  const pounds = items.reduce((sum, { weight }) => sum + ceilPounds(weight), 0);
  return {
    version,
    bol: {
      function: 'Create',
      requestedPickupDate: `${request.pickupDate}T00:00:00.000`,
      isTest,
      requestorRole: REQUESTOR[terms],
      specialInstructions: joinSentences(request.specialInstructions, request.pickup?.instructions ?? null),
    },
    images: { includeBol: true, includeShippingLabels: false },
    referenceNumbers: {
      ...(request.carrierQuoteNumber && { quoteId: request.carrierQuoteNumber }),
      bol: [request.reference],
      po: buildPurchaseOrders(request),
      additionalReferences: request.references
        .filter(({ name }) => name !== 'PO')
        .map(({ name, value }) => ({ name, value })),
    },
    payment: { terms: TERMS[terms] },
    commodities: {
      lineItemLayout: 'Nested',
      handlingUnits: items.map((item) => buildHandlingUnit(item, request)),
    },
    shipmentTotals: {
      grossWeight: pounds,
      weightUnit: 'Pounds',
      handlingUnits: countHandlingUnits(items),
      ...(declaredValueCents !== null && {
        declaredValue: Math.ceil(declaredValueCents / 100),
        currency: 'USD',
      }),
    },
    accessorials: {
      codes: accessorials.map((name) => ACCESSORIALS[name].code),
      ...buildEmergencyContact(request),
      ...buildLimitedAccess(request),
    },
    origin: buildParty(shipper, terms === 'prepaid' ? account : null),
    destination: buildParty(consignee, terms === 'collect' ? account : null),
    billTo: buildParty(
      resolvePayer(request),
      terms === 'third_party' ? (request.billTo?.account ?? account) : account,
    ),
  };
}

const TERMS = { prepaid: 'Prepaid', collect: 'Collect', third_party: 'Third Party' } as const;
const REQUESTOR = { prepaid: 'Shipper', collect: 'Consignee', third_party: 'Third Party' } as const;

function buildHandlingUnit(item: RateItem, request: TenderRequest): object {
  const { quantity, handling_unit_type: type, length, width, height, weight, stackable, hazmat } = item;
  const pounds = ceilPounds(weight);
  const { code } = UNIT_TYPES[item.packaging_type ?? type];
  return {
    count: quantity,
    type: UNIT_TYPES[type].code,
    weight: pounds,
    weightUnit: 'Pounds',
    length: Math.ceil(length),
    width: Math.ceil(width),
    height: Math.ceil(height),
    dimensionsUnit: 'Inches',
    stackable,
    lineItems: [
      {
        description: item.description ?? request.description,
        weight: pounds,
        weightUnit: 'Pounds',
        pieces: item.pieces ?? quantity,
        packagingType: code,
        classification: item.freight_class,
        ...(item.nmfc_item_number && { nmfc: item.nmfc_item_number }),
        ...(item.nmfc_sub_code && { nmfcSub: item.nmfc_sub_code }),
        hazardous: hazmat !== undefined,
        ...(hazmat && { hazardousDetails: buildHazardousDetails(item, request) }),
      },
    ],
  };
}

const EBOL_PACKING_GROUPS = { I: '1', II: '2', III: '3' } as const;

function buildHazardousDetails(
  { hazmat, weight }: RateItem,
  { emergencyContact: contact }: TenderRequest,
): object {
  const { un_number, proper_shipping_name, hazard_class, technical_name, packing_group } = hazmat!;
  return {
    weight: ceilPounds(hazmat!.weight ?? weight),
    weightUnit: 'Pounds',
    class: hazard_class,
    unnaNumber: un_number,
    propername: proper_shipping_name,
    ...(technical_name && { technicalName: technical_name }),
    ...(packing_group && { packingGroup: EBOL_PACKING_GROUPS[packing_group] }),
    ...(contact?.contractNumber && { contractNumber: contact.contractNumber }),
  };
}

function buildEmergencyContact({ emergencyContact: contact }: TenderRequest): object {
  if (!contact) return {};
  const { name, phone } = contact;
  return { hazardousDetails: { emergencyContact: { name, phone: toPhoneDigits(phone) } } };
}

function buildLimitedAccess({ accessorials, limitedAccess: { pickup, delivery } }: TenderRequest): object {
  const has = (name: Accessorial) => accessorials.includes(name);
  const origin = has('limited_access_pickup') && LIMITED_ACCESS[pickup ?? 'other'];
  const destination = has('limited_access_delivery') && LIMITED_ACCESS[delivery ?? 'other'];
  if (!origin && !destination) return {};
  return { limitedAccessType: { ...(origin && { origin }), ...(destination && { destination }) } };
}

function buildPurchaseOrders({ references, orders }: TenderRequest): object[] {
  return [
    ...references.filter(({ name }) => name === 'PO').map(({ value }) => ({ number: value })),
    ...orders.map(buildPurchaseOrder),
  ];
}

function buildPurchaseOrder({ number, packages, weight, palletized, info }: CustomerOrder): object {
  return {
    number,
    ...(packages !== undefined && { pieces: packages }),
    ...(weight !== undefined && { weight: ceilPounds(weight), weightUnit: 'Pounds' }),
    ...(palletized !== undefined && { palletized }),
    ...(info && { additionalShipperInfo: info }),
  };
}

function buildParty(side: Party, account: string | null): object {
  const { company, address, city, state, zip, contact, phone, email } = side;
  return {
    ...(account && { account }),
    name: company,
    address1: address,
    city,
    stateProvince: state,
    postalCode: zip,
    country: 'USA',
    contact: { phone: toPhoneDigits(phone), ...(contact && { name: contact }), ...(email && { email }) },
  };
}

/** @throws CarrierDeclined with the carrier's message for status FAIL, CarrierFault */
export function parseEbolTender(answer: Json): RawTender {
  requirePass(answer);
  const proNumber = toText(toObject(answer.referenceNumbers).pro) || throwUnreadable('PRO number');
  const [bol = null] = decodeFiles([toObject(answer.images).bol]);
  return { proNumber, bol };
}

/** @throws CarrierDeclined with the carrier's message for status FAIL, CarrierFault for an unknown status */
export function requirePass(answer: Json): void {
  const { status, message, information } = toObject(answer.messageStatus);
  if (status === 'FAIL') {
    const messages = [message, ...toObjects(information).map((entry) => entry.message)].map(toText);
    throw new CarrierDeclined(sanitizeText(messages.filter(Boolean).join(' ')) || 'The carrier declined.');
  }
  if (status !== 'PASS' && status !== 'WARNING') throwUnreadable('status');
}
