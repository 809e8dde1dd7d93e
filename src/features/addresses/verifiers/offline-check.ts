import { isZip, findStateByZip, isZipInState } from '../../../domain/zip-codes.js';
import type { PostalAddress, Verdict } from './verifier.js';

/** Returns the address in capitals with single spaces, as in USPS Publication 28. */
function normalizeAddress({ street, city, state, zip }: PostalAddress): PostalAddress {
  return {
    street: toPostalCase(street),
    city: city === null ? null : toPostalCase(city),
    state: toPostalCase(state),
    zip: zip === null ? null : formatZip(zip.trim()),
  };
}

/** Checks that the address has a city or a ZIP code, and that the ZIP code is well-formed and in the state. */
export function checkOffline(address: PostalAddress): Verdict {
  const normalized = normalizeAddress(address);
  const fault = findFault(normalized);
  return { valid: fault === null, normalized, messages: fault === null ? [] : [fault] };
}

function findFault({ city, state, zip }: PostalAddress): string | null {
  if (zip === null) return city === null ? 'The city and the ZIP code are missing. Send one of them.' : null;
  if (!isZip(zip)) return 'The ZIP code must be like 90001 or 90001-1234.';
  if (isZipInState(zip, state)) return null;
  const home = findStateByZip(zip);
  return home === null
    ? `No state has the ZIP code ${zip}.`
    : `The ZIP code ${zip} is in ${home}, not in ${state}.`;
}

function toPostalCase(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}

function formatZip(zip: string): string {
  return zip.replace(/^(\d{5})(\d{4})$/, '$1-$2');
}
