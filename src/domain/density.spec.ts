import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findClassForDensity, computeCubicFeet, computeDensity } from './density.js';
import { FREIGHT_CLASSES } from './freight-classes.js';

const OLD = '2025-07-18';
const NEW = '2025-07-19';

describe('computeDensity', () => {
  it('divides pounds by cubic feet', () => {
    expect(computeCubicFeet({ length: 48, width: 48, height: 48 })).toBe(64);
    expect(computeDensity([{ weight: 640, length: 48, width: 48, height: 48 }])).toBe(10);
  });

  it('divides the total weight by the total volume instead of averaging the items', () => {
    const foot = { length: 12, width: 12, height: 12 };
    expect(
      computeDensity([
        { weight: 1, ...foot },
        { weight: 2, ...foot },
        { weight: 12, ...foot },
      ]),
    ).toBe(5);
  });
});

describe('findClassForDensity', () => {
  // Each tier's lower edge with the class there and the class just below it.
  const shared = [
    [1, '300', '400'],
    [2, '250', '300'],
    [4, '175', '250'],
    [6, '125', '175'],
    [8, '100', '125'],
    [10, '92.5', '100'],
    [12, '85', '92.5'],
    [15, '70', '85'],
    [22.5, '65', '70'],
    [30, '60', '65'],
  ] as const;

  it.each(shared)('returns for %d lb/ft³ class %s and for less %s, on both scales', (edge, at, below) => {
    for (const date of [OLD, NEW]) {
      expect(findClassForDensity(edge, date)).toBe(at);
      expect(findClassForDensity(edge - 1e-9, date)).toBe(below);
    }
  });

  it.each([
    [35, '55', '60'],
    [50, '50', '55'],
  ] as const)(
    'returns for %d lb/ft³ class %s and for less %s, on the 13-tier scale only',
    (edge, at, below) => {
      expect(findClassForDensity(edge, NEW)).toBe(at);
      expect(findClassForDensity(edge - 1e-9, NEW)).toBe(below);
      expect(findClassForDensity(edge, OLD)).toBe('60');
    },
  );

  it('returns a class for the lowest and the highest density', () => {
    expect(findClassForDensity(0.01, NEW)).toBe('400');
    expect(findClassForDensity(500, OLD)).toBe('60');
    expect(findClassForDensity(500, '2031-01-01')).toBe('50');
  });

  it('never gives a higher class to denser freight', () => {
    const density = fc.double({ min: 0.001, max: 200, noNaN: true });
    fc.assert(
      fc.property(density, density, fc.constantFrom(OLD, NEW), (a, b, date) => {
        const [light, dense] = [Math.min(a, b), Math.max(a, b)].map((d) =>
          FREIGHT_CLASSES.indexOf(findClassForDensity(d, date)),
        );
        expect(dense).toBeLessThanOrEqual(light!);
      }),
    );
  });

  it.each([0, -1, NaN])('throws a RangeError for %d', (density) => {
    expect(() => findClassForDensity(density, NEW)).toThrow(RangeError);
  });
});
