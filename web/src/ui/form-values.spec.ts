import { describe, expect, it } from '@jest/globals';
import { parseCents } from './form-values';

describe('parseCents', () => {
  it.each([
    ['450', 45_000],
    ['$1,234.56', 123_456],
    ['1234.5', 123_450],
    [' 0.07 ', 7],
    ['-12.30', -1_230],
  ])('parses %s as cents', (text, cents) => expect(parseCents(text)).toBe(cents));

  it.each(['4,50', '1.234,56', '12.345', '5 0', '1,23,456', '1e3', 'twelve', ''])(
    'returns %s unchanged, so that the service rejects it',
    (text) => expect(parseCents(text)).toBe(text),
  );
});
