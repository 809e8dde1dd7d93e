import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { ACCESSORIALS, type Accessorial } from '../../../../domain/accessorials.js';
import { LIMITED_ACCESS } from '../../../../domain/limited-access.js';
import { UNIT_TYPES, type UnitType } from '../../../../domain/unit-types.js';
import type { HttpAnswer } from '../../../../platform/http-client/http-client.js';
import type { RawTender } from '../../carrier-adapter.js';
import type { CarrierRefusal } from '../../carrier-answers.js';
import type { CustomerOrder, Party, RateItem, TenderRequest } from '../../carrier-requests.js';
import { formatHazmat, formatServices, joinSentences, resolvePayer } from '../booking-helpers.js';
import {
  toAlpha3,
  decodeFiles,
  countHandlingUnits,
  toPhoneDigits,
  throwUnreadable,
  ceilPounds,
} from '../adapter-helpers.js';

// Source: NMFTA Digital LTL Council, eBOL 2.1.0. Several carriers accept it unchanged.

type Dialect = 'estes' | 'rl';

export interface EbolOptions {
  /** `2.1.0`, or the carrier's own spelling of it. */
  version: string;
  /** True makes the carrier validate the request without booking. */
  isTest: boolean;
  /** Account number of the requestor. */
  account: string | null;
  /** A carrier that narrows the standard. */
  dialect?: Dialect;
}

/** @throws CarrierDeclined if a third party pays and its address is incomplete */
export function buildEbol(
  request: TenderRequest,
  { version, isTest, account, dialect }: EbolOptions,
): object {
  const { items, accessorials, terms, shipper, consignee, declaredValueCents: cents } = request;
  const inWords = accessorials.filter((name) => !hasRequiredDetails(name, request));
  const services = accessorials.filter((name) => !inWords.includes(name));
  const level = dialect && LEVELS[dialect][request.serviceCode];
  const codes = [...services.map((name) => ACCESSORIALS[name].code), ...(level?.code ? [level.code] : [])];
  // Estes refuses `declaredValue` (EBG0231): its full value coverage takes the value.
  const coverage = dialect === 'estes' ? cents : null;
  const pounds = items.reduce((sum, { weight }) => sum + ceilPounds(weight), 0);
  return {
    version,
    bol: {
      function: 'Create',
      requestedPickupDate: `${request.pickupDate}T00:00:00.000`,
      isTest,
      requestorRole: REQUESTOR[terms],
      specialInstructions: joinSentences(
        formatServices(inWords),
        level?.words ?? null,
        request.specialInstructions,
        request.pickup?.instructions ?? null,
      ),
    },
    images: { includeBol: true, includeShippingLabels: false },
    referenceNumbers: {
      ...(request.carrierQuoteNumber && { quoteId: request.carrierQuoteNumber }),
      bol: [request.reference],
      po: buildPurchaseOrders(request, dialect),
      additionalReferences: request.references
        .filter(({ name }) => name !== 'PO')
        .map(({ name, value }) => ({ name, value })),
    },
    payment: { terms: TERMS[terms] },
    commodities: {
      lineItemLayout: 'Nested',
      handlingUnits: items.map((item) => buildHandlingUnit(item, request, dialect)),
    },
    shipmentTotals: {
      grossWeight: pounds,
      weightUnit: 'Pounds',
      handlingUnits: countHandlingUnits(items),
      ...(cents !== null && coverage === null && { declaredValue: toDollars(cents), currency: 'USD' }),
    },
    accessorials: {
      codes: coverage === null ? codes : [...codes, 'FVC'],
      ...(coverage !== null && { fullValueCoverageDetails: { monetaryValue: toDollars(coverage) } }),
      ...buildSortDetails(request),
      ...buildPickupAppointment(request),
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

/** A carrier's levels besides the standard one: the eBOL code, or words where the standard has none. */
const LEVELS: Record<Dialect, Readonly<Record<string, { code?: string; words?: string }>>> = {
  estes: {
    '98': { code: 'GTD_PM' },
    '96': { code: 'GTD_NOON' },
    '95': { code: 'GTD_AM' },
    '97': { words: 'Guaranteed exclusive use.' },
    '90': { words: 'Estes Retail Guarantee.' },
  },
  rl: {
    GSDS: { code: 'GTD_PM' },
    GSAM: { code: 'GTD_NOON' },
    EXPD: { words: 'Expedited service.' },
  },
};

function toDollars(cents: number): number {
  return Math.ceil(cents / 100);
}

/** The standard accepts an appointment only with its time. A delivery's time is not known at booking. */
function hasRequiredDetails(name: Accessorial, { pickup }: TenderRequest): boolean {
  return name !== 'delivery_appointment' && (name !== 'pickup_appointment' || pickup !== null);
}

function buildSortDetails({ accessorials, items }: TenderRequest): object {
  if (!accessorials.includes('sort_and_segregate')) return {};
  return { sortAndSegregateDetails: { pieces: countPieces(items) } };
}

function buildPickupAppointment({ accessorials, pickup, pickupDate }: TenderRequest): object {
  if (!pickup || !accessorials.includes('pickup_appointment')) return {};
  const [start, end] = [pickup.readyTime, pickup.closeTime].map((time) => `${pickupDate}T${time}:00.000`);
  return { appointmentDetails: { pickup: { start, end } } };
}

function countPieces(items: readonly RateItem[]): number {
  return items.reduce((sum, { pieces, quantity }) => sum + (pieces ?? quantity), 0);
}

const TERMS = { prepaid: 'Prepaid', collect: 'Collect', third_party: 'Third Party' } as const;
const REQUESTOR = { prepaid: 'Shipper', collect: 'Consignee', third_party: 'Third Party' } as const;

/** Packages that Estes refuses for dangerous goods (EBG0157), and the package that stands for them. */
const REFUSED_HAZMAT_PACKAGES: readonly UnitType[] = ['pallet', 'piece'];
const HAZMAT_PACKAGE: UnitType = 'package';

function buildHandlingUnit(item: RateItem, request: TenderRequest, dialect: EbolOptions['dialect']): object {
  const { quantity, handling_unit_type: type, length, width, height, weight, stackable, hazmat } = item;
  const pounds = ceilPounds(weight);
  const packaging = item.packaging_type ?? type;
  const isRefused = dialect === 'estes' && hazmat && REFUSED_HAZMAT_PACKAGES.includes(packaging);
  const { code } = UNIT_TYPES[isRefused ? HAZMAT_PACKAGE : packaging];
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
        ...(hazmat && {
          hazardousDescription: formatHazmat(hazmat),
          hazardousDetails: buildHazardousDetails(item, request),
        }),
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

/** Estes refuses pieces and weights that do not add up to the shipment (EBG0124, EBG0125), so it gets the numbers only. */
function buildPurchaseOrders(
  { references, orders, items }: TenderRequest,
  dialect: EbolOptions['dialect'],
): object[] {
  const own = references.filter(({ name }) => name === 'PO').map(({ value }) => ({ number: value }));
  const pounds = items.reduce((sum, { weight }) => sum + ceilPounds(weight), 0);
  const adds =
    own.length === 0 &&
    orders.reduce((sum, { packages = 0 }) => sum + packages, 0) === countPieces(items) &&
    orders.reduce((sum, { weight = 0 }) => sum + ceilPounds(weight), 0) === pounds;
  const numbersOnly = dialect === 'estes' && !adds;
  return [
    ...own,
    ...orders.map((order) => (numbersOnly ? { number: order.number } : buildPurchaseOrder(order))),
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

/** Builds a party of the standard. */
export function buildParty(side: Party, account: string | null): object {
  const { company, address, city, state, zip, contact, phone, email } = side;
  return {
    ...(account && { account }),
    name: company,
    address1: address,
    city,
    stateProvince: state,
    postalCode: zip,
    country: toAlpha3(side),
    contact: { phone: toPhoneDigits(phone), ...(contact && { name: contact }), ...(email && { email }) },
  };
}

/**
 * Reads a booking. Clients of Old Dominion find its PRO number in three places, and need no status.
 * @throws CarrierFault without a PRO number, or for an unknown status
 */
export function parseEbolTender(answer: Json): RawTender {
  const { pro, proNumber: own } = toObject(answer.referenceNumbers);
  const proNumber = [pro, own, answer.proNumber]
    .map((value) => (typeof value === 'number' ? String(value) : toText(value)))
    .find(Boolean);
  if (!proNumber || 'messageStatus' in answer) requirePass(answer);
  if (!proNumber) throwUnreadable('PRO number');
  const [bol = null] = decodeFiles([toObject(answer.images).bol]);
  return { proNumber, bol };
}

/** Some carriers write the status in another case, or `Success`. */
const BOOKED_STATUS = /^(pass|success|warning)/i;

/** @throws CarrierFault for an unknown status */
export function requirePass(answer: Json): void {
  if (!BOOKED_STATUS.test(toText(toObject(answer.messageStatus).status))) throwUnreadable('status');
}

/**
 * Reads the refusal of a create or delete request. The standard's HTTP 400 is a bare list of result codes; carriers
 * also send `messageStatus` with status FAIL. The words of its errors are better than its own message.
 */
export function findEbolRefusal({ status, body, rows }: HttpAnswer): CarrierRefusal | null {
  const own = 'messageStatus' in body ? body : toObject(body.data);
  const messageStatus = toObject(own.messageStatus);
  const failed = /^fail/i.test(toText(messageStatus.status)) || body.ok === false;
  if (status < 400 && !failed) return null;
  const information = toObjects(messageStatus.information);
  const errors = information.filter(({ type }) => type === 'E');
  const listed = [rows ?? [], own.resultStatusCodes ?? [], body.errors ?? []].flat().map(readResultCode);
  const entries = [...(errors.length > 0 ? errors : information), ...listed];
  const words = entries.map(({ message }) => toText(message)).filter(Boolean);
  const fallback = [messageStatus.message, messageStatus.resolution, body.message].map(toText);
  const [code] = [...entries, messageStatus].map((entry) => toText(entry.code)).filter(Boolean);
  return { message: (words.length > 0 ? words : fallback.filter(Boolean)).join(' '), code };
}

/** Returns true if the errors of an answer say that the carrier knows no such number. */
export function hasNotFoundError({ body }: Pick<HttpAnswer, 'body'>): boolean {
  const errors = [body.errors ?? toObject(body.body).errors ?? []].flat();
  return /not[ _]found/i.test(JSON.stringify(errors));
}

/** The standard does not say whether a result code is text, `300 - Failure Data Error`, or an object. */
function readResultCode(entry: unknown): Json {
  const { code, message, description } = toObject(entry);
  if (typeof entry !== 'string') return { code, message: message ?? description };
  return { code: /^\d+/.exec(entry)?.[0], message: entry };
}
