import type { Place } from '../../carriers/carrier-requests.js';
import { ApiError, faulty } from '../../../platform/http/errors/api-error.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { totalWeight } from '../../quotes/quote.presenter.js';
import type { BillTo, Freight, FreightParty } from '../record/freight.entity.js';
import { lacksTechnicalName } from '../../../domain/hazmat.js';
import { canBeCalled } from '../../../domain/phones.js';
import { requireCustomer } from '../record/priced-customer.js';
import { shippedItems } from '../record/shipped-items.js';

const NEEDED = ['company', 'address'] as const;

/** Pounds by which scales differ. */
const WEIGHT_TOLERANCE = 1;

/**
 * Whether a draft has all that a carrier wants to know, goes where the quote goes and is what was rated.
 * @throws ApiError booking_incomplete, naming every field; address_differs_from_quote, freight_differs_from_quote
 */
export function checkBookable(freight: Freight, quote: Quote): void {
  const missing = missingIn(freight, quote);
  if (missing.length > 0) {
    const faults = missing.map((param) => ({ param, message: `Booking needs ${wordsOf(param)}.` }));
    throw faulty(faults, 'booking_incomplete');
  }
  requirePlace(freight.shipFrom, quote.origin, 'ship_from');
  requirePlace(freight.shipTo, quote.destination, 'ship_to');
  requireRated(freight, quote);
  requireCustomer(freight.customerId, quote);
}

function missingIn(freight: Freight, quote: Quote): string[] {
  const { shipFrom, shipTo, commodity, billTo, emergencyContact } = freight;
  const hazmat = quote.accessorials.includes('hazmat');
  const dangers = shippedItems(freight, quote).flatMap(({ hazmat }) => hazmat ?? []);
  const described = dangers.length > 0;
  // Limited quantities travel without an emergency telephone number: 49 CFR 172.604(d).
  const calling = dangers.some((each) => !each.limited_quantity) || !described;
  return [
    ...lackingOfParty(shipFrom).map((key) => `ship_from.${key}`),
    ...lackingOfParty(shipTo).map((key) => `ship_to.${key}`),
    ...(isBlank(commodity?.description) ? ['freight.description'] : []),
    ...(hazmat && !described ? ['freight.hazmat'] : []),
    ...lackingOfPayer(billTo).map((key) => `bill_to.${key}`),
    ...(hazmat && calling && emergencyContact === null ? ['emergency_contact'] : []),
    ...namelessIn(freight, quote),
  ];
}

/** Dangerous lines whose name tells no substance: the quote's own can't be booked, the draft's can be said anew. */
function namelessIn({ commodity }: Freight, { items }: Quote): string[] {
  return [
    ...items.flatMap(({ hazmat }, at) =>
      hazmat && lacksTechnicalName(hazmat) ? [`items[${at}].hazmat.technical_name`] : [],
    ),
    ...(commodity?.hazmat ?? []).flatMap((hazmat, at) =>
      lacksTechnicalName(hazmat) ? [`freight.hazmat[${at}].technical_name`] : [],
    ),
  ];
}

function wordsOf(param: string): string {
  return param.endsWith('.phone') ? `${param} with seven digits at least` : param;
}

/** A driver who stands before a locked gate calls. */
function lackingOfParty(party: FreightParty): string[] {
  return [...lackingOf(party, NEEDED), ...(canBeCalled(party.phone) ? [] : ['phone'])];
}

/** Who else than the two parties pays must be known: freight billed to nobody is billed to the shipper. */
function lackingOfPayer(billTo: BillTo | null): string[] {
  return billTo?.type === 'third_party' ? lackingOf(billTo, NEEDED) : [];
}

function lackingOf<K extends string>(party: Partial<Record<K, string>>, keys: readonly K[]): K[] {
  return keys.filter((key) => isBlank(party[key]));
}

/** ZIPs are the same when their five digits are: a carrier rates no finer. */
function requirePlace(party: FreightParty, place: Place, name: string): void {
  if (!sameText(party.city, place.city)) throw elsewhere(`${name}.city`);
  if (party.state !== place.state) throw elsewhere(`${name}.state`);
  if (party.zip.slice(0, 5) !== place.zip.slice(0, 5)) throw elsewhere(`${name}.zip`);
}

/** The draft's own weight and class, where it says any, are what was rated: the carrier bills what it weighs. */
function requireRated({ commodity }: Freight, { items, accessorials }: Quote): void {
  const { weight, freight_class: freightClass, hazmat = [] } = commodity ?? {};
  const rated = totalWeight(items);
  if (weight !== undefined && Math.abs(weight - rated) > WEIGHT_TOLERANCE) {
    throw other('freight.weight', `${weight} lb, and the quote is for ${rated} lb`);
  }
  const classes = [...new Set<string>(items.map((item) => item.freight_class))];
  if (freightClass !== undefined && !classes.includes(freightClass)) {
    throw other('freight.freight_class', `${freightClass}, and the quote is for class ${classes.join(', ')}`);
  }
  if (hazmat.length > 0 && !accessorials.includes('hazmat')) {
    throw other('freight.hazmat', 'there, and the quote is for freight that is not hazardous');
  }
  // Where the quote says which lines are dangerous, it says that the others aren't.
  if (hazmat.length > 0 && items.some((item) => item.hazmat)) {
    throw other(
      'freight.hazmat',
      'about lines that the quote has as not hazardous, beside those it describes',
    );
  }
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

function sameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function elsewhere(param: string): ApiError {
  return new ApiError('address_differs_from_quote', { param, message: `${param} differs from the quote.` });
}

function other(param: string, difference: string): ApiError {
  return new ApiError('freight_differs_from_quote', { param, message: `${param} is ${difference}.` });
}
