import { ceilPounds, hasUnassignedHazmat, requireUnitCode, toPhoneDigits } from '../adapter-helpers.js';
import {
  formatDescription,
  formatEmergencyContact,
  formatServices,
  joinSentences,
  requireThirdPartyAccount,
  resolvePayer,
} from '../booking-helpers.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import type { Day } from '../../../../domain/days.js';
import { formatHazardClasses } from '../../../../domain/hazmat.js';
import type { Party, RateItem, TenderRequest } from '../../carrier-requests.js';
import {
  ARCBEST_SERVICES,
  ARCBEST_UNITS,
  buildLines,
  buildPlace,
  buildServices,
  requireFewLines,
  type Query,
} from './arcbest-rates.js';
import type { ArcbestSettings } from './arcbest.settings.js';

// Source: the request of ArcBest's own documents, as two public clients quote it, and three public clients that book.

/** Limits of public clients. The whole request is a URL, so text is cut. */
const MAX_INSTRUCTIONS = 250;
const MAX_DESCRIPTION = 35;
const MAX_PO = 20;
/** `HZ` of each line states these. */
const LINE_LEVEL_SERVICES: readonly Accessorial[] = ['hazmat'];

/**
 * Builds the query of a bill of lading with a PRO number of ArcBest.
 * @throws CarrierDeclined for too many lines, a unit without a code, or if a third party's address or account is missing
 */
export function buildBolQuery(request: TenderRequest, settings: ArcbestSettings): Query {
  const { items, carrierQuoteNumber, serviceCode, pickupDate } = request;
  requireFewLines(items);
  const [, time] = GUARANTEED.exec(serviceCode) ?? [];
  return {
    ...buildHeader(request, settings),
    ProAutoAssign: 'Y',
    ShipDate: formatArcbestDay(pickupDate),
    // All levels of a quote share its number.
    ...(carrierQuoteNumber && { QuoteID: carrierQuoteNumber.replace(/-GTD\d*$/, '') }),
    ...(serviceCode.startsWith('GTD') && { TimeKeeper: 'Y' }),
    ...(time && { DeliveryTimeType: 'by', DeliveryTime: `${time.slice(0, 2)}:${time.slice(2)}` }),
    LWHType: 'IN',
    ...buildLines(items, (item, line) => buildLine(item, line, request)),
    FileFormat: 'A',
  };
}

/** Builds the query of a pickup for the booking. @throws CarrierDeclined */
export function buildPickupQuery(
  request: TenderRequest,
  proNumber: string,
  settings: ArcbestSettings,
): Query {
  const { readyTime, closeTime } = request.pickup!;
  return {
    ...buildHeader(request, settings),
    Pronumber: proNumber,
    PickupDate: formatArcbestDay(request.pickupDate),
    AT: readyTime,
    OT: readyTime,
    CT: closeTime,
    ...(request.serviceCode.startsWith('GTD') && { TimeKeeper: 'Y' }),
    ...buildLines(request.items, (item, line) => buildPickupLine(item, line, request)),
  };
}

/** `RequesterType` and `PayTerms` of each payer. */
const PAYERS: Readonly<Record<TenderRequest['terms'], readonly [requester: string, terms: string]>> = {
  prepaid: ['1', 'P'],
  collect: ['2', 'C'],
  third_party: ['3', 'P'],
};
const GUARANTEED = /^GTD(\d{4})$/;

/** Payer, parties, references, services and instructions, the same for both requests. */
function buildHeader(request: TenderRequest, { test_bookings: isTest }: ArcbestSettings): Query {
  const { terms, shipper, consignee, references } = request;
  const payer = resolvePayer(request);
  const [requester, payTerms] = PAYERS[terms];
  const po = references.find(({ name }) => name === 'PO')?.value;
  const instructions = formatInstructions(request);
  return {
    ...(isTest && { Test: 'Y' }),
    RequesterType: requester,
    PayTerms: payTerms,
    RequesterName: payer.contact || payer.company,
    RequesterPhone: toPhoneDigits(payer.phone),
    ...(payer.email && { RequesterEmail: payer.email }),
    ...buildParty('Ship', shipper),
    ...buildParty('Cons', consignee),
    ...(terms === 'third_party' && {
      ...buildParty('TPB', payer),
      TPBAcct: requireThirdPartyAccount(request),
    }),
    Bol: request.reference,
    ...(po && { PO1: po.slice(0, MAX_PO) }),
    ...buildServices(request),
    ...(instructions && { Instructions: instructions }),
  };
}

function buildParty(side: string, party: Party): Query {
  const { company, contact, address, phone, email } = party;
  return {
    [`${side}Name`]: company,
    ...(contact && { [`${side}Contact`]: contact }),
    [`${side}Address`]: address,
    ...buildPlace(side, party),
    [`${side}Phone`]: toPhoneDigits(phone),
    ...(email && { [`${side}Email`]: email }),
  };
}

/** The emergency contact and the services come first, because ArcBest's field is short. */
function formatInstructions(request: TenderRequest): string {
  const { accessorials, specialInstructions, pickup } = request;
  const inWords = accessorials.filter((name) => ARCBEST_SERVICES[name] === undefined);
  return joinSentences(
    formatEmergencyContact(request),
    formatServices(inWords.filter((name) => !LINE_LEVEL_SERVICES.includes(name))),
    pickup?.instructions ?? null,
    specialInstructions,
  ).slice(0, MAX_INSTRUCTIONS);
}

function buildLine(item: RateItem, line: number, request: TenderRequest): Query {
  const { quantity, handling_unit_type: type, length, width, height, nmfc_item_number: nmfc } = item;
  const { nmfc_sub_code: sub } = item;
  return {
    [`HN${line}`]: String(quantity),
    [`HT${line}`]: requireUnitCode(ARCBEST_UNITS, type),
    ...buildPickupLine(item, line, request),
    [`FrtLng${line}`]: String(Math.ceil(length)),
    [`FrtWdth${line}`]: String(Math.ceil(width)),
    [`FrtHght${line}`]: String(Math.ceil(height)),
    ...(nmfc && { [`NMFC${line}`]: nmfc }),
    ...(nmfc && sub && { [`SUB${line}`]: sub }),
    ...buildHazmat(item, line),
  };
}

function buildPickupLine(item: RateItem, line: number, request: TenderRequest): Query {
  const { quantity, pieces = quantity, weight, hazmat, freight_class } = item;
  const isHazmat = hazmat !== undefined || hasUnassignedHazmat(request.items, request.accessorials);
  return {
    [`PN${line}`]: String(pieces),
    [`PT${line}`]: requireUnitCode(ARCBEST_UNITS, item.packaging_type ?? item.handling_unit_type),
    [`WT${line}`]: String(ceilPounds(weight)),
    [`CL${line}`]: freight_class,
    [`Desc${line}`]: formatDescription(item, request).slice(0, MAX_DESCRIPTION),
    ...(isHazmat && { [`HZ${line}`]: 'Y' }),
  };
}

/** The number without `UN`; packing group and technical name if the goods have them. */
function buildHazmat({ hazmat }: RateItem, line: number): Query {
  if (!hazmat) return {};
  const { un_number, proper_shipping_name, packing_group, technical_name } = hazmat;
  return {
    [`HZUN${line}`]: un_number.replace(/^UN/, ''),
    [`HZCL${line}`]: formatHazardClasses(hazmat),
    [`HZPropName${line}`]: proper_shipping_name,
    ...(packing_group && { [`HZPackGrp${line}`]: packing_group }),
    ...(technical_name && { [`HZTechName${line}`]: technical_name }),
  };
}

/** Formats `2026-12-03` as `12/03/2026`. */
function formatArcbestDay(day: Day): string {
  const [year, month, date] = day.split('-') as [string, string, string];
  return `${month}/${date}/${year}`;
}
