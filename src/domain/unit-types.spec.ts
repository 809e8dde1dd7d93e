import { describe, expect, it } from '@jest/globals';
import { UNIT_TYPE_NAMES, UNIT_TYPES, parseUnitType } from './unit-types.js';

describe('parseUnitType', () => {
  it('accepts the name and the code of each type', () => {
    for (const name of UNIT_TYPE_NAMES) {
      expect(parseUnitType(name)).toBe(name);
      expect(parseUnitType(UNIT_TYPES[name].code)).toBe(name);
    }
  });

  it('maps each code to one name', () => {
    expect(new Set(UNIT_TYPE_NAMES.map((name) => UNIT_TYPES[name].code)).size).toBe(UNIT_TYPE_NAMES.length);
  });

  it('parses PAT as a pallet and PAL as a pail', () => {
    expect([parseUnitType('PAT'), parseUnitType('PAL')]).toEqual(['pallet', 'pail']);
  });

  it.each(['', 'PLT', 'pat', 'Pallet', 'toString', '__proto__'])('returns null for %j', (text) =>
    expect(parseUnitType(text)).toBeNull(),
  );
});
