import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Currency } from '../../domain/currencies.js';
import { markNumbersLeftToRight, TEMPLATE_HELPERS } from './template-helpers.js';

const inCurrency = (currency?: Currency) => ({ data: { root: { currency } } });
const line = (quantity: number | null, rateCents: number | null, amountCents: number, unit = 'cwt') =>
  TEMPLATE_HELPERS.rate!({ quantity, unit, rateCents, amountCents }, inCurrency()) as string;

describe('the rate on an invoice line', () => {
  it('is the stored rate if quantity × rate equals the amount', () => {
    expect([line(5, 12_345, 61_725), line(1, 9_500, 9_500, 'flat')]).toEqual(['$123.45', '$95.00']);
  });

  it('has more digits if a fraction of a cent was rounded away', () => {
    expect(line(5, 12_345, 61_727)).toBe('$123.454');
    expect(line(12.34, 2_413, 29_772)).toBe('$24.1264');
  });

  it('is empty for percentages and for lines without a quantity or rate', () => {
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

it('prints amounts in the currency of the document, US dollars without one', () => {
  const money = (currency?: Currency) => TEMPLATE_HELPERS.money!(123_456, inCurrency(currency)) as string;
  expect([money(), money('USD'), money('CAD'), money('MXN')]).toEqual([
    '$1,234.56',
    '$1,234.56',
    'CA$1,234.56',
    'MX$1,234.56',
  ]);
});

describe('markNumbersLeftToRight', () => {
  it.each([
    ['<p>اتصل 555-222-6666 الآن</p>', '<p>اتصل \u200e555-222-6666 الآن</p>'],
    ['<p>اتصل +1 (555) 222</p>', '<p>اتصل \u200e+1 (555) 222</p>'],
    ['<b>רמת</b><b class="x9">12-34</b>', '<b>רמת</b><b class="x9">12-34</b>'],
    ['<p>بع&#x27;م A7-8 &amp; &#39;</p>', '<p>بع&#x27;م A7-8 &amp; &#39;</p>'],
    ['<p>Call 555-222-6666</p>', '<p>Call 555-222-6666</p>'],
  ])('converts %s', (html, kept) => expect(markNumbersLeftToRight(html)).toBe(kept));
});
