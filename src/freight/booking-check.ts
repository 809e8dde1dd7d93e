import type { Place } from '../carriers/carrier-adapter.js';
import { ApiError } from '../http/api-error.js';
import type { Quote } from '../quotes/quote.entity.js';
import type { Freight, FreightParty } from './freight.entity.js';

const NEEDED = ['company', 'address', 'phone'] as const;

/**
 * Whether a draft has all that a carrier wants to know and goes where the quote goes.
 * @throws ApiError booking_incomplete, address_differs_from_quote: `param` names the first field
 */
export function checkBookable({ shipFrom, shipTo, commodity }: Freight, quote: Quote): void {
  requireParty(shipFrom, 'ship_from');
  requireParty(shipTo, 'ship_to');
  if (isBlank(commodity?.description)) throw incomplete('freight.description');
  requirePlace(shipFrom, quote.origin, 'ship_from');
  requirePlace(shipTo, quote.destination, 'ship_to');
}

function requireParty(party: FreightParty, name: string): void {
  for (const key of NEEDED) if (isBlank(party[key])) throw incomplete(`${name}.${key}`);
}

/** ZIPs are the same when their five digits are: a carrier rates no finer. */
function requirePlace(party: FreightParty, place: Place, name: string): void {
  if (!sameText(party.city, place.city)) throw differs(`${name}.city`);
  if (party.state !== place.state) throw differs(`${name}.state`);
  if (party.zip.slice(0, 5) !== place.zip.slice(0, 5)) throw differs(`${name}.zip`);
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

function sameText(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function incomplete(param: string): ApiError {
  return new ApiError('booking_incomplete', { param, message: `Booking needs ${param}.` });
}

function differs(param: string): ApiError {
  return new ApiError('address_differs_from_quote', { param, message: `${param} differs from the quote.` });
}
