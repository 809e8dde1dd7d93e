import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sumCents } from '../../../../domain/charges.js';
import { buildPallet, buildRateRequest } from '../../../../../test/support/carrier-request-builders.js';
import type { RateItem } from '../../carrier-requests.js';
import { SIMULATED_CARRIERS } from './simulated-carriers.js';
import { priceFreight, type PricedService } from './simulated-tariff.js';

const national = SIMULATED_CARRIERS.get('SIM1')!;

/** The lines before discount, fuel and fees. */
function linehaul(items: RateItem[], carrier = national) {
  const [{ charges }] = priceFreight(carrier, buildRateRequest(items), 1_000) as [PricedService];
  return charges.filter(({ type }) => type === 'linehaul' || type === 'deficit_weight');
}

describe('the billed weight of a simulated carrier', () => {
  it('adds up items by class, lowest first, after rounding each unit up to whole pounds', () => {
    const items = [buildPallet(100.2, '125'), buildPallet(300, '70'), buildPallet(0.5, '125')];
    expect(linehaul(items).filter(({ type }) => type === 'linehaul')).toMatchObject([
      { freightClass: '70', weight: 300, description: 'Linehaul, class 70' },
      { freightClass: '125', weight: 102, description: 'Linehaul, class 125' },
    ]);
  });

  it('bills light freight by its volume at the minimum density', () => {
    const dense = SIMULATED_CARRIERS.get('SIM5')!;
    expect(linehaul([buildPallet(100, '250')], dense)).toMatchObject([
      { freightClass: '250', weight: 320, description: 'Linehaul, class 250, at the minimum density' },
    ]);
    expect(linehaul([buildPallet(400, '250')], dense)[0]).toMatchObject({
      weight: 400,
      description: 'Linehaul, class 250',
    });
  });
});

describe('the linehaul of a simulated carrier', () => {
  it('bills at the next weight break, at the lowest class, where that is cheaper', () => {
    const charges = linehaul([buildPallet(500, '100'), buildPallet(480, '70')]);
    expect(charges).toMatchObject([
      { type: 'linehaul', freightClass: '70', weight: 480 },
      { type: 'linehaul', freightClass: '100', weight: 500 },
      {
        type: 'deficit_weight',
        code: 'DEFICIT',
        description: 'Deficit weight, billed as 1,000 lb',
        freightClass: '70',
        weight: 20,
        rateCents: charges[0]!.rateCents,
      },
    ]);
    expect(sumCents(charges)).toBeLessThan(
      sumCents(linehaul([buildPallet(500, '100'), buildPallet(499, '85')])),
    );
  });

  it('bills the actual weight where the next weight break would cost more', () => {
    expect(linehaul([buildPallet(600, '70')]).map(({ type }) => type)).toEqual(['linehaul']);
  });

  it('is the same one pound below a break as at the break', () => {
    for (const edge of [500, 1_000, 2_000, 5_000, 10_000, 20_000]) {
      expect(sumCents(linehaul([buildPallet(edge - 1, '70')]))).toBe(
        sumCents(linehaul([buildPallet(edge, '70')])),
      );
    }
  });

  it('is weight times rate on each line, rounded by itself', () => {
    const pounds = fc.integer({ min: 1, max: 9_000 });
    fc.assert(
      fc.property(pounds, pounds, pounds, (a, b, c) => {
        const charges = linehaul([buildPallet(a, '50'), buildPallet(b, '92.5'), buildPallet(c, '300')]);
        const hundredths = charges.map(({ weight, rateCents }) => weight! * rateCents!);
        expect(charges.map(({ amountCents }) => amountCents)).toEqual(
          hundredths.map((exact) => Math.floor((exact + 50) / 100)),
        );
        // Each line is off by at most half a cent, so the total is off by at most half a cent per line.
        const total = hundredths.reduce((sum, exact) => sum + exact, 0);
        expect(Math.abs(100 * sumCents(charges) - total)).toBeLessThanOrEqual(50 * charges.length);
      }),
    );
  });
});
