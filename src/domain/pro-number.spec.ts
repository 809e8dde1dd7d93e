import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  buildBolNumber,
  computeGs1CheckDigit,
  isValidPro,
  normalizePro,
  appendCheckDigit,
  removeProSuffix,
} from './pro-number.js';

describe('normalizePro', () => {
  it('strips spaces and dashes and keeps leading zeros', () => {
    expect(normalizePro(' 020-968 290 ')).toBe('020968290');
    expect(normalizePro('wp7506414')).toBe('WP7506414');
  });
});

describe('removeProSuffix', () => {
  it.each([
    ['714530947-R1', '714530947'],
    ['714530947/BD', '714530947'],
    ['714-530 947 b', '714-530 947'],
    ['WP7506414C12', 'WP7506414'],
    ['714530947', null],
    ['714530947-1', null],
    ['714530947-ABC', null],
    ['714530947R123', null],
    ['12R1', null],
  ])('returns for %s: %s', (pro, base) => expect(removeProSuffix(pro)).toBe(base));
});

describe('isValidPro', () => {
  it.each([
    // 12345678 mod 7 = 2
    ['XPOL', '123-456782', true],
    ['xpol', '123456782', true],
    ['CNWY', '123456782', true],
    ['XPOL', '123456783', false],
    ['XPOL', '12345678', false],
    ['XPOL', '000000000', true],
    ['UPGF', '020968290', true],
    ['UPGF', '20968290', false],
    ['EXLA', '0123456789', true],
    ['EXLA', '123456789', false],
    ['RLCA', 'WP7506414', true],
    ['RLCA', 'WP#7506414', false],
    ['ODFL', '01234567890', true],
    ['ODFL', '11111111111', false],
    ['ODFL', '123', null],
    ['SAIA', '12345678', true],
    ['SAIA', '123', null],
    ['ABCD', 'anything', null],
    ['constructor', '1', null],
  ])('returns for %s %s: %s', (scac, pro, valid) => expect(isValidPro(scac, pro)).toBe(valid));
});

describe('computeGs1CheckDigit', () => {
  it.each([
    ['629104150021', '3'], // GS1's own example, a GTIN-13
    ['37610425002123456', '9'], // GS1's own example, an SSCC
    ['0000000000000000', '0'],
  ])('returns for %s the digit %s', (digits, check) => expect(computeGs1CheckDigit(digits)).toBe(check));

  it('rejects characters other than digits', () => {
    expect(() => computeGs1CheckDigit('')).toThrow(RangeError);
    expect(() => computeGs1CheckDigit('12A')).toThrow(RangeError);
  });

  it('changes with every single wrong digit', () => {
    const digits = fc.stringMatching(/^\d{8}$/);
    fc.assert(
      fc.property(digits, fc.nat(7), fc.integer({ min: 1, max: 9 }), (pro, place, shift) => {
        const wrong = [...pro];
        wrong[place] = String((Number(wrong[place]) + shift) % 10);
        expect(computeGs1CheckDigit(wrong.join(''))).not.toBe(computeGs1CheckDigit(pro));
      }),
    );
  });

  it('is the last digit of a generic PRO number', () =>
    expect(appendCheckDigit('00000001')).toBe('000000017'));
});

describe('buildBolNumber', () => {
  it('returns prefix, serial number and check digit as 17 digits', () => {
    const number = buildBolNumber('0614141', 42);
    expect(number).toMatch(/^0614141000000042\d$/);
    expect(number.at(-1)).toBe(computeGs1CheckDigit(number.slice(0, 16)));
  });

  it('rejects a serial number that is too long or negative, and a malformed prefix', () => {
    expect(buildBolNumber('0614141', 999_999_999)).toHaveLength(17);
    expect(() => buildBolNumber('0614141', 1_000_000_000)).toThrow(RangeError);
    expect(() => buildBolNumber('0614141', -1)).toThrow(RangeError);
    expect(() => buildBolNumber('06141A1', 1)).toThrow(RangeError);
  });
});
