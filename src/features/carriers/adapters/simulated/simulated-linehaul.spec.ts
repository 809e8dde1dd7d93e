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
  it('adds up items by class, lowest first, each unit rounded up to whole pounds', () => {
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
  it('bills up to the next weight break where that is cheaper, at the lowest class', () => {
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

  it('leaves a shipment at its own break where billing up would not pay', () => {
    expect(linehaul([buildPallet(600, '70')]).map(({ type }) => type)).toEqual(['linehaul']);
  });

  it('costs the same just under a break as on it', () => {
    for (const edge of [500, 1_000, 2_000, 5_000, 10_000, 20_000]) {
      expect(sumCents(linehaul([buildPallet(edge - 1, '70')]))).toBe(
        sumCents(linehaul([buildPallet(edge, '70')])),
      );
    }
  });

  it('is within a cent of weight times rate on every line, and exact over all', () => {
    const pounds = fc.integer({ min: 1, max: 9_000 });
    fc.assert(
      fc.property(pounds, pounds, pounds, (a, b, c) => {
        const charges = linehaul([buildPallet(a, '50'), buildPallet(b, '92.5'), buildPallet(c, '300')]);
        const exact = charges.map(({ weight, rateCents }) => (weight! * rateCents!) / 100);
        charges.forEach(({ amountCents }, i) =>
          expect(Math.abs(amountCents - exact[i]!)).toBeLessThanOrEqual(1),
        );
        const total = exact.reduce((sum, cents) => sum + cents, 0);
        expect(Math.abs(sumCents(charges) - total)).toBeLessThanOrEqual(0.501);
      }),
    );
  });
});
