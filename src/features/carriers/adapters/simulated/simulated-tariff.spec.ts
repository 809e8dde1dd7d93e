import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ACCESSORIAL_NAMES, ACCESSORIALS } from '../../../../domain/accessorials.js';
import { sumCents } from '../../../../domain/charges.js';
import { FREIGHT_CLASSES } from '../../../../domain/freight-classes.js';
import { percentOf } from '../../../../domain/money.js';
import { buildRateRequest, buildPallet } from '../../../../../test/support/carrier-request-builders.js';
import type { RateItem, RateRequest } from '../../carrier-requests.js';
import { SIMULATED_CARRIERS, type SimulatedCarrier } from './simulated-carriers.js';
import { priceFreight, type PricedService } from './simulated-tariff.js';

const carriers = [...SIMULATED_CARRIERS.values()];

/** Los Angeles to Chicago, in road miles. */
const LA_CHICAGO = 2_042;

function totals(carrier: SimulatedCarrier, request: RateRequest, miles: number, factor?: number): number[] {
  return priceFreight(carrier, request, miles, factor).map(({ charges }) => sumCents(charges));
}

const item = fc.record<RateItem>({
  quantity: fc.integer({ min: 1, max: 30 }),
  handling_unit_type: fc.constant('pallet'),
  stackable: fc.boolean(),
  weight: fc.oneof(
    fc.integer({ min: 1, max: 12_000 }),
    fc.double({ min: 0.1, max: 12_000, noNaN: true }),
    fc.constantFrom(499, 500, 999, 1_000, 1_999, 2_000, 4_999, 5_000, 9_999, 10_000, 19_999, 20_000),
  ),
  freight_class: fc.constantFrom(...FREIGHT_CLASSES),
  length: fc.integer({ min: 1, max: 120 }),
  width: fc.integer({ min: 1, max: 96 }),
  height: fc.integer({ min: 1, max: 96 }),
});
const arbitraryCase = fc.record({
  carrier: fc.constantFrom(...carriers),
  items: fc.array(item, { minLength: 1, maxLength: 6 }),
  accessorials: fc.uniqueArray(fc.constantFrom(...ACCESSORIAL_NAMES)),
  miles: fc.double({ min: 0, max: 9_000, noNaN: true }),
  factor: fc.double({ min: 0.0001, max: 10, noNaN: true }),
});

/**
 * Returns the cents by which rounding can change each total. Each linehaul line, the discount, the fuel and the guarantee are
 * rounded to the nearest cent, so each adds half a cent. The discount, fuel and guarantee also multiply the error of the lines
 * before them.
 */
function boundRounding(
  { discountPercent, fuelPercent }: SimulatedCarrier,
  services: PricedService[],
): number[] {
  return services.map(({ charges, service: { guarantee } }) => {
    const lines = charges.filter(({ type }) => type === 'linehaul' || type === 'deficit_weight').length;
    const net = (lines / 2) * (1 - discountPercent / 100) + 1 / 2;
    const fuel = (net * fuelPercent) / 100 + 1 / 2;
    return net + fuel + (guarantee ? (net * guarantee.basisPoints) / 10_000 + 1 / 2 : 0);
  });
}

/** Expects no total to fall from `before` to `after` by more than the rounding of both. */
function expectNotCheaper(carrier: SimulatedCarrier, before: PricedService[], after: PricedService[]): void {
  const [boundsBefore, boundsAfter] = [boundRounding(carrier, before), boundRounding(carrier, after)];
  after.forEach(({ charges }, i) =>
    expect(sumCents(charges)).toBeGreaterThanOrEqual(
      sumCents(before[i]!.charges) - boundsBefore[i]! - boundsAfter[i]!,
    ),
  );
}

/** Replaces one item by another and expects no total to fall by more than the rounding. */
function expectNeverCheaper(change: (item: RateItem, amount: number) => RateItem): void {
  fc.assert(
    fc.property(
      arbitraryCase,
      fc.nat(5),
      fc.nat(10_000),
      ({ carrier, items, miles, factor }, place, amount) => {
        const changed = items.with(place % items.length, change(items[place % items.length]!, amount));
        const before = priceFreight(carrier, buildRateRequest(items), miles, factor);
        const after = priceFreight(carrier, buildRateRequest(changed), miles, factor);
        expectNotCheaper(carrier, before, after);
      },
    ),
    { numRuns: 1_000 },
  );
}

describe('priceFreight', () => {
  it.each(carriers.map((carrier) => [carrier.scac, carrier] as const))(
    'prices %s at market level',
    (_, carrier) => {
      const [small] = totals(carrier, buildRateRequest([buildPallet(500, '92.5')]), LA_CHICAGO);
      expect(small).toBeGreaterThan(25_000);
      expect(small).toBeLessThan(55_000);
      const [large] = totals(carrier, buildRateRequest([buildPallet(10_000, '70')]), LA_CHICAGO);
      expect(large).toBeGreaterThan(200_000);
      expect(large).toBeLessThan(425_000);
    },
  );

  it('returns positive integer cents for every request, and the same ones each time', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ carrier, items, accessorials, miles, factor }) => {
        const request = buildRateRequest(items, { accessorials });
        const priced = priceFreight(carrier, request, miles, factor);
        for (const { charges } of priced) {
          expect(charges.every(({ amountCents }) => Number.isSafeInteger(amountCents))).toBe(true);
          expect(sumCents(charges)).toBeGreaterThan(0);
        }
        expect(priceFreight(carrier, structuredClone(request), miles, factor)).toEqual(priced);
      }),
    );
  });

  it('never charges less for more weight', () => {
    expectNeverCheaper((item, pounds) => ({ ...item, weight: item.weight + pounds / 10 }));
  });

  it('never charges less for a higher class', () => {
    expectNeverCheaper((item, steps) => {
      const index = FREIGHT_CLASSES.indexOf(item.freight_class) + (steps % FREIGHT_CLASSES.length);
      return { ...item, freight_class: FREIGHT_CLASSES[index] ?? '500' };
    });
  });

  it('never charges less for one more item of the same class', () => {
    fc.assert(
      fc.property(arbitraryCase, ({ carrier, items, miles }) => {
        const before = priceFreight(carrier, buildRateRequest(items), miles);
        const after = priceFreight(carrier, buildRateRequest([...items, items[0]!]), miles);
        expectNotCheaper(carrier, before, after);
      }),
    );
  });

  it('charges the same for a line of n units as for n lines of one unit', () => {
    const thousandths = fc.integer({ min: 100, max: 4_000_000 });
    fc.assert(
      fc.property(arbitraryCase, thousandths, fc.integer({ min: 2, max: 60 }), (any, weight, quantity) => {
        const { carrier, items, accessorials, miles, factor } = any;
        const unit = { ...items[0]!, quantity: 1, weight: weight / 1_000 };
        const rest = items.slice(1);
        const line = { ...unit, quantity, weight: (weight * quantity) / 1_000 };
        const together = priceFreight(
          carrier,
          buildRateRequest([line, ...rest], { accessorials }),
          miles,
          factor,
        );
        const lines = Array<RateItem>(quantity).fill(unit);
        const apart = priceFreight(
          carrier,
          buildRateRequest([...lines, ...rest], { accessorials }),
          miles,
          factor,
        );
        expect(together).toEqual(apart);
      }),
      { numRuns: 500 },
    );
  });

  it('adds one positive charge per accessorial', () => {
    fc.assert(
      fc.property(
        arbitraryCase,
        fc.constantFrom(...ACCESSORIAL_NAMES),
        ({ carrier, items, miles, factor }, name) => {
          const plain = priceFreight(carrier, buildRateRequest(items), miles, factor);
          const served = priceFreight(
            carrier,
            buildRateRequest(items, { accessorials: [name] }),
            miles,
            factor,
          );
          served.forEach(({ charges }, i) => {
            const [line, ...others] = charges.filter(({ code }) => code === ACCESSORIALS[name].code);
            expect(others).toEqual([]);
            expect(line).toMatchObject({ type: 'accessorial', description: ACCESSORIALS[name].label });
            expect(line!.amountCents).toBeGreaterThan(0);
            expect(sumCents(charges)).toBe(sumCents(plain[i]!.charges) + line!.amountCents);
          });
        },
      ),
    );
  });

  it('multiplies every charge by the factor', () => {
    const request = buildRateRequest([buildPallet(750, '85'), buildPallet(1_200, '125')], {
      accessorials: ['hazmat'],
    });
    for (const carrier of carriers) {
      const [once] = totals(carrier, request, LA_CHICAGO);
      const [twice] = totals(carrier, request, LA_CHICAGO, 2);
      expect(Math.abs(twice! - 2 * once!)).toBeLessThanOrEqual(3);
    }
  });
});

describe('the charges of a simulated price', () => {
  const national = SIMULATED_CARRIERS.get('SIM1')!;
  const linesOf = (request: RateRequest, miles = LA_CHICAGO) =>
    priceFreight(national, request, miles)[0]!.charges;

  it('start with linehaul per class, the discount and fuel on the net', () => {
    const [high, low, discount, fuel, ...rest] = linesOf(
      buildRateRequest([buildPallet(600, '70'), buildPallet(800, '125')]),
    );
    expect(high).toMatchObject({
      type: 'linehaul',
      freightClass: '70',
      weight: 600,
      quantity: 6,
      unit: 'cwt',
    });
    expect(low).toMatchObject({ type: 'linehaul', freightClass: '125', weight: 800 });
    const gross = high!.amountCents + low!.amountCents;
    expect(high!.amountCents).toBe(6 * high!.rateCents!);
    expect(discount).toMatchObject({ type: 'discount', quantity: 62, unit: 'percent' });
    expect(discount!.amountCents).toBe(-percentOf(gross, 6_200));
    expect(fuel).toMatchObject({ type: 'fuel_surcharge', description: 'Fuel surcharge 34%' });
    expect(fuel!.amountCents).toBe(percentOf(gross + discount!.amountCents, 3_400));
    expect(rest).toEqual([]);
  });

  it('raise a small shipment to the minimum charge before fuel', () => {
    const charges = linesOf(buildRateRequest([buildPallet(20, '70')]), 50);
    const minimum = charges.findIndex(({ type }) => type === 'minimum_charge');
    expect(sumCents(charges.slice(0, minimum + 1))).toBe(11_500);
    expect(charges[minimum + 1]).toMatchObject({ code: 'FUEL', amountCents: percentOf(11_500, 3_400) });
  });

  it('include a surcharge for Manhattan, Hawaii and Alaska', () => {
    const place = (state: string, zip: string) => ({ city: 'x', state, zip });
    const codes = linesOf(
      buildRateRequest([buildPallet(500, '70')], {
        origin: place('NY', '10001'),
        destination: place('HI', '96813'),
      }),
    ).filter(({ type }) => type === 'accessorial');
    expect(codes).toMatchObject([
      { code: 'HIPU', description: 'High-cost pickup area: Manhattan' },
      { code: 'HIDL', description: 'High-cost delivery area: Hawaii' },
    ]);
  });

  it('include overlength by the longest unit', () => {
    const fee = (length: number) =>
      linesOf(
        buildRateRequest([buildPallet(500, '70'), buildPallet(500, '70', { length })], {
          accessorials: ['overlength'],
        }),
      ).at(-1);
    expect(fee(96)).toMatchObject({ code: 'OVR', amountCents: 9_500 });
    expect([144, 192, 240].map((length) => fee(length)!.amountCents)).toEqual([19_500, 37_500, 70_000]);
  });

  it('include limited access by its kind', () => {
    const fee = (limitedAccess: RateRequest['limitedAccess']) =>
      linesOf(
        buildRateRequest([buildPallet(500, '70')], {
          accessorials: ['limited_access_delivery'],
          limitedAccess,
        }),
      ).at(-1);
    expect(fee({})).toMatchObject({ code: 'LTDAD', amountCents: 9_000 });
    expect(fee({ delivery: 'church' })!.amountCents).toBe(9_000);
    expect(fee({ delivery: 'tradeshow', pickup: 'mine' })!.amountCents).toBe(22_500);
  });

  it('end with the guarantee fee for a guaranteed service level', () => {
    const [standard, guaranteed] = priceFreight(
      national,
      buildRateRequest([buildPallet(500, '92.5')]),
      LA_CHICAGO,
    );
    expect(standard!.service.guarantee).toBeUndefined();
    expect(guaranteed!.charges.slice(0, -1)).toEqual(standard!.charges);
    expect(guaranteed!.charges.at(-1)).toMatchObject({ type: 'accessorial', code: 'GTD_PM' });
  });
});
