import type { Place } from '../../carriers/carrier-requests.js';
import { ApiError, buildFieldErrorsError } from '../../../platform/http/errors/api-error.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { computeTotalWeight } from '../../quotes/quote.mapper.js';
import type { BillTo, Freight, FreightParty } from '../record/freight.entity.js';
import { getCountry, toRatedPostalCode } from '../../../domain/countries.js';
import { isMissingTechnicalName } from '../../../domain/hazmat.js';
import { isCallablePhone } from '../../../domain/phones.js';
import { assertQuotedCustomer } from '../record/immutable-fields.js';
import { toShippedItems } from '../record/freight.mapper.js';

const REQUIRED_PARTY_FIELDS = ['company', 'address'] as const;

const WEIGHT_TOLERANCE_LB = 1;

/** @throws ApiError booking_incomplete with every missing field; address_differs_from_quote, freight_differs_from_quote */
export function assertBookable(freight: Freight, quote: Quote): void {
  const missing = findMissingFields(freight, quote);
  if (missing.length > 0) {
    const faults = missing.map((param) => ({ param, message: `Booking requires ${describeField(param)}.` }));
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
  const hazmatLines = toShippedItems(freight, quote).flatMap(({ hazmat }) => hazmat ?? []);
  const described = hazmatLines.length > 0;
  // 49 CFR 172.604(d) exempts limited quantities.
  const needsContact = !described || hazmatLines.some((line) => !line.limited_quantity);
  return [
    ...findMissingPartyFields(shipFrom).map((key) => `ship_from.${key}`),
    ...findMissingPartyFields(shipTo).map((key) => `ship_to.${key}`),
    ...(isBlank(commodity?.description) ? ['freight.description'] : []),
    ...(hazmat && !described ? ['freight.hazmat'] : []),
    ...findMissingBillToFields(billTo).map((key) => `bill_to.${key}`),
    ...(hazmat && needsContact && emergencyContact === null ? ['emergency_contact'] : []),
    ...findMissingTechnicalNames(freight, quote),
  ];
}

/** Finds hazmat lines whose proper shipping name requires a technical name. */
function findMissingTechnicalNames({ commodity }: Freight, { items }: Quote): string[] {
  return [
    ...items.flatMap(({ hazmat }, index) =>
      hazmat && isMissingTechnicalName(hazmat) ? [`items[${index}].hazmat.technical_name`] : [],
    ),
    ...(commodity?.hazmat ?? []).flatMap((hazmat, index) =>
      isMissingTechnicalName(hazmat) ? [`freight.hazmat[${index}].technical_name`] : [],
    ),
  ];
}

function describeField(param: string): string {
  return param.endsWith('.phone') ? `${param} with at least seven digits` : param;
}

function findMissingPartyFields(party: FreightParty): string[] {
  return [
    ...findBlankFields(party, REQUIRED_PARTY_FIELDS),
    ...(isCallablePhone(party.phone) ? [] : ['phone']),
  ];
}

/** Only a third party has to be named: without a payer the carrier bills the shipper. */
function findMissingBillToFields(billTo: BillTo | null): string[] {
  return billTo?.type === 'third_party' ? findBlankFields(billTo, REQUIRED_PARTY_FIELDS) : [];
}

function findBlankFields<K extends string>(party: Partial<Record<K, string>>, keys: readonly K[]): K[] {
  return keys.filter((key) => isBlank(party[key]));
}

/** Compares the part of the ZIP or postal code that carriers rate by. */
function assertSameLocation(party: FreightParty, place: Place, name: string): void {
  if (!isSameText(party.city, place.city)) throw buildAddressMismatchError(`${name}.city`);
  if (party.state !== place.state) throw buildAddressMismatchError(`${name}.state`);
  if (getCountry(party) !== getCountry(place)) throw buildAddressMismatchError(`${name}.country`);
  if (toRatedPostalCode(party.zip) !== toRatedPostalCode(place.zip))
    throw buildAddressMismatchError(`${name}.zip`);
}

/** Compares the weight, class and hazmat of the draft, if it has any, with the rated items. */
function assertMatchesRatedFreight({ commodity }: Freight, { items, accessorials }: Quote): void {
  const { weight, freight_class: freightClass, hazmat = [] } = commodity ?? {};
  const rated = computeTotalWeight(items);
  if (weight !== undefined && Math.abs(weight - rated) > WEIGHT_TOLERANCE_LB) {
    throw buildFreightMismatchError('freight.weight', `${weight} lb, but the quote is for ${rated} lb`);
  }
  const classes = [...new Set<string>(items.map((item) => item.freight_class))];
  if (freightClass !== undefined && !classes.includes(freightClass)) {
    throw buildFreightMismatchError(
      'freight.freight_class',
      `${freightClass}, but the quote is for class ${classes.join(', ')}`,
    );
  }
  if (hazmat.length > 0 && !accessorials.includes('hazmat')) {
    throw buildFreightMismatchError('freight.hazmat', 'set, but the quote is for nonhazardous freight');
  }
  // A quote that describes hazardous lines declares its other lines nonhazardous.
  if (hazmat.length > 0 && items.some((item) => item.hazmat)) {
    throw buildFreightMismatchError('freight.hazmat', 'set for lines that the quote declares nonhazardous');
  }
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

function isSameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function buildAddressMismatchError(param: string): ApiError {
  return new ApiError('address_differs_from_quote', {
    param,
    message: `${param} differs from the quote. Use the quote's address, or request new quotes.`,
  });
}

function buildFreightMismatchError(param: string, difference: string): ApiError {
  return new ApiError('freight_differs_from_quote', {
    param,
    message: `${param} is ${difference}. Request new quotes for different freight.`,
  });
}
