import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toInches, toPounds } from './metric.js';

describe('metric units', () => {
  it.each([
    [1, 2.2],
    [500, 1_102.31],
    [45.359237, 100],
    [0.05, 0.11],
    [Infinity, Infinity],
  ])('%s kg are %s lb', (kilograms, pounds) => expect(toPounds(kilograms)).toBe(pounds));

  it.each([
    [2.54, 1],
    [120, 47.24],
    [0.3175, 0.13],
    [0.0127, 0.01],
    [3_048, 1_200],
  ])('%s cm are %s in', (centimeters, inches) => expect(toInches(centimeters)).toBe(inches));

  it('differ from the exact value by half a hundredth at most', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 100_000, noNaN: true }), (value) => {
        expect(Math.abs(toPounds(value) - value / 0.45359237)).toBeLessThan(0.005_001);
        expect(Math.abs(toInches(value) - value / 2.54)).toBeLessThan(0.005_001);
      }),
    );
  });
});
