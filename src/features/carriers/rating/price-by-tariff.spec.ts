import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CarrierDeclined } from '../carrier-adapter.js';
import { sumCents } from '../../../domain/charges.js';
import { FREIGHT_CLASSES, type FreightClass } from '../../../domain/freight-classes.js';
import { findMostSpecificLane } from './lanes.js';
import type { LaneRate } from './linehaul.js';
import { priceByTariff, type TariffTerms } from './price-by-tariff.js';

const TERMS: TariffTerms = {
  effectiveFrom: null,
  effectiveTo: null,
  discountPercent: 0,
  minimumCents: 0,
  fuelPercent: null,
  fuelTable: [],
  fak: {},
  accessorials: {},
  overlength: [],
  liability: null,
  limits: null,
  transitDays: 4,
  transit: [],
};
/** Cents a hundredweight from L5C to M20M. */
const RATES = [20_000, 16_000, 13_000, 11_000, 9_000, 7_000, 6_000];

const rate = (changes: Partial<LaneRate> = {}): LaneRate => ({
  origin: '900',
  destination: '606',
  freightClass: '70',
  minimumCents: 0,
  ratesCents: RATES,
  ...changes,
});

const item = (weight: number, freightClass: FreightClass = '70') => ({
  quantity: 1,
  handling_unit_type: 'pallet' as const,
  weight,
  freight_class: freightClass,
  length: 48,
  width: 40,
  height: 48,
  stackable: false,
});

const request = (items = [item(400)]) => ({
  origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
  destination: { city: 'Chicago', state: 'IL', zip: '60601-1234' },
  items,
  accessorials: [] as Parameters<typeof priceByTariff>[2]['accessorials'],
  shipDate: '2026-06-15',
  declaredValueCents: null as number | null,
});

const price = (terms: Partial<TariffTerms> = {}, rates = [rate()], asked = request()) =>
  priceByTariff({ ...TERMS, ...terms }, rates, asked);
const amounts = (charges: { code: string; amountCents: number }[]) =>
  charges.map(({ code, amountCents }) => [code, amountCents]);
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(CarrierDeclined);
    return (error as Error).message;
  }
  throw new Error('It was priced.');
};

describe('pricing by a tariff', () => {
  it.each([
    [100, 20_000, 20_000],
    [499, 16_000, 80_000], // billed as 500 lb
    [500, 16_000, 80_000],
    [999, 13_000, 130_000],
    [1_000, 13_000, 130_000],
    [20_000, 6_000, 1_200_000],
    [50_000, 6_000, 3_000_000],
  ])('prices %i lb at the rate of its weight break, %i', (pounds, cents, total) => {
    const { charges, netChargeCents } = price({}, [rate()], request([item(pounds)]));
    expect(charges[0]).toMatchObject({ code: 'LINEHAUL', rateCents: cents, weight: pounds });
    expect(netChargeCents).toBe(total);
  });

  it('bills deficit weight only where the next weight break is cheaper', () => {
    const { charges } = price({}, [rate()], request([item(450)]));
    expect(amounts(charges)).toEqual([
      ['LINEHAUL', 72_000],
      ['DEFICIT', 8_000],
    ]);
    expect(charges[1]).toMatchObject({
      type: 'deficit_weight',
      weight: 50,
      rateCents: 16_000,
      quantity: 0.5,
    });
    expect(amounts(price({}, [rate()], request([item(400)])).charges)).toEqual([['LINEHAUL', 80_000]]);
    expect(amounts(price({}, [rate()], request([item(399)])).charges)).toEqual([['LINEHAUL', 79_800]]);
  });

  it('selects the break by the total weight, and bills deficit weight at the lowest rate', () => {
    const dear = rate({ freightClass: '150', ratesCents: RATES.map((cents) => cents * 2) });
    const { charges } = price({}, [rate(), dear], request([item(240, '150'), item(245, '70')]));
    expect(charges).toMatchObject([
      { freightClass: '70', rateCents: 16_000, amountCents: 39_200 },
      { freightClass: '150', rateCents: 32_000, amountCents: 76_800 },
      { type: 'deficit_weight', weight: 15, rateCents: 16_000, amountCents: 2_400 },
    ]);
  });

  it('rounds weights up to whole pounds without floating-point noise', () => {
    const weightOf = (...weights: number[]) =>
      price({}, [rate()], request(weights.map((weight) => item(weight)))).charges[0]!.weight;
    expect(weightOf(100.1)).toBe(101);
    expect(weightOf(0.1, 0.2, 0.7)).toBe(1);
    expect(weightOf(0.1, 0.2, 99.7)).toBe(100);
  });

  it('discounts the linehaul, adds fuel to the net and then accessorials', () => {
    const terms = {
      discountPercent: 72.5,
      fuelPercent: 31.5,
      accessorials: { LFTD: { flat_cents: 9_500 }, IDL: { per_cwt_cents: 850, minimum_cents: 7_500 } },
    };
    const asked = {
      ...request(),
      accessorials: ['destination_liftgate' as const, 'inside_delivery' as const],
    };
    const { charges, netChargeCents } = price(terms, [rate()], asked);
    expect(amounts(charges)).toEqual([
      ['LINEHAUL', 80_000],
      ['DISCOUNT', -58_000],
      ['FUEL', 6_930],
      ['LFTD', 9_500],
      ['IDL', 7_500],
    ]);
    expect(netChargeCents).toBe(45_930);
  });

  it('rounds half a cent up', () => {
    const cheap = rate({ ratesCents: RATES.map(() => 101) });
    expect(amounts(price({ discountPercent: 50 }, [cheap], request([item(50)])).charges)).toEqual([
      ['LINEHAUL', 51],
      ['DISCOUNT', -26],
    ]);
  });

  it('applies the lane minimum without a discount and the tariff minimum', () => {
    const lane = rate({ minimumCents: 12_500 });
    const small = request([item(50)]);
    const net = (terms: Partial<TariffTerms>, rates = [lane], asked = small) =>
      amounts(price({ discountPercent: 70, fuelPercent: 10, ...terms }, rates, asked).charges);
    expect(net({})).toEqual([
      ['LINEHAUL', 10_000],
      ['DISCOUNT', -7_000],
      ['MINIMUM', 9_500],
      ['FUEL', 1_250],
    ]);
    expect(net({ minimumCents: 15_000 })).toContainEqual(['MINIMUM', 12_000]);
    expect(net({ minimumCents: 9_000 })).toContainEqual(['MINIMUM', 9_500]);
    expect(net({}, [lane], request([item(400)]))).not.toContainEqual(['MINIMUM', expect.anything()]);
  });

  it('bills several classes as one FAK class', () => {
    const { charges } = price(
      { fak: { '92.5': '70', '85': '70' } },
      [rate()],
      request([item(200, '92.5'), item(200)]),
    );
    expect(charges).toMatchObject([{ freightClass: '70', weight: 400, amountCents: 80_000 }]);
    expect(charges[0]!.description).toBe('Linehaul, class 70 for 92.5 (FAK)');
  });

  it('uses the fuel percentage of the pickup day', () => {
    const fuelTable = [
      { from: '2026-07-01', percent: 40 },
      { from: '2026-01-01', percent: 20 },
      { from: '2026-06-15', percent: 30 },
    ];
    const fuelOn = (shipDate: string) =>
      price({ fuelTable }, [rate()], { ...request(), shipDate }).charges.at(-1);
    expect(fuelOn('2026-06-14')).toMatchObject({ code: 'FUEL', quantity: 20, amountCents: 16_000 });
    expect(fuelOn('2026-06-15')).toMatchObject({ quantity: 30 });
    expect(fuelOn('2026-12-31')).toMatchObject({ quantity: 40 });
    expect(refusal(() => fuelOn('2025-12-31'))).toBe('The tariff has no fuel surcharge for 2025-12-31.');
  });

  it('selects the most specific lane for each class', () => {
    const lanes = [
      rate({ origin: 'US', destination: 'US', minimumCents: 1 }),
      rate({ origin: 'CA', destination: 'IL', minimumCents: 2 }),
      rate({ origin: 'US', destination: '606', minimumCents: 3 }),
      rate({ origin: '900', destination: 'US', minimumCents: 4 }),
      rate({ origin: 'CA', destination: '606', minimumCents: 5 }),
      rate({ origin: '900', destination: 'IL', minimumCents: 6 }),
      rate({ origin: '900', destination: '606', minimumCents: 7 }),
    ];
    for (let count = lanes.length; count > 0; count--)
      expect(findMostSpecificLane(lanes.slice(0, count))?.minimumCents).toBe(
        // The more exact origin wins between two equally exact lanes.
        count === 3 ? 2 : count,
      );
    expect(findMostSpecificLane([])).toBeUndefined();
    const wide = rate({ origin: 'US', destination: 'US', freightClass: '100' });
    const { charges } = price({}, [rate(), wide], request([item(100), item(100, '100')]));
    expect(charges.map(({ freightClass }) => freightClass)).toEqual(['70', '100']);
  });

  it('ignores lanes of other places', () => {
    const others = [rate({ origin: '901' }), rate({ destination: 'CA' })];
    expect(refusal(() => price({}, others))).toBe(
      'The tariff has no rate for class 70 from 900 (CA) to 606 (IL).',
    );
  });

  it.each([
    ['HI', '96813'],
    ['AK', '99501'],
    ['PR', '00901'],
    ['AE', '09012'],
  ])('prices %s only where a row names it, because US means the contiguous states', (state, zip) => {
    const asked = { ...request(), destination: { city: 'There', state, zip } };
    const wide = rate({ origin: 'US', destination: 'US' });
    expect(refusal(() => price({}, [wide], asked))).toContain(`to ${zip.slice(0, 3)} (${state})`);
    expect(price({}, [wide, rate({ origin: 'US', destination: state })], asked).charges).toHaveLength(1);
    expect(
      price({}, [wide, rate({ origin: 'US', destination: zip.slice(0, 3) })], asked).charges,
    ).toHaveLength(1);
  });

  it('declines and names the class or accessorial without a price', () => {
    expect(refusal(() => price({}, [rate()], request([item(100), item(5, '500')])))).toContain('class 500');
    const asked = { ...request(), accessorials: ['destination_liftgate' as const] };
    expect(refusal(() => price({}, [rate()], asked))).toBe(
      'The tariff has no price for: Liftgate at delivery (LFTD).',
    );
    expect(refusal(() => price({ effectiveFrom: '2026-06-16' }))).toBe(
      'The tariff takes effect on 2026-06-16.',
    );
    expect(refusal(() => price({ effectiveTo: '2026-06-14' }))).toBe('The tariff expired on 2026-06-14.');
    expect(refusal(() => price({ discountPercent: 100 }))).toBe('The tariff prices this shipment at zero.');
    const heavy = request([item(100_000, '70'), item(100_000, '70')]);
    const dear = rate({ ratesCents: RATES.map(() => 999_999_999) });
    expect(refusal(() => price({}, [dear], heavy))).toBe(
      'The tariff price exceeds $10,000,000. Check its rates.',
    );
    expect(price({ effectiveFrom: '2026-06-15', effectiveTo: '2026-06-15' }).netChargeCents).toBe(80_000);
  });

  it('takes transit days from the most specific lane, then the tariff, then the distance', () => {
    const transit = [
      { origin: 'US', destination: 'US', days: 9 },
      { origin: 'CA', destination: '606', days: 5 },
    ];
    expect(price({ transit }).transitDays).toBe(5);
    expect(price({ transit: [{ origin: 'NY', destination: 'US', days: 1 }] }).transitDays).toBe(4);
    const estimated = price({ transitDays: null }).transitDays;
    expect(estimated).toBeGreaterThan(3);
    expect(estimated).toBeLessThan(8);
  });

  const anyRates = fc
    .array(fc.integer({ min: 1, max: 100_000 }), { minLength: 7, maxLength: 7 })
    .map((cents) => cents.sort((a, b) => b - a));
  const anyItems = fc.array(
    fc.record({ weight: fc.integer({ min: 1, max: 9_000 }), at: fc.nat(FREIGHT_CLASSES.length - 1) }),
    { minLength: 1, maxLength: 6 },
  );

  it('returns whole cents that add up for any shipment', () => {
    fc.assert(
      fc.property(
        anyItems,
        anyRates,
        fc.nat(9_999),
        fc.nat(50_000),
        fc.nat(90_000),
        (lines, cents, discount, fuel, minimumCents) => {
          const rates = FREIGHT_CLASSES.map((freightClass) =>
            rate({ freightClass, ratesCents: cents, minimumCents }),
          );
          const items = lines.map(({ weight, at }) => item(weight, FREIGHT_CLASSES[at]));
          const terms = { discountPercent: discount / 100, fuelPercent: fuel / 100, minimumCents: 1 };
          const { charges, netChargeCents } = price(terms, rates, request(items));
          expect(sumCents(charges)).toBe(netChargeCents);
          expect(charges.every(({ amountCents }) => Number.isSafeInteger(amountCents))).toBe(true);
          expect(netChargeCents).toBeGreaterThanOrEqual(minimumCents);
        },
      ),
    );
  });

  it('rounds each line by itself, as the carrier bills it', () => {
    const rates = (['70', '85'] as const).map((freightClass) =>
      rate({ freightClass, ratesCents: RATES.map(() => 10_134) }),
    );
    const lines = price({}, rates, request([item(101, '70'), item(101, '85')]));
    // 101 lb at $101.34 per cwt are $102.3534.
    expect(amounts(lines.charges)).toEqual([
      ['LINEHAUL', 10_235],
      ['LINEHAUL', 10_235],
    ]);
  });

  it('never charges less for more weight than a cent of rounding, and the same however the weight is split', () => {
    fc.assert(
      fc.property(
        anyRates,
        fc.integer({ min: 1, max: 30_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        (cents, weight, more) => {
          const of = (...weights: number[]) =>
            price({}, [rate({ ratesCents: cents })], request(weights.map((pounds) => item(pounds))))
              .netChargeCents;
          expect(of(weight + more)).toBeGreaterThanOrEqual(of(weight) - 1);
          if (more > 0) expect(of(weight, more)).toBe(of(weight + more));
        },
      ),
    );
  });
});
