import { describe, expect, it } from '@jest/globals';
import { CarrierDeclined } from '../carrier-adapter.js';
import type { FreightClass } from '../../../domain/freight-classes.js';
import type { LaneRate } from './linehaul.js';
import { priceByTariff, type TariffTerms } from './price-by-tariff.js';
import { DEFAULT_LIMITS } from './tariff-limits.js';

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
  describe('with limits', () => {
    const limits = DEFAULT_LIMITS;
    const pallets = (quantity: number, weight: number, height = 48) => ({
      ...item(weight),
      quantity,
      height,
    });

    it.each([
      ['20,001 lb', '20,000 lb', [pallets(4, 20_001)]],
      ['20,000.01 lb', '20,000 lb', [pallets(4, 20_000.01)]],
      ['24 linear feet', '20 linear feet', [{ ...pallets(3, 500), length: 96, width: 96 }]],
      ['11 pallets', '10 pallets', [{ ...pallets(11, 2_000), length: 20, width: 20 }]],
    ])('declines %s and asks for a volume quote', (size, limit, items) => {
      expect(refusal(() => price({ limits }, [rate()], request(items)))).toBe(
        `The shipment has ${size} and needs a volume quote. The tariff prices at most ${limit}.`,
      );
      expect(price({}, [rate()], request(items)).netChargeCents).toBeGreaterThan(0);
    });

    it('prices a shipment at each limit, and any size where a limit is null', () => {
      const largest = request([{ ...pallets(10, 20_000), length: 48, width: 48 }]);
      expect(price({ limits }, [rate()], largest).netChargeCents).toBeGreaterThan(0);
      const open = { ...limits, max_weight: null, max_linear_feet: null, max_pallets: null };
      expect(price({ limits: open }, [rate()], request([pallets(26, 40_000)])).warnings).toEqual([]);
    });

    it('rates light and large freight at its cubic minimum weight, with a warning', () => {
      // 10 pallets of 48 x 40 x 72 in are 800 cubic feet: 3,000 lb are 3.75 lb per cubic foot, and 800 x 6 are 4,800 lb.
      const light = request([pallets(10, 3_000, 72)]);
      const flat = rate({ ratesCents: RATES.map(() => 10_000) });
      const { charges, warnings } = price({ limits }, [flat], light);
      expect(amounts(charges)).toEqual([['LINEHAUL', 480_000]]);
      expect(charges[0]).toMatchObject({
        weight: 4_800,
        description: 'Linehaul, class 70, cubic minimum weight',
      });
      expect(warnings).toMatchObject([{ code: 'cubic_capacity', param: 'items' }]);
      expect(warnings[0]!.message).toContain('800 cubic feet at 3.75 lb per cubic foot');
      expect(warnings[0]!.message).toContain('4,800 lb');
      expect(amounts(price({ limits: null }, [flat], light).charges)).toEqual([['LINEHAUL', 300_000]]);
    });

    it.each([
      ['density', [pallets(10, 4_800, 72)], 4_800],
      ['volume', [pallets(9, 300, 75)], 300],
    ])('bills the actual weight at exactly the %s of the cubic rule', (_, items, pounds) => {
      const { charges, warnings } = price({ limits }, [rate()], request(items));
      expect(charges[0]!.weight).toBe(pounds);
      expect(warnings).toEqual([]);
    });

    it('adds the cubic pounds to the class with the most cubic feet, not to accessorials', () => {
      const items = [pallets(2, 900, 72), { ...pallets(8, 1_100, 72), freight_class: '85' as const }];
      const flat = (['70', '85'] as const).map((freightClass) =>
        rate({ freightClass, ratesCents: RATES.map(() => 10_000) }),
      );
      const asked = { ...request(items), accessorials: ['inside_delivery' as const] };
      const terms = { limits, accessorials: { IDL: { per_cwt_cents: 100 } } };
      // 800 cubic feet x 6 are 4,800 lb: 2,800 more than the scale shows.
      expect(price(terms, flat, asked).charges).toMatchObject([
        { freightClass: '70', weight: 900 },
        { freightClass: '85', weight: 3_900 },
        { code: 'IDL', amountCents: 2_000 },
      ]);
    });
  });

  it('bills one overlength fee by the longest handling unit', () => {
    const overlength = [
      { over_inches: 144, flat_cents: 20_000 },
      { over_inches: 95, flat_cents: 9_000 },
    ];
    const fees = (...lengths: number[]) =>
      amounts(
        price({ overlength }, [rate()], {
          ...request(lengths.map((length) => ({ ...item(400), length }))),
          accessorials: lengths.some((length) => length >= 96) ? ['overlength'] : [],
        }).charges,
      ).filter(([code]) => code === 'OVR');
    expect(fees(48, 95)).toEqual([]);
    expect(fees(95.5)).toEqual([['OVR', 9_000]]);
    expect(fees(96, 144, 48)).toEqual([['OVR', 9_000]]);
    expect(fees(240, 240, 120)).toEqual([['OVR', 20_000]]);
  });

  describe('with a declared value', () => {
    const declared = (cents: number | null, liability: TariffTerms['liability']) =>
      price({ liability }, [rate()], { ...request(), declaredValueCents: cents });

    it.each([
      [200_000, []], // 400 lb at $5.00
      [200_001, [['FVC', 85]]],
      [210_000, [['FVC', 85]]],
      [210_001, [['FVC', 170]]],
      [25_000_000, [['FVC', 210_800]]], // 2,480 x $0.85
    ])('bills %d cents above the released value for each started $100', (cents, lines) => {
      const { charges, warnings } = declared(cents, { released_cents_per_lb: 500, excess_cents_per_100: 85 });
      expect(amounts(charges).filter(([code]) => code === 'FVC')).toEqual(lines);
      expect(warnings).toEqual([]);
    });

    it('declines a value above the released value without a rate', () => {
      const released = { released_cents_per_lb: 500, excess_cents_per_100: null };
      expect(declared(200_000, released).netChargeCents).toBe(80_000);
      expect(refusal(() => declared(200_001, released))).toBe(
        'The tariff covers a declared value of at most $2,000.00 for 400 lb.',
      );
    });

    it('warns if the tariff has no terms for it', () => {
      expect(declared(25_000_000, null)).toMatchObject({
        netChargeCents: 80_000,
        warnings: [{ code: 'declared_value_not_priced', param: 'declared_value_cents' }],
      });
      expect(declared(null, null).warnings).toEqual([]);
      expect(declared(0, null).warnings).toEqual([]);
    });
  });
});
