import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildRateRequest, buildPallet } from '../../../../../test/support/carrier-request-builders.js';
import type { Accessorial } from '../../../../domain/accessorials.js';
import type { RateItem } from '../../carrier-requests.js';
import { SIMULATED_CARRIERS } from './simulated-carriers.js';
import { computeLinearFeet } from '../../rating/linear-feet.js';
import { findRefusal } from './simulated-limits.js';

/** Those a new organization has. */
const five = [...SIMULATED_CARRIERS.values()].filter(({ bookedByHand }) => !bookedByHand);

const PALLET = buildPallet(500, '70');

function refusals(
  items: RateItem[],
  destinationZip = '60601',
  accessorials: Accessorial[] = [],
): (string | null)[] {
  const destination = { city: 'y', state: 'IL', zip: destinationZip };
  const request = buildRateRequest(items, { destination, accessorials });
  return five.map((carrier) => findRefusal(carrier, request));
}

describe('findRefusal', () => {
  it.each(['60601', '80301', '33101', '04101', '98101', '20001'])('accepts ordinary freight to %s', (zip) => {
    expect(refusals([PALLET, PALLET], zip)).toEqual([null, null, null, null, null]);
  });

  it.each([
    ['99501', 'Alaska', 2],
    ['96813', 'Hawaii', 2],
    ['00901', 'Puerto Rico', 2],
    ['96910', 'Guam', 1],
  ])('limits %s (%s) to %d of the carriers', (zip, name, takers) => {
    const answers = refusals([PALLET], zip);
    expect(answers.filter((answer) => answer === null)).toHaveLength(takers);
    expect(answers.at(-1)).toBe(`${name} is not served.`);
  });

  it.each(['09012', '34002', '96201'])('rejects freight to the military ZIP %s', (zip) => {
    for (const answer of refusals([PALLET], zip)) expect(answer).toContain('only mail');
  });

  it.each(['00000', '96939'])('rejects freight to the unassigned ZIP %s', (zip) => {
    for (const answer of refusals([PALLET], zip)) expect(answer).toBe(`ZIP ${zip} is not served.`);
  });

  it('rejects by weight and names the limit', () => {
    const answers = refusals([{ ...PALLET, weight: 24_500.5 }]);
    expect(answers[0]).toBeNull();
    expect(answers[1]).toBe(
      'The shipment is 24,501 lb; LTL service accepts at most 20,000 lb. Request a volume quote.',
    );
  });

  it('rejects by linear feet', () => {
    expect(refusals(Array(14).fill(PALLET))[1]).toBeNull();
    expect(refusals(Array(15).fill(PALLET))[1]).toContain('30 linear feet; LTL service accepts at most 28');
    expect(refusals(Array(21).fill(PALLET))).not.toContain(null);
  });

  it.each(['origin_liftgate', 'destination_liftgate'] as const)(
    'rejects with %s handling units above the liftgate limit',
    (name) => {
      const heaviest = (pounds: number, quantity = 1) =>
        refusals([PALLET, buildPallet(pounds * quantity, '70', { quantity })], '60601', [name]).filter(
          Boolean,
        );
      expect(heaviest(2_000)).toEqual([]);
      expect(heaviest(2_000, 3)).toEqual([]);
      expect(heaviest(2_600)).toEqual([
        "A handling unit weighs 2,600 lb; the carrier's liftgates lift at most 2,000 lb.",
        "A handling unit weighs 2,600 lb; the carrier's liftgates lift at most 2,500 lb.",
        "A handling unit weighs 2,600 lb; the carrier's liftgates lift at most 2,500 lb.",
      ]);
      expect(heaviest(6_000)).toHaveLength(5);
      expect(refusals([buildPallet(6_000, '70')])).toEqual([null, null, null, null, null]);
    },
  );

  it('names the accessorial that a carrier does not offer', () => {
    const byHand = SIMULATED_CARRIERS.get('SIM6')!;
    const reason = (name: Accessorial) =>
      findRefusal(byHand, buildRateRequest([PALLET], { accessorials: [name] }));
    expect(reason('protect_from_cold')).toBe('The carrier does not offer: Protect from freezing.');
    expect(reason('inside_delivery')).toBeNull();
  });

  it('rejects units that do not fit into a trailer', () => {
    expect(refusals([{ ...PALLET, length: 1_200 }])).not.toContain(null);
    expect(refusals([{ ...PALLET, height: 97 }])).not.toContain(null);
    expect(refusals([{ ...PALLET, length: 100, width: 100 }])[0]).toContain('trailer door');
    expect(refusals([{ ...PALLET, length: 40, width: 200 }])[1]).toBeNull();
  });
});

describe('computeLinearFeet', () => {
  const feet = (length: number, width: number, height: number, count = 1) =>
    computeLinearFeet(Array(count).fill({ ...PALLET, length, width, height }));

  it('places two standard pallets side by side', () => expect(feet(48, 40, 48, 2)).toBe(4));
  it('does not depend on which side is called the length', () => expect(feet(40, 48, 48)).toBe(2));
  it('counts the full trailer width for a wide unit', () => expect(feet(60, 60, 48)).toBe(5));
  it('stacks cartons', () => expect(feet(12, 12, 12, 64)).toBe(1));

  it('stacks units that are marked stackable', () =>
    expect(computeLinearFeet([buildPallet(2_000, '70', { quantity: 4, stackable: true })])).toBe(4));

  it('returns the same for a line of n units as for n lines of one unit', () => {
    const side = fc.integer({ min: 1, max: 960 }).map((tenths) => tenths / 10);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), side, side, side, (quantity, length, width, height) => {
        const unit = { length, width, height };
        const lines = Array<RateItem>(quantity).fill(buildPallet(500, '70', unit));
        const line = buildPallet(500 * quantity, '70', { ...unit, quantity });
        expect(computeLinearFeet([line])).toBeCloseTo(computeLinearFeet(lines), 9);
      }),
    );
  });
});
