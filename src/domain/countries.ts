import { CA_PROVINCES, MX_STATES, US_STATES } from './states.js';
import { isCanadianPostalCode, isZip, isZipInState } from './zip-codes.js';

/** ISO 3166-1 alpha-2. */
export const COUNTRIES = ['US', 'CA', 'MX'] as const;
export type Country = (typeof COUNTRIES)[number];

/** The country of a place without one. */
export const DEFAULT_COUNTRY: Country = 'US';

/** The parts of a place that depend on its country. */
export interface Region {
  country?: Country | null;
  /** Two-letter code of the state or province. */
  state: string;
  /** ZIP code or postal code. */
  zip: string;
}

interface CountryFacts {
  name: string;
  /** ISO 3166-1 alpha-3. */
  alpha3: string;
  /** Two-letter codes of states or provinces. */
  regions: readonly string[];
  regionLabel: string;
  postalLabel: string;
  isPostalCode: (text: string) => boolean;
  /** Returns true if the state or province has addresses with this code. */
  contains: (zip: string, state: string) => boolean;
  containsLabel: string;
}

export const COUNTRY_FACTS: Readonly<Record<Country, CountryFacts>> = {
  US: {
    name: 'United States',
    alpha3: 'USA',
    regions: US_STATES,
    regionLabel: 'a two-letter US state code',
    postalLabel: 'a ZIP code such as 90001 or 90001-1234',
    isPostalCode: isZip,
    contains: isZipInState,
    containsLabel: 'a ZIP code of the given state',
  },
  CA: {
    name: 'Canada',
    alpha3: 'CAN',
    regions: CA_PROVINCES,
    regionLabel: 'a two-letter code of a Canadian province or territory, such as ON',
    postalLabel: 'a postal code such as M5V 3L9',
    isPostalCode: isCanadianPostalCode,
    contains: isZipInState,
    containsLabel: 'a postal code of the given province',
  },
  MX: {
    name: 'Mexico',
    alpha3: 'MEX',
    regions: MX_STATES,
    regionLabel: 'a two-letter code of a Mexican state, such as NL',
    postalLabel: 'a postal code of five digits, such as 64000',
    isPostalCode: (text) => /^\d{5}$/.test(text),
    contains: () => true,
    containsLabel: 'a postal code of the given state',
  },
};

export function isCountry(value: unknown): value is Country {
  return (COUNTRIES as readonly unknown[]).includes(value);
}

export function getCountry({ country }: { country?: Country | null }): Country {
  return country ?? DEFAULT_COUNTRY;
}

/** Returns the countries among the places, without duplicates. */
export function listCountries(places: readonly { country?: Country | null }[]): Country[] {
  return [...new Set(places.map(getCountry))];
}

/** Writes a Canadian postal code as `M5V 3L9`; returns other text unchanged. */
export function normalizePostalCode(text: string): string {
  return isCanadianPostalCode(text) ? text.replace(/[ -]/, '').toUpperCase().replace(/^.{3}/, '$& ') : text;
}

/** Returns the field of a place that does not fit its country, and what it must be; null if all fields agree. */
export function findRegionFault(place: Partial<Region>): { field: 'state' | 'zip'; rule: string } | null {
  const facts = COUNTRY_FACTS[getCountry(place)];
  const { state, zip } = place;
  if (state && !facts.regions.includes(state)) return { field: 'state', rule: facts.regionLabel };
  if (zip && !facts.isPostalCode(zip)) return { field: 'zip', rule: facts.postalLabel };
  if (zip && state && !facts.contains(zip, state)) return { field: 'zip', rule: facts.containsLabel };
  return null;
}

/** Returns the digits by which carriers rate: five of a ZIP+4, otherwise the whole code without its space. */
export function toRatedPostalCode(zip: string): string {
  return isZip(zip) ? zip.slice(0, 5) : zip.replace(' ', '');
}

/** Returns `, Canada` for a place outside the US, otherwise an empty text. */
export function formatForeignCountry(place: { country?: Country | null }): string {
  const country = getCountry(place);
  return country === DEFAULT_COUNTRY ? '' : `, ${COUNTRY_FACTS[country].name}`;
}
