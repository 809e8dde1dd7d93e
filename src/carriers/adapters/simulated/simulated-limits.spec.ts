import { describe, expect, it } from '@jest/globals';
import type { RateItem, RateRequest } from '../../carrier-adapter.js';
import { SIMULATED_CARRIERS } from './simulated-carriers.js';
import { linearFeet, refusalOf } from './simulated-limits.js';

const PALLET: RateItem = { weight: 500, freight_class: '70', length: 48, width: 40, height: 48 };

function refusals(items: RateItem[], destinationZip = '60601'): (string | null)[] {
  const request: RateRequest = {
    origin: { city: 'x', state: 'CA', zip: '90001' },
    destination: { city: 'y', state: 'IL', zip: destinationZip },
    items,
    accessorials: [],
  };
  return [...SIMULATED_CARRIERS.values()].map((carrier) => refusalOf(carrier, request));
}

describe('refusalOf', () => {
  it.each(['60601', '80301', '33101', '04101', '98101', '20001'])('takes ordinary freight to %s', (zip) => {
    expect(refusals([PALLET, PALLET], zip)).toEqual([null, null, null, null, null]);
  });

  it.each([
    ['99501', 'Alaska', 2],
    ['96813', 'Hawaii', 2],
    ['00901', 'Puerto Rico', 2],
    ['96910', 'Guam', 1],
  ])('leaves %s in %s to %d of the carriers', (zip, name, takers) => {
    const answers = refusals([PALLET], zip);
    expect(answers.filter((answer) => answer === null)).toHaveLength(takers);
    expect(answers.at(-1)).toBe(`${name} is not served.`);
  });

  it.each(['09012', '34002', '96201'])('takes no freight to the military ZIP %s', (zip) => {
    for (const answer of refusals([PALLET], zip)) expect(answer).toContain('mail only');
  });

  it.each(['00000', '96939'])('takes nothing to %s', (zip) => {
    for (const answer of refusals([PALLET], zip)) expect(answer).toBe(`ZIP ${zip} is not served.`);
  });

  it('refuses by weight, saying the limit', () => {
    const answers = refusals([{ ...PALLET, weight: 24_500.5 }]);
    expect(answers[0]).toBeNull();
    expect(answers[1]).toBe(
      'The shipment takes 24,501 lb, more than the 20,000 lb of LTL service: it needs a volume quote.',
    );
  });

  it('refuses by linear feet', () => {
    expect(refusals(Array(14).fill(PALLET))[1]).toBeNull();
    expect(refusals(Array(15).fill(PALLET))[1]).toContain('30 linear feet, more than the 28');
    expect(refusals(Array(21).fill(PALLET))).not.toContain(null);
  });

  it('refuses what does not go into a trailer', () => {
    expect(refusals([{ ...PALLET, length: 1_200 }])).not.toContain(null);
    expect(refusals([{ ...PALLET, height: 97 }])).not.toContain(null);
    expect(refusals([{ ...PALLET, length: 100, width: 100 }])[0]).toContain('trailer door');
    expect(refusals([{ ...PALLET, length: 40, width: 200 }])[1]).toBeNull();
  });
});

describe('linearFeet', () => {
  const feet = (length: number, width: number, height: number, count = 1) =>
    linearFeet(Array(count).fill({ ...PALLET, length, width, height }));

  it('stands two standard pallets abreast', () => expect(feet(48, 40, 48, 2)).toBe(4));
  it('does not care which side is called the length', () => expect(feet(40, 48, 48)).toBe(2));
  it('gives a wide unit the whole width', () => expect(feet(60, 60, 48)).toBe(5));
  it('stacks cartons', () => expect(feet(12, 12, 12, 64)).toBe(1));
});
