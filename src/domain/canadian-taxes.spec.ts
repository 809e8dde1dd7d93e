import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { computeTaxes, STANDARD_TAX_RATES, type TaxSettings } from './canadian-taxes.js';
import type { Charge } from './charges.js';
import { CA_PROVINCES } from './states.js';

const REGISTERED: TaxSettings = {
  gstHstNumber: '123456789 RT0001',
  qstNumber: '1234567890 TQ0001',
  rates: null,
};
const inCanada = (state: string) => ({ state, country: 'CA' as const });
const line = (amountCents: number): Charge => ({
  type: 'linehaul',
  code: 'LINEHAUL',
  description: '',
  amountCents,
});
const tax = (cents: number, province: string, settings = REGISTERED, from: object = inCanada('ON')) =>
  computeTaxes([line(cents)], { origin: from as never, destination: inCanada(province) }, settings).map(
    ({ code, amountCents }) => [code, amountCents],
  );

describe('computeTaxes', () => {
  it.each<[string, [string, number][]]>([
    ['ON', [['HST', 1_300]]],
    ['NS', [['HST', 1_400]]],
    ['NB', [['HST', 1_500]]],
    ['NL', [['HST', 1_500]]],
    ['PE', [['HST', 1_500]]],
    ['AB', [['GST', 500]]],
    ['BC', [['GST', 500]]],
    [
      'QC',
      [
        ['GST', 500],
        ['QST', 998],
      ],
    ],
  ])('taxes 100.00 delivered in %s', (province, taxes) => expect(tax(10_000, province)).toEqual(taxes));

  it('has rates for every province and territory', () =>
    expect(new Set(STANDARD_TAX_RATES.map(({ province }) => province))).toEqual(new Set(CA_PROVINCES)));

  it('charges nothing across a border, and nothing that the organization is not registered for', () => {
    expect(tax(10_000, 'ON', REGISTERED, { state: 'NY' })).toEqual([]);
    expect(tax(10_000, 'QC', { ...REGISTERED, qstNumber: null })).toEqual([['GST', 500]]);
    expect(tax(10_000, 'QC', { ...REGISTERED, gstHstNumber: null })).toEqual([['QST', 998]]);
  });

  it('uses the rates of the organization instead of the standard ones', () => {
    const rates = [{ province: 'ON' as const, code: 'HST' as const, percent: 14.125 }];
    expect(tax(10_000, 'ON', { ...REGISTERED, rates })).toEqual([['HST', 1_413]]);
    expect(tax(10_000, 'QC', { ...REGISTERED, rates })).toEqual([]);
  });

  it('agrees with exact decimal arithmetic to the cent, for charges and credits', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000_000, max: 100_000_000 }),
        fc.constantFrom(...STANDARD_TAX_RATES),
        (cents, { province, code, percent }) => {
          // Long multiplication on the digits: the last five are the fraction of a cent.
          const [whole, fraction = ''] = String(percent).split('.');
          const product = BigInt(Math.abs(cents)) * BigInt(whole! + fraction.padEnd(3, '0'));
          const digits = product.toString().padStart(6, '0');
          const exact = Number(digits.slice(0, -5)) + (digits.at(-5)! >= '5' ? 1 : 0);
          const found = tax(cents, province).find(([name]) => name === code)?.[1] ?? 0;
          expect(found).toBe(cents < 0 ? 0 - exact : exact);
        },
      ),
    ));

  it('does not tax a tax', () => {
    const charges = [line(10_000), { ...line(1_300), type: 'tax' as const }];
    const places = { origin: inCanada('ON'), destination: inCanada('ON') };
    expect(computeTaxes(charges, places, REGISTERED)).toMatchObject([{ amountCents: 1_300 }]);
  });
});
