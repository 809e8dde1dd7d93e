import { isZip, findStateByZip, isZipInState } from '../../../../domain/zip-codes.js';
import type { PostalAddress, Verdict } from '../verifier.js';

/** The address in capitals with single spaces, as the postal service writes it (USPS Publication 28). */
export function normalizeAddress({ street, city, state, zip }: PostalAddress): PostalAddress {
  return {
    street: toPostalCase(street),
    city: city === null ? null : toPostalCase(city),
    state: toPostalCase(state),
    zip: zip === null ? null : formatZip(zip.trim()),
  };
}

/** What can be told of an address without asking anyone: whether it is complete, well-formed, and its ZIP in its state. */
export function checkOffline(address: PostalAddress): Verdict {
  const normalized = normalizeAddress(address);
  const fault = findFault(normalized);
  return { valid: fault === null, normalized, messages: fault === null ? [] : [fault] };
}

function findFault({ city, state, zip }: PostalAddress): string | null {
  if (zip === null) return city === null ? 'Neither city nor ZIP code is given.' : null;
  if (!isZip(zip)) return 'The ZIP code is not one such as 90001 or 90001-1234.';
  if (isZipInState(zip, state)) return null;
  const home = findStateByZip(zip);
  return home === null
    ? `No state has the ZIP code ${zip}.`
    : `The ZIP code ${zip} lies in ${home}, not in ${state}.`;
}

function toPostalCase(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}

function formatZip(zip: string): string {
  return zip.replace(/^(\d{5})(\d{4})$/, '$1-$2');
}
