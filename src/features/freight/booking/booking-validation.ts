import type { Place } from '../../carriers/carrier-requests.js';
import { ApiError, buildFieldErrorsError } from '../../../platform/http/errors/api-error.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { computeTotalWeight } from '../../quotes/quote.mapper.js';
import type { BillTo, Freight, FreightParty } from '../record/freight.entity.js';
import { isMissingTechnicalName } from '../../../domain/hazmat.js';
import { isCallablePhone } from '../../../domain/phones.js';
import { assertQuotedCustomer } from '../record/quoted-customer.js';
import { buildShippedItems } from '../record/shipped-items.js';

const REQUIRED_PARTY_FIELDS = ['company', 'address'] as const;

/** Pounds by which scales differ. */
const WEIGHT_TOLERANCE_LB = 1;

/**
 * Whether a draft has all that a carrier wants to know, goes where the quote goes and is what was rated.
 * @throws ApiError booking_incomplete, naming every field; address_differs_from_quote, freight_differs_from_quote
 */
export function assertBookable(freight: Freight, quote: Quote): void {
  const missing = findMissingFields(freight, quote);
  if (missing.length > 0) {
    const faults = missing.map((param) => ({ param, message: `Booking needs ${describeField(param)}.` }));
    throw buildFieldErrorsError(faults, 'booking_incomplete');
  }
  assertSameLocation(freight.shipFrom, quote.origin, 'ship_from');
  assertSameLocation(freight.shipTo, quote.destination, 'ship_to');
  assertMatchesRatedFreight(freight, quote);
  assertQuotedCustomer(freight.customerId, quote);
}

function findMissingFields(freight: Freight, quote: Quote): string[] {
  const { shipFrom, shipTo, commodity, billTo, emergencyContact } = freight;
  const hazmat = quote.accessorials.includes('hazmat');
  const dangers = buildShippedItems(freight, quote).flatMap(({ hazmat }) => hazmat ?? []);
  const described = dangers.length > 0;
  // Limited quantities travel without an emergency telephone number: 49 CFR 172.604(d).
  const calling = dangers.some((each) => !each.limited_quantity) || !described;
  return [
    ...findMissingPartyFields(shipFrom).map((key) => `ship_from.${key}`),
    ...findMissingPartyFields(shipTo).map((key) => `ship_to.${key}`),
    ...(isBlank(commodity?.description) ? ['freight.description'] : []),
    ...(hazmat && !described ? ['freight.hazmat'] : []),
    ...findMissingBillToFields(billTo).map((key) => `bill_to.${key}`),
    ...(hazmat && calling && emergencyContact === null ? ['emergency_contact'] : []),
    ...findMissingTechnicalNames(freight, quote),
  ];
}

/** Dangerous lines whose name tells no substance: the quote's own can't be booked, the draft's can be said anew. */
function findMissingTechnicalNames({ commodity }: Freight, { items }: Quote): string[] {
  return [
    ...items.flatMap(({ hazmat }, at) =>
      hazmat && isMissingTechnicalName(hazmat) ? [`items[${at}].hazmat.technical_name`] : [],
    ),
    ...(commodity?.hazmat ?? []).flatMap((hazmat, at) =>
      isMissingTechnicalName(hazmat) ? [`freight.hazmat[${at}].technical_name`] : [],
    ),
  ];
}

function describeField(param: string): string {
  return param.endsWith('.phone') ? `${param} with seven digits at least` : param;
}

/** A driver who stands before a locked gate calls. */
function findMissingPartyFields(party: FreightParty): string[] {
  return [
    ...findBlankFields(party, REQUIRED_PARTY_FIELDS),
    ...(isCallablePhone(party.phone) ? [] : ['phone']),
  ];
}

/** Who else than the two parties pays must be known: freight billed to nobody is billed to the shipper. */
function findMissingBillToFields(billTo: BillTo | null): string[] {
  return billTo?.type === 'third_party' ? findBlankFields(billTo, REQUIRED_PARTY_FIELDS) : [];
}

function findBlankFields<K extends string>(party: Partial<Record<K, string>>, keys: readonly K[]): K[] {
  return keys.filter((key) => isBlank(party[key]));
}

/** ZIPs are the same when their five digits are: a carrier rates no finer. */
function assertSameLocation(party: FreightParty, place: Place, name: string): void {
  if (!isSameText(party.city, place.city)) throw buildAddressMismatchError(`${name}.city`);
  if (party.state !== place.state) throw buildAddressMismatchError(`${name}.state`);
  if (party.zip.slice(0, 5) !== place.zip.slice(0, 5)) throw buildAddressMismatchError(`${name}.zip`);
}

/** The draft's own weight and class, where it says any, are what was rated: the carrier bills what it weighs. */
function assertMatchesRatedFreight({ commodity }: Freight, { items, accessorials }: Quote): void {
  const { weight, freight_class: freightClass, hazmat = [] } = commodity ?? {};
  const rated = computeTotalWeight(items);
  if (weight !== undefined && Math.abs(weight - rated) > WEIGHT_TOLERANCE_LB) {
    throw buildFreightMismatchError('freight.weight', `${weight} lb, and the quote is for ${rated} lb`);
  }
  const classes = [...new Set<string>(items.map((item) => item.freight_class))];
  if (freightClass !== undefined && !classes.includes(freightClass)) {
    throw buildFreightMismatchError(
      'freight.freight_class',
      `${freightClass}, and the quote is for class ${classes.join(', ')}`,
    );
  }
  if (hazmat.length > 0 && !accessorials.includes('hazmat')) {
    throw buildFreightMismatchError(
      'freight.hazmat',
      'there, and the quote is for freight that is not hazardous',
    );
  }
  // Where the quote says which lines are dangerous, it says that the others aren't.
  if (hazmat.length > 0 && items.some((item) => item.hazmat)) {
    throw buildFreightMismatchError(
      'freight.hazmat',
      'about lines that the quote has as not hazardous, beside those it describes',
    );
  }
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

function isSameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function buildAddressMismatchError(param: string): ApiError {
  return new ApiError('address_differs_from_quote', { param, message: `${param} differs from the quote.` });
}

function buildFreightMismatchError(param: string, difference: string): ApiError {
  return new ApiError('freight_differs_from_quote', { param, message: `${param} is ${difference}.` });
}
