import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toBusinessDay, isBusinessDay, addBusinessDays, toPickupDate } from './business-days.js';
import { buildDay, daysBetween, addDays, getWeekday } from './days.js';
import { isLtlHoliday } from './ltl-holidays.js';

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days));

describe('isLtlHoliday', () => {
  // As Saia, XPO and Averitt publish them.
  it.each([
    [2021, '01-01 05-31 07-05 09-06 11-25 11-26 12-24 12-31'],
    [2022, '05-30 07-04 09-05 11-24 11-25 12-23 12-26'],
    [2025, '01-01 05-26 07-04 09-01 11-27 11-28 12-24 12-25'],
    [2026, '01-01 05-25 07-03 09-07 11-26 11-27 12-24 12-25'],
    [2027, '01-01 05-31 07-05 09-06 11-25 11-26 12-24 12-31'],
    [2028, '05-29 07-04 09-04 11-23 11-24 12-25'],
  ])('returns true for the LTL holidays of %d and no other day', (year, expected) => {
    const days = Array.from({ length: 366 }, (_, index) => buildDay(year, 1, 1 + index));
    const kept = days.filter((one) => one.startsWith(String(year)) && isLtlHoliday(one));
    expect(kept.map((one) => one.slice(5)).join(' ')).toBe(expected);
  });

  it('returns false for every weekend', () => {
    fc.assert(fc.property(day, (one) => isLtlHoliday(one) === false || ![0, 6].includes(getWeekday(one))));
  });
});

describe('business days', () => {
  it.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-21', '2026-11-23'],
    ['2026-11-26', '2026-11-30'],
    ['2027-01-18', '2027-01-18'],
    ['2026-07-03', '2026-07-06'],
    ['2027-12-31', '2028-01-03'],
  ])('toBusinessDay moves %s to %s', (from, to) => expect(toBusinessDay(from)).toBe(to));

  it.each([
    ['2026-11-25', 1, '2026-11-30'],
    ['2026-11-25', 2, '2026-12-01'],
    ['2026-12-24', 1, '2026-12-29'],
    ['2026-11-21', 0, '2026-11-23'],
  ])('addBusinessDays: %s plus %d business days is %s', (from, days, to) =>
    expect(addBusinessDays(from, days)).toBe(to),
  );

  it("a carrier's own holidays replace those of LTL carriers", () => {
    const own = ['2026-11-23', '2026-11-30'];
    expect(toBusinessDay('2026-11-23', own)).toBe('2026-11-24');
    expect(toBusinessDay('2026-11-26', own)).toBe('2026-11-26');
    expect(addBusinessDays('2026-11-27', 1, own)).toBe('2026-12-01');
    expect(toBusinessDay('2026-12-25', [])).toBe('2026-12-25');
    expect(toBusinessDay('2026-12-26', [])).toBe('2026-12-28');
  });

  it('counting beyond the year 9999 ends with an error', () => {
    expect(() => addBusinessDays('9999-12-31', 1)).toThrow(RangeError);
    expect(() => addBusinessDays('9999-12-31', 1, [])).toThrow(RangeError);
    expect(() => toBusinessDay('not a day')).toThrow(RangeError);
  });

  it('a forced day is kept, on a weekend as well', () => {
    expect(toPickupDate({ shipDate: '2026-11-28', isForced: true }, null)).toBe('2026-11-28');
    expect(toPickupDate({ shipDate: '2026-11-28' }, null)).toBe('2026-11-30');
  });

  it('addBusinessDays skips only weekends and holidays, and its results add up', () => {
    fc.assert(
      fc.property(day, fc.nat(40), fc.nat(40), (from, a, b) => {
        const later = addBusinessDays(from, a);
        expect(isBusinessDay(later)).toBe(true);
        expect(addBusinessDays(later, b)).toBe(addBusinessDays(from, a + b));
        const first = toBusinessDay(from);
        const between = Array.from({ length: daysBetween(first, later) }, (_, index) =>
          addDays(first, index),
        );
        expect(between.filter((one) => isBusinessDay(one))).toHaveLength(a);
      }),
    );
  });
});
