import { isZip, stateOfZip, zipMatchesState } from '../../../../domain/zip-codes.js';
import type { PostalAddress, Verdict } from '../verifier.js';

/** The address in capitals with single spaces, as the postal service writes it (USPS Publication 28). */
export function normalize({ street, city, state, zip }: PostalAddress): PostalAddress {
  return {
    street: inCapitals(street),
    city: city === null ? null : inCapitals(city),
    state: inCapitals(state),
    zip: zip === null ? null : withDash(zip.trim()),
  };
}

/** What can be told of an address without asking anyone: whether it is complete, well-formed, and its ZIP in its state. */
export function checkOffline(address: PostalAddress): Verdict {
  const normalized = normalize(address);
  const fault = faultOf(normalized);
  return { valid: fault === null, normalized, messages: fault === null ? [] : [fault] };
}

function faultOf({ city, state, zip }: PostalAddress): string | null {
  if (zip === null) return city === null ? 'Neither city nor ZIP code is given.' : null;
  if (!isZip(zip)) return 'The ZIP code is not one such as 90001 or 90001-1234.';
  if (zipMatchesState(zip, state)) return null;
  const home = stateOfZip(zip);
  return home === null
    ? `No state has the ZIP code ${zip}.`
    : `The ZIP code ${zip} lies in ${home}, not in ${state}.`;
}

function inCapitals(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}

function withDash(zip: string): string {
  return zip.replace(/^(\d{5})(\d{4})$/, '$1-$2');
}
