import { describe, expect, it } from '@jest/globals';
import { buildRateRequest, buildPallet } from '../../../test/support/carrier-request-builders.js';
import type { RateItem, RateRequest } from '../carriers/carrier-requests.js';
import { buildQuoteWarnings, buildShipDateWarnings } from './quote-warnings.js';

const DAY = '2026-12-01';

function codes(items: RateItem[], more: Partial<RateRequest> = {}, shipDate = DAY) {
  const request = { ...buildRateRequest(items, more), shipDate };
  return buildQuoteWarnings(request).map(({ code, param }) => [code, param]);
}

describe('buildQuoteWarnings', () => {
  it.each([
    [9, [['pieces_fewer_than_units', 'items[0].pieces']]],
    [10, []],
    [undefined, []],
  ])('compares %s pieces with ten units', (pieces, warned) => {
    const line = buildPallet(5_340, '92.5', { quantity: 10, ...(pieces !== undefined && { pieces }) });
    expect(codes([line])).toEqual(warned);
  });

  // 48 × 40 × 48 in are 53⅓ cubic feet.
  it.each([
    [500, '100', DAY],
    [533, '100', DAY],
    [534, '92.5', DAY],
    // Between the classes the scale gives, for items with rules of their own.
    [500, '110', DAY],
    [210, '200', DAY],
    [900, '77.5', DAY],
    [40, '500', DAY],
    // 60 lb per cubic foot by both scales.
    [3_200, '50', DAY],
    [3_200, '60', '2025-07-18'],
    [2_000, '55', DAY],
    [2_000, '60', '2025-07-18'],
  ] as const)('returns no warning for %d lb in class %s on %s', (weight, freightClass, day) => {
    expect(codes([buildPallet(weight, freightClass)], {}, day)).toEqual([]);
  });

  it.each([
    [500, '92.5', DAY],
    [500, '150', DAY],
    [500, '50', DAY],
    [3_200, '60', DAY],
    [3_200, '50', '2025-07-18'],
    [2_000, '60', DAY],
    [2_000, '55', '2025-07-18'],
  ] as const)('warns about %d lb in class %s on %s', (weight, freightClass, day) => {
    expect(codes([buildPallet(weight, freightClass)], {}, day)).toEqual([
      ['class_density_mismatch', 'items[0].freight_class'],
    ]);
  });

  it('computes density from one unit of a line', () => {
    const line = buildPallet(10_000, '100', { quantity: 20 });
    expect(codes([line])).toEqual([]);
    expect(codes([buildPallet(500, '100'), buildPallet(10_000, '100')])).toEqual([
      ['class_density_mismatch', 'items[1].freight_class'],
    ]);
  });

  it('names the density, the class and the field', () => {
    const [said] = buildQuoteWarnings(buildRateRequest([buildPallet(500, '92.5')]));
    expect(said!.message).toBe(
      'items[0].freight_class is 92.5, but 9.38 lb per cubic foot is class 100 on the density scale.',
    );
  });

  it('warns about units above the liftgate limit only if a liftgate is requested', () => {
    const [light, heavy] = [buildPallet(500, '100'), buildPallet(2_100, '60', { height: 60 })];
    const of = (items: RateItem[], more: Partial<RateRequest> = {}) =>
      codes(items, more).filter(([code]) => code === 'liftgate_limit');
    expect(of([light, heavy])).toEqual([]);
    for (const name of ['origin_liftgate', 'destination_liftgate'] as const) {
      expect(of([light, heavy], { accessorials: [name] })).toEqual([['liftgate_limit', 'items[1].weight']]);
      expect(of([buildPallet(4_000, '60', { quantity: 2 })], { accessorials: [name] })).toEqual([]);
      const long = buildPallet(500, '100', { length: 96 });
      expect(of([long], { accessorials: [name] })).toEqual([['liftgate_limit', 'items[0].length']]);
    }
  });

  it('warns about overlength by the longer side', () => {
    const of = (length: number, width: number) =>
      codes([buildPallet(500, '100', { length, width })]).filter(([code]) => code === 'overlength');
    expect(of(95.9, 40)).toEqual([]);
    expect(of(96, 40)).toEqual([['overlength', 'items[0].length']]);
    expect(of(40, 120)).toEqual([['overlength', 'items[0].width']]);
  });

  it.each([
    ['2026-11-26', '2026-11-30', null, [['pickup_moved', 'ship_date']]],
    ['2026-11-26', '2026-11-26', null, [['ship_date_forced', 'force_ship_date']]],
    ['2026-11-26', '2026-11-26', [], []],
    ['2026-12-01', '2026-12-02', ['2026-12-01'], [['pickup_moved', 'ship_date']]],
    ['2026-12-01', '2026-12-01', null, []],
  ])('warns about %s with the pickup on %s and the holidays %j', (shipDate, pickupDate, holidays, warned) => {
    const warnings = buildShipDateWarnings({ shipDate }, { pickupDate, holidays });
    expect(warnings.map(({ code, param }) => [code, param])).toEqual(warned);
  });

  it.each([
    ["St. Mary's Church", 'church'],
    ['Lincoln High School', 'school'],
    ['Fort Bragg Army Base', 'secure'],
    ['HILTON HOTEL', 'hotel'],
    ['Valley Farms', 'farm'],
    ['Public Self-Storage', 'storage'],
    ['McCormick Place Convention Center', 'tradeshow'],
    ['O’Hare Airport', 'airport'],
  ])('suspects limited access for %j', (company, kind) => {
    const origin = { city: 'Los Angeles', state: 'CA', zip: '90001', company };
    const [said] = buildQuoteWarnings(buildRateRequest([buildPallet(500, '100')], { origin }));
    expect(said).toMatchObject({ code: 'limited_access_suspected', param: 'origin.company' });
    expect(said!.message).toContain(`(${kind})`);
    expect(codes([buildPallet(500, '100')], { origin, accessorials: ['limited_access_pickup'] })).toEqual([]);
  });

  it.each(['Acme Manufacturing', 'Churchill Tools', 'Farmington Steel', 'Portland Parts', '', null])(
    'suspects no limited access for %j',
    (company) => {
      const destination = { city: 'Chicago', state: 'IL', zip: '60601', company };
      expect(codes([buildPallet(500, '100')], { destination })).toEqual([]);
    },
  );

  it.each([
    ['Springfield', '62701', []],
    ['SPRINGFIELD ', '62703-1234', []],
    // A part of a city that the package doesn't know by name, and a place it doesn't know at all.
    ['The Loop', '60601', []],
    ['Chicago', '60601', []],
    ['Evanston', '60601', []],
    ['Chicago', '62701', [['city_zip_mismatch', 'destination.city']]],
    ['Springfield', '60601', [['city_zip_mismatch', 'destination.city']]],
  ])('compares the city %s with the ZIP %s', (city, zip, expected) => {
    const destination = { city, state: 'IL', zip };
    expect(codes([buildPallet(500, '100')], { destination })).toEqual(expected);
  });
});
