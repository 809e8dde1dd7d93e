import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CHARGE_TYPES, sumCents, type Charge } from '../../domain/charges.js';
import { computeMarkupCents, applyMarkup } from './markup.js';

const NOTHING = { percent: 0, flat_cents: 0, minimum_cents: 0 };
const MAX = 1_000_000_000;

const linehaul = (amountCents: number): Charge => ({
  type: 'linehaul',
  code: 'LINEHAUL',
  description: 'Linehaul, class 92.5',
  amountCents,
  quantity: 5,
  unit: 'cwt',
  rateCents: Math.round(amountCents / 5),
  freightClass: '92.5',
  weight: 500,
});
const fuel: Charge = {
  type: 'fuel_surcharge',
  code: 'FUEL',
  description: 'Fuel surcharge 34.5%',
  amountCents: 3_450,
  quantity: 34.5,
  unit: 'percent',
};
const liftgate: Charge = {
  type: 'accessorial',
  code: 'LFTD',
  description: 'Liftgate at delivery',
  amountCents: 7_500,
  quantity: 1,
  unit: 'flat',
  rateCents: 7_500,
};
const of = (...charges: Charge[]) => ({ netChargeCents: sumCents(charges), charges });

const cents = fc.integer({ min: 0, max: MAX });
const markup = fc.record({
  percent: fc.integer({ min: 0, max: 100_000 }).map((hundredths) => hundredths / 100),
  flat_cents: cents,
  minimum_cents: cents,
});
const price = fc
  .array(
    fc.record({
      type: fc.constantFrom(...CHARGE_TYPES),
      code: fc.constantFrom('LINEHAUL', 'FUEL', 'X'),
      description: fc.string(),
      amountCents: fc.integer({ min: -MAX, max: MAX }),
    }),
    { minLength: 1, maxLength: 20 },
  )
  .map((charges) =>
    charges.map((charge) =>
      charge.type === 'discount' || charge.type === 'adjustment'
        ? charge
        : { ...charge, amountCents: Math.abs(charge.amountCents) },
    ),
  )
  .filter((charges) => sumCents(charges) > 0 && sumCents(charges) <= MAX)
  .map((charges) => of(...charges));

describe('applyMarkup', () => {
  it.each([
    [{ percent: 10 }, 10_000, 1_000],
    [{ percent: 10 }, 10_005, 1_001],
    [{ percent: 12.35 }, 10_000, 1_235],
    [{ percent: 0.07 }, 50_000, 35],
    [{ percent: 1.15 }, 100_000, 1_150],
    [{ percent: 10, flat_cents: 500 }, 10_000, 1_500],
    [{ percent: 10, flat_cents: 500, minimum_cents: 2_500 }, 10_000, 2_500],
    [{ percent: 10, flat_cents: 500, minimum_cents: 2_500 }, 30_000, 3_500],
    [{}, 10_000, 0],
  ])('computes for %j on %d cents %d cents', (rule, cost, added) => {
    expect(computeMarkupCents(cost, { ...NOTHING, ...rule })).toBe(added);
  });

  it('adds the markup to the linehaul without a charge that reveals it', () => {
    const cost = of(linehaul(10_000), fuel, liftgate);
    expect(applyMarkup(cost, { ...NOTHING, percent: 10 })).toEqual({
      netChargeCents: 23_045,
      costCents: 20_950,
      costCharges: cost.charges,
      charges: [
        {
          type: 'linehaul',
          code: 'LINEHAUL',
          description: 'Linehaul, class 92.5',
          amountCents: 12_095,
          quantity: 5,
          unit: 'cwt',
          freightClass: '92.5',
          weight: 500,
        },
        { type: 'fuel_surcharge', code: 'FUEL', description: 'Fuel surcharge', amountCents: 3_450 },
        {
          type: 'accessorial',
          code: 'LFTD',
          description: 'Liftgate at delivery',
          amountCents: 7_500,
          quantity: 1,
          unit: 'flat',
        },
      ],
    });
  });

  it('spreads the markup over linehaul and deficit weight by amount', () => {
    const deficit: Charge = { ...linehaul(5_000), type: 'deficit_weight', code: 'DEFICIT' };
    const { charges } = applyMarkup(of(linehaul(10_000), linehaul(20_000), deficit), {
      ...NOTHING,
      flat_cents: 700,
    });
    expect(charges.map(({ amountCents }) => amountCents)).toEqual([10_200, 20_400, 5_100]);
  });

  it('adds the markup to the largest charge if there is no linehaul', () => {
    const { charges } = applyMarkup(of(fuel, liftgate), { ...NOTHING, flat_cents: 1 });
    expect(charges.map(({ amountCents }) => amountCents)).toEqual([3_450, 7_501]);
  });

  it('keeps the price unchanged without a markup', () => {
    const cost = of(linehaul(10_000), fuel);
    expect(applyMarkup(cost, null)).toEqual({ ...cost, costCents: null, costCharges: null });
  });

  it('never sells below cost and returns charges that add up to the price', () => {
    fc.assert(
      fc.property(price, markup, (cost, rule) => {
        const { netChargeCents, charges, costCents, costCharges } = applyMarkup(cost, rule);
        expect(sumCents(charges)).toBe(netChargeCents);
        expect(netChargeCents).toBe(cost.netChargeCents + computeMarkupCents(cost.netChargeCents, rule));
        expect(netChargeCents).toBeGreaterThanOrEqual(cost.netChargeCents + rule.minimum_cents);
        expect([costCents, costCharges]).toEqual([cost.netChargeCents, cost.charges]);
        charges.forEach(({ amountCents, rateCents }, i) => {
          expect(Number.isSafeInteger(amountCents)).toBe(true);
          expect(amountCents).toBeGreaterThanOrEqual(cost.charges[i]!.amountCents);
          expect(rateCents).toBeUndefined();
        });
      }),
    );
  });

  it('rounds half a cent up, as exact arithmetic does', () => {
    fc.assert(
      fc.property(cents, markup, (cost, { percent, flat_cents }) => {
        const hundredths = BigInt(cost) * BigInt(Math.round(percent * 100));
        const exact = Number((2n * hundredths + 10_000n) / 20_000n) + flat_cents;
        expect(computeMarkupCents(cost, { percent, flat_cents, minimum_cents: 0 })).toBe(exact);
      }),
    );
  });
});
