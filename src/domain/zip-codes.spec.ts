import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { US_STATES } from './states.js';
import {
  isZip,
  estimateRoadMiles,
  computeMilesToCity,
  estimatePosition,
  findStateByZip,
  isZipInState,
  findZipPosition,
  findCityByZip,
} from './zip-codes.js';

const { codes } = createRequire(import.meta.url)('zipcodes') as typeof import('zipcodes');
const usEntries = Object.values(codes).filter((entry) => entry.country === 'US');

describe('isZip', () => {
  it.each(['60601', '00501', '60601-1234'])('accepts %s', (zip) => expect(isZip(zip)).toBe(true));
  it.each(['', '6060', '606011', '60601-', '60601-12', '606011234', ' 60601', '60601\n', '６０６０１'])(
    'rejects %j',
    (zip) => {
      expect(isZip(zip)).toBe(false);
      expect(findStateByZip(zip)).toBeNull();
      expect(findZipPosition(zip)).toBeNull();
      expect(() => estimatePosition(zip)).toThrow(RangeError);
    },
  );
});

describe('findStateByZip', () => {
  it('agrees with the ZIP data package on every US ZIP', () => {
    expect(usEntries.length).toBeGreaterThan(40_000);
    const different = usEntries.filter(({ zip, state }) => findStateByZip(zip) !== state);
    expect(different).toEqual([]);
  });

  it('covers every state in US_STATES', () => {
    const reached = new Set(
      Array.from({ length: 100_000 }, (_, n) => findStateByZip(String(n).padStart(5, '0'))),
    );
    expect(US_STATES.filter((state) => !reached.has(state))).toEqual([]);
    expect(US_STATES).toHaveLength(59);
  });

  it.each([
    ['90079', 'CA'],
    ['60601-1234', 'IL'],
    ['06390', 'NY'],
    ['06391', 'CT'],
    ['73960', 'TX'],
    ['83414', 'WY'],
    ['96799', 'AS'],
    ['96950', 'MP'],
    ['96910', 'GU'],
    ['00802', 'VI'],
    ['34002', 'AA'],
    ['09012', 'AE'],
    ['96201', 'AP'],
    ['56901', 'DC'],
    ['39901', 'GA'],
  ])('maps %s to %s', (zip, state) => expect(findStateByZip(zip)).toBe(state));

  it('returns the state of a ZIP that the ZIP data package lacks', () => {
    expect(codes['90000']).toBeUndefined();
    expect(findStateByZip('90000')).toBe('CA');
  });

  it.each(['00000', '00499', '57900', '71500'])('returns null for %s, which belongs to no state', (zip) => {
    expect(findStateByZip(zip)).toBeNull();
  });
});

describe('findCityByZip', () => {
  it.each([
    ['60601', 'Chicago', 'IL'],
    ['00501', 'Holtsville', 'NY'],
    ['99950', 'Ketchikan', 'AK'],
  ])('returns the city and state of %s', (zip, city, state) => {
    expect(findCityByZip(zip)).toEqual({ city, state, zip });
  });

  it.each(['', '6060', '60601-1234', ' 60601', '00000', 'M5V', 'M5V 3L9', 'Chicago'])(
    'returns null for %j',
    (zip) => {
      expect(findCityByZip(zip)).toBeNull();
    },
  );

  it('agrees with the state of each ZIP in the data file', () => {
    const sample = usEntries.filter((_, index) => index % 4_000 === 0);
    expect(sample.length).toBeGreaterThan(5);
    for (const { zip, city, state } of sample) expect(findCityByZip(zip)).toEqual({ city, state, zip });
  });
});

describe('isZipInState', () => {
  it('compares the state of the ZIP regardless of case', () => {
    expect(isZipInState('90210', 'CA')).toBe(true);
    expect(isZipInState('90210-0001', 'ca')).toBe(true);
    expect(isZipInState('90210', 'NY')).toBe(false);
  });

  it('accepts both states for a ZIP that crosses a state line', () => {
    expect(isZipInState('42223', 'KY')).toBe(true);
    expect(isZipInState('42223', 'TN')).toBe(true);
    expect(isZipInState('42223', 'OH')).toBe(false);
  });

  it('returns false for an unassigned ZIP and for a malformed ZIP', () => {
    expect(isZipInState('00000', 'NY')).toBe(false);
    expect(isZipInState('', '')).toBe(false);
  });
});

describe('ZIP positions and road miles', () => {
  it('findZipPosition agrees with the ZIP data package on every US ZIP', () => {
    const different = usEntries.filter(({ zip, latitude: lat, longitude: lon }) => {
      const position = findZipPosition(zip);
      return lat === 0 && lon === 0 ? position !== null : position?.lat !== lat || position.lon !== lon;
    });
    expect(different).toEqual([]);
  });

  it('findZipPosition returns latitude and longitude', () => {
    expect(findZipPosition('90001-1234')!.lat).toBeCloseTo(33.97, 1);
    expect(findZipPosition('60601')!.lon).toBeCloseTo(-87.62, 1);
  });

  it('estimatePosition uses neighboring ZIPs when findZipPosition returns null', () => {
    expect(findZipPosition('90000')).toBeNull();
    expect(findZipPosition('96209')).toBeNull();
    expect(estimatePosition('90000').lat).toBeCloseTo(34, 0);
    expect(estimatePosition('96601').lat).toBeGreaterThan(0);
    expect(estimatePosition('51799').lat).toBeCloseTo(42, 0);
  });

  it.each([
    ['90001', '60601', 1950, 2150],
    ['90001', '80301', 850, 1100],
    ['10001', '19103', 85, 115],
    ['33101', '98101', 3050, 3400],
  ])('estimateRoadMiles from %s to %s is between %d and %d', (a, b, least, most) => {
    expect(estimateRoadMiles(a, b)).toBeGreaterThan(least);
    expect(estimateRoadMiles(a, b)).toBeLessThan(most);
    expect(estimateRoadMiles(b, a)).toBeCloseTo(estimateRoadMiles(a, b), 6);
  });

  it('estimateRoadMiles is 0 within one ZIP', () => expect(estimateRoadMiles('60601', '60601-1234')).toBe(0));
});

describe('computeMilesToCity', () => {
  it('returns 0 for each ZIP and its own city', () => {
    const far = usEntries.filter(({ zip, city, state }) => (computeMilesToCity(zip, city, state) ?? 0) > 0.1);
    expect(far).toEqual([]);
  });

  it.each([
    ['62701', 'Chicago', 'IL', 150, 200],
    ['60601', ' springfield ', 'il', 150, 200],
    ['90028-1234', 'Los Angeles', 'CA', 0, 10],
    ['75201', 'Fort Worth', 'TX', 10, 30],
  ])('returns the distance from %s to %s, %s', (zip, city, state, least, most) => {
    expect(computeMilesToCity(zip, city, state)).toBeGreaterThanOrEqual(least);
    expect(computeMilesToCity(zip, city, state)).toBeLessThanOrEqual(most);
  });

  it.each([
    ['90001', 'Nowhere at all', 'CA'],
    ['90001', 'Chicago', 'CA'],
    ['00000', 'Chicago', 'IL'],
    ['no ZIP', 'Chicago', 'IL'],
  ])('returns null from %s to %s, %s', (zip, city, state) =>
    expect(computeMilesToCity(zip, city, state)).toBeNull(),
  );
});
