import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { divideRounded, formatCents, parseCents, percentOf } from './money.js';

describe('parseCents', () => {
  it.each([
    ['$1,852.92', 185_292],
    ['1573.56', 157_356],
    ['436.7', 43_670],
    ['436', 43_600],
    ['0.07', 7],
    ['12.5000', 1_250],
    [' $1,234,567.89 ', 123_456_789],
    ['(12.00)', -1_200],
    ['($1,012.34)', -101_234],
    ['-12.00', -1_200],
    ['-$12.00', -1_200],
    ['$-12.00', -1_200],
    ['8.29', 829],
    ['4.35', 435],
  ])('parses %j as %d', (text, cents) => expect(parseCents(text)).toBe(cents));

  it.each(['0', '-0.00', '(0.00)'])('parses %j as 0, not as -0', (text) => {
    expect(Object.is(parseCents(text), 0)).toBe(true);
  });

  it.each(
    [
      '',
      ' ',
      '$',
      '.',
      '.5',
      '5.',
      '1,85.92',
      '1,8522',
      ',123',
      '1.234',
      '1e3',
      '0x10',
      '1 000',
      '12 USD',
      'NaN',
    ].concat(['--1', '-$-1', '(-1)', '()', '(1', '1)', '+1', '1.2.3', '１２', '99999999999999999.00']),
  )('rejects %j', (text) => expect(() => parseCents(text)).toThrow(RangeError));

  it('parses every value that formatCents writes', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (cents) => expect(parseCents(formatCents(cents))).toBe(cents)),
    );
  });
});

describe('formatCents', () => {
  it.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [-5, '-$0.05'],
    [100, '$1.00'],
    [99_999, '$999.99'],
    [100_000, '$1,000.00'],
    [123_456_789, '$1,234,567.89'],
    [-123_456, '-$1,234.56'],
  ])('formats %d as %s', (cents, text) => expect(formatCents(cents)).toBe(text));
});

describe('percentOf', () => {
  it.each([
    [10_000, 3_150, 3_150],
    [1, 5_000, 1],
    [-1, 5_000, -1],
    [1, 4_999, 0],
    [-1, 4_999, 0],
    [333, 3_333, 111],
    [100, -2_500, -25],
  ])('computes of %d cents %d basis points: %d', (cents, basisPoints, share) => {
    expect(Object.is(percentOf(cents, basisPoints), share)).toBe(true);
  });

  it('rejects fractions and overflow', () => {
    expect(() => percentOf(0.5, 1)).toThrow(RangeError);
    expect(() => percentOf(Number.MAX_SAFE_INTEGER, 2)).toThrow(RangeError);
  });
});

describe('divideRounded', () => {
  it('rounds half away from zero', () => {
    expect([5, 15, -5, -15, 4, -4, 14].map((n) => divideRounded(n, 10))).toEqual([1, 2, -1, -2, 0, 0, 1]);
  });
});
