import { describe, expect, it } from '@jest/globals';
import { parseCents } from '../../web/src/ui/form-values.js';

describe('dollars that somebody types', () => {
  it.each([
    ['450', 45_000],
    ['$1,234.56', 123_456],
    ['1234.5', 123_450],
    [' 0.07 ', 7],
    ['-12.30', -1_230],
  ])('%s are cents', (text, amount) => expect(parseCents(text)).toBe(amount));

  it.each(['4,50', '1.234,56', '12.345', '5 0', '1,23,456', '1e3', 'twelve', ''])(
    '%s is handed on as it stands, for the service to refuse',
    (text) => expect(parseCents(text)).toBe(text),
  );
});
