import { describe, expect, it } from '@jest/globals';
import { UNIT_TYPE_NAMES, UNIT_TYPES, parseUnitType } from './unit-types.js';

describe('unitTypeOf', () => {
  it('knows each type by its name and by its code', () => {
    for (const name of UNIT_TYPE_NAMES) {
      expect(parseUnitType(name)).toBe(name);
      expect(parseUnitType(UNIT_TYPES[name].code)).toBe(name);
    }
  });

  it('has one name for each code', () => {
    expect(new Set(UNIT_TYPE_NAMES.map((name) => UNIT_TYPES[name].code)).size).toBe(UNIT_TYPE_NAMES.length);
  });

  it('takes PAT for a pallet and PAL for a pail', () => {
    expect([parseUnitType('PAT'), parseUnitType('PAL')]).toEqual(['pallet', 'pail']);
  });

  it.each(['', 'PLT', 'pat', 'Pallet', 'toString', '__proto__'])('does not know %j', (text) =>
    expect(parseUnitType(text)).toBeNull(),
  );
});
