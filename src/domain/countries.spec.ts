import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { COUNTRIES, COUNTRY_FACTS, findRegionFault, normalizePostalCode } from './countries.js';
import { getTimeZone } from './time-zones.js';
import { estimateRoadMiles, isCanadianPostalCode, listProvinces } from './zip-codes.js';

type Area = { zip: string; state: string };
const { codes } = createRequire(import.meta.url)('zipcodes/lib/codesCanada.js') as {
  codes: Record<string, Area>;
};
const PROVINCE_NAMES: Readonly<Record<string, string>> = {
  Alberta: 'AB',
  'British Columbia': 'BC',
  Manitoba: 'MB',
  'New Brunswick': 'NB',
  'Newfoundland and Labrador': 'NL',
  'Northwest Territory': 'NT',
  'Nova Scotia': 'NS',
  'Nunavut Territory': 'NU',
  Ontario: 'ON',
  'Prince Edward Island': 'PE',
  Quebec: 'QC',
  Saskatchewan: 'SK',
  Yukon: 'YT',
};

describe('Canadian postal codes', () => {
  it.each(['M5V 3L9', 'm5v3l9', 'M5V-3L9'])('%s becomes M5V 3L9', (text) => {
    expect(normalizePostalCode(text)).toBe('M5V 3L9');
  });

  it.each(['M5V', 'D5V 3L9', 'M5O 3L9', 'M5V  3L9', '90001', 'W1A 1A1', 'M5V 3L9 '])('%j is none', (text) => {
    expect(isCanadianPostalCode(text)).toBe(false);
    expect(normalizePostalCode(text)).toBe(text);
  });

  it('agree with the province of every area in the data package', () => {
    const known = Object.values(codes).filter(({ state }) => PROVINCE_NAMES[state]);
    expect(known.length).toBeGreaterThan(1_500);
    const wrong = known.filter(
      ({ zip, state }) =>
        isCanadianPostalCode(`${zip} 1A1`) && !listProvinces(`${zip} 1A1`).includes(PROVINCE_NAMES[state]!),
    );
    expect(wrong).toEqual([]);
  });

  it('have positions, so that distances and time zones are known', () => {
    const miles = estimateRoadMiles('14201', 'M5V 3L9');
    expect(miles).toBeGreaterThan(50);
    expect(miles).toBeLessThan(130);
    expect(getTimeZone({ country: 'CA', state: 'BC', zip: 'V6B 1A1' })).toBe('America/Vancouver');
    expect(getTimeZone({ country: 'CA', state: 'NL', zip: 'A1A 1A1' })).toBe('America/St_Johns');
  });
});

describe('findRegionFault', () => {
  it.each([
    [{ state: 'CA', zip: '90001' }, null],
    [{ country: 'CA', state: 'ON', zip: 'M5V 3L9' }, null],
    [{ country: 'CA', state: 'QC', zip: 'K1A 0B1' }, null],
    [{ country: 'MX', state: 'NL', zip: '64000' }, null],
    [{ country: 'CA', state: 'QC', zip: 'M5V 3L9' }, 'zip'],
    [{ country: 'CA', state: 'NY', zip: 'M5V 3L9' }, 'state'],
    [{ country: 'CA', state: 'ON', zip: '90001' }, 'zip'],
    [{ country: 'MX', state: 'ON', zip: '64000' }, 'state'],
    [{ country: 'MX', state: 'NL', zip: '64000-1234' }, 'zip'],
    [{ state: 'ON' }, 'state'],
  ] as const)('of %j is %s', (place, field) => {
    expect(findRegionFault(place)?.field ?? null).toBe(field);
  });
});

it('two-letter codes are unique within a country', () => {
  for (const country of COUNTRIES) {
    const { regions } = COUNTRY_FACTS[country];
    expect(new Set(regions).size).toBe(regions.length);
  }
  expect(COUNTRY_FACTS.MX.regions).toHaveLength(32);
  expect(COUNTRY_FACTS.CA.regions).toHaveLength(13);
});

it('Mexican places are in the time zone of their state', () => {
  const zone = (state: string) => getTimeZone({ country: 'MX', state, zip: '64000' });
  expect(['NL', 'BC', 'QR', 'SO'].map(zone)).toEqual([
    'America/Mexico_City',
    'America/Tijuana',
    'America/Cancun',
    'America/Hermosillo',
  ]);
});
