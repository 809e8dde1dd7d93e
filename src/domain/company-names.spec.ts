import { describe, expect, it } from '@jest/globals';
import { isSameCompany, normalizeCompany } from './company-names.js';

describe('company names', () => {
  it.each([
    ['Demo Logistics LLC', 'demo logistics, L.L.C.'],
    ['Old Dominion Freight Line, Inc.', 'OLD DOMINION FREIGHT LINE'],
    ['Smith Co., Ltd.', 'Smith'],
    ['R+L Carriers', 'R & L carriers'],
    ["O'Neil Freight", 'ONeil  Freight'],
  ])('treat %j and %j as one company', (one, other) => {
    expect(isSameCompany(one, other)).toBe(true);
  });

  it.each([
    ['Old Dominion', 'Old Dominion Freight Line'],
    ['Cooper', 'Coop'],
    ['', ''],
    ['...', ''],
  ])('treat %j and %j as different companies', (one, other) => {
    expect(isSameCompany(one, other)).toBe(false);
  });

  it('keep letters of every script', () => {
    expect(normalizeCompany('Café Fletes, S.A.')).toBe('café fletes sa');
  });
});
