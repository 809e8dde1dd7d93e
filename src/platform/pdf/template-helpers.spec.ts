import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TEMPLATE_HELPERS } from './template-helpers.js';

const line = (quantity: number | null, rateCents: number | null, amountCents: number, unit = 'cwt') =>
  TEMPLATE_HELPERS.rate!({ quantity, unit, rateCents, amountCents }) as string;

describe('the rate on an invoice', () => {
  it('is the stored one where quantity × rate is the amount', () => {
    expect([line(5, 12_345, 61_725), line(1, 9_500, 9_500, 'flat')]).toEqual(['$123.45', '$95.00']);
  });

  it('has more digits where a fraction of a cent was rounded away', () => {
    expect(line(5, 12_345, 61_727)).toBe('$123.454');
    expect(line(12.34, 2_413, 29_772)).toBe('$24.1264');
  });

  it('is nothing for a share, and where nothing was multiplied', () => {
    expect([line(31.5, null, 500, 'percent'), line(31.5, 2, 500, 'percent'), line(null, 5, 5)]).toEqual([
      '',
      '',
      '',
    ]);
  });

  it('never contradicts the amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4_000_000 }),
        fc.double({ min: 0.01, max: 1_000_000, noNaN: true }),
        (pounds, exactRate) => {
          const quantity = pounds / 100;
          const amount = Math.round(quantity * exactRate);
          const shown = Number(line(quantity, Math.round(exactRate), amount).replace(/[$,]/g, ''));
          expect(Math.abs(shown * quantity * 100 - amount)).toBeLessThan(0.51);
        },
      ),
    );
  });
});
