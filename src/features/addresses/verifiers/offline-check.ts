import { COUNTRY_FACTS, getCountry, normalizePostalCode } from '../../../domain/countries.js';
import { isZip, findStateByZip, isZipInState, listProvinces } from '../../../domain/zip-codes.js';
import type { PostalAddress, Verdict } from './verifier.js';

/** Returns the address in capitals with single spaces, as in USPS Publication 28. */
function normalizeAddress({ street, city, state, zip, country }: PostalAddress): PostalAddress {
  return {
    street: toPostalCase(street),
    city: city === null ? null : toPostalCase(city),
    state: toPostalCase(state),
    zip: zip === null ? null : formatZip(zip.trim()),
    ...(country && { country }),
  };
}

/** Checks that the address has a city or a ZIP code, and that the ZIP or postal code is well-formed and in the state. */
export function checkOffline(address: PostalAddress): Verdict {
  const normalized = normalizeAddress(address);
  const fault = findFault(normalized);
  return { valid: fault === null, normalized, messages: fault === null ? [] : [fault] };
}

function findFault(address: PostalAddress): string | null {
  const { city, state, zip } = address;
  const country = getCountry(address);
  if (country !== 'US') return findForeignFault(address, COUNTRY_FACTS[country]);
  if (zip === null) return city === null ? 'The city and the ZIP code are missing. Send one of them.' : null;
  if (!isZip(zip)) return 'The ZIP code must have five or nine digits, such as 90001 or 90001-1234.';
  if (isZipInState(zip, state)) return null;
  const home = findStateByZip(zip);
  return home === null
    ? `ZIP code ${zip} is not in any state.`
    : `ZIP code ${zip} is in ${home}, not in ${state}.`;
}

function findForeignFault(
  { city, state, zip }: PostalAddress,
  { isPostalCode, contains, postalLabel }: (typeof COUNTRY_FACTS)['CA'],
): string | null {
  if (zip === null)
    return city === null ? 'The city and the postal code are missing. Send one of them.' : null;
  if (!isPostalCode(zip)) return `The postal code must be ${postalLabel}.`;
  return contains(zip, state)
    ? null
    : `Postal code ${zip} is in ${listProvinces(zip).join(' or ')}, not in ${state}.`;
}

function toPostalCase(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toUpperCase();
}

function formatZip(zip: string): string {
  return normalizePostalCode(zip.replace(/^(\d{5})(\d{4})$/, '$1-$2'));
}
