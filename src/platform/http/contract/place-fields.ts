import { Transform } from 'class-transformer';
import { IsString } from 'class-validator';
import {
  COUNTRIES,
  COUNTRY_FACTS,
  DEFAULT_COUNTRY,
  findRegionFault,
  isCountry,
  normalizePostalCode,
  type Country,
} from '../../../domain/countries.js';
import { Choice, crossFieldRule, field, rule, type FieldOptions } from './fields.js';

/** A country; the state and the ZIP next to it are read by its rules. */
export function CountryCode(options: FieldOptions = {}): PropertyDecorator {
  return Choice(COUNTRIES, { optional: true, ...options });
}

const REGION_CODES = [...new Set(COUNTRIES.flatMap((country) => COUNTRY_FACTS[country].regions))].toSorted();

/** Matches the codes in either case: `[Aa][Ll]|…`. */
const STATE_PATTERN = `^(${REGION_CODES.map((code) => code.replace(/./g, (letter) => `[${letter}${letter.toLowerCase()}]`)).join('|')})$`;

/** A ZIP, ZIP+4, Canadian or Mexican postal code. */
const ZIP_PATTERN = '^(\\d{5}(-\\d{4})?|[A-Za-z]\\d[A-Za-z][ -]?\\d[A-Za-z]\\d)$';

/**
 * Two-letter code of a state or province of the country in the field `country` next to it; converted to upper case. Without
 * a country it is a US state, unless a saved address or the stored record may have the country (`countryElsewhere`).
 */
export function State({ countryElsewhere = false, ...options }: PlaceOptions = {}): PropertyDecorator {
  const countriesOf = (place: Record<string, unknown>) => listPossibleCountries(place, countryElsewhere);
  const message = (place: Record<string, unknown>) =>
    `$property must be ${joinLabels(countriesOf(place).map((country) => COUNTRY_FACTS[country].regionLabel))}`;
  const fits = (countries: readonly Country[], value: unknown) =>
    countries.some((country) => COUNTRY_FACTS[country].regions.includes(String(value)));
  return field(
    options,
    { type: String, pattern: STATE_PATTERN, example: options.example ?? 'CA' },
    Transform(({ value }) => (typeof value === 'string' ? value.toUpperCase() : (value as unknown))),
    IsString(),
    rule('isRegion', (value) => fits(COUNTRIES, value), message),
    crossFieldRule(
      'regionInCountry',
      (value, place) => !fits(COUNTRIES, value) || fits(countriesOf(place), value),
      message,
    ),
  );
}

/**
 * A postal code of the country and the state next to it: ZIP or ZIP+4, `M5V 3L9`, or five digits in Mexico. Adds the space
 * to a Canadian code.
 */
export function Zip({ countryElsewhere = false, ...options }: PlaceOptions = {}): PropertyDecorator {
  const countriesOf = (place: Record<string, unknown>) => listPossibleCountries(place, countryElsewhere);
  const format = new RegExp(ZIP_PATTERN);
  const isFormatted = (value: unknown) => typeof value === 'string' && format.test(value);
  const findFaults = (place: Record<string, unknown>, zip: unknown) =>
    countriesOf(place).map((country) => {
      const { state } = place;
      const known = typeof state === 'string' && COUNTRY_FACTS[country].regions.includes(state.toUpperCase());
      return findRegionFault({
        country,
        zip: String(zip),
        ...(known && { state: state.toUpperCase() }),
      });
    });
  const describeFormat = (place: Record<string, unknown>) =>
    `$property must be ${joinLabels(countriesOf(place).map((country) => COUNTRY_FACTS[country].postalLabel))}`;
  return field(
    options,
    {
      type: String,
      minLength: 5,
      maxLength: 10,
      pattern: ZIP_PATTERN,
      example: options.example ?? '90001',
    },
    Transform(({ value }) => (typeof value === 'string' ? normalizePostalCode(value) : (value as unknown))),
    IsString(),
    rule('isPostalCode', isFormatted, describeFormat),
    crossFieldRule(
      'zipInState',
      (zip, place) => !isFormatted(zip) || findFaults(place, zip).includes(null),
      (place) => `$property must be ${findFaults(place, place.zip).find((fault) => fault !== null)!.rule}`,
    ),
  );
}

interface PlaceOptions extends FieldOptions {
  countryElsewhere?: boolean;
}

/** Returns every country if the place does not name its own and another source may. */
function listPossibleCountries(
  { country, address_id: addressId }: Record<string, unknown>,
  countryElsewhere: boolean,
): readonly Country[] {
  if (isCountry(country)) return [country];
  // An unknown country has its own error.
  const isElsewhere =
    countryElsewhere || addressId !== undefined || (country !== undefined && country !== null);
  return isElsewhere ? COUNTRIES : [DEFAULT_COUNTRY];
}

/** `a, b or c` */
function joinLabels(labels: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(labels);
}
