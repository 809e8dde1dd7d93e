import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toBusinessDay, isBusinessDay, addBusinessDays } from './business-days.js';
import { buildDay, daysBetween, addDays, getWeekday } from './days.js';
import { isFederalHoliday } from './us-holidays.js';

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('2000-01-01', days));

describe('isFederalHoliday', () => {
  // As published by the Office of Personnel Management.
  it.each([
    [2021, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31'],
    [2022, '01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26'],
    [2025, '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25'],
    [2026, '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'],
    [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24 12-31'],
    [2028, '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25'],
  ])('keeps those of %d', (year, expected) => {
    const days = Array.from({ length: 366 }, (_, index) => buildDay(year, 1, 1 + index));
    const kept = days.filter((one) => one.startsWith(String(year)) && isFederalHoliday(one));
    expect(kept.map((one) => one.slice(5)).join(' ')).toBe(expected);
  });

  it('never falls on a weekend', () => {
    fc.assert(
      fc.property(day, (one) => isFederalHoliday(one) === false || ![0, 6].includes(getWeekday(one))),
    );
  });
});

describe('business days', () => {
  it.each([
    ['2026-11-23', '2026-11-23'],
    ['2026-11-21', '2026-11-23'],
    ['2026-11-26', '2026-11-27'],
    ['2026-07-03', '2026-07-06'],
    ['2027-12-31', '2028-01-03'],
  ])('go on from %s on %s', (from, to) => expect(toBusinessDay(from)).toBe(to));

  it.each([
    ['2026-11-25', 1, '2026-11-27'],
    ['2026-11-25', 2, '2026-11-30'],
    ['2026-12-24', 1, '2026-12-28'],
    ['2026-11-21', 0, '2026-11-23'],
  ])('from %s count %d to %s', (from, days, to) => expect(addBusinessDays(from, days)).toBe(to));

  it('begin with a business day, skip nothing but what is none, and add up', () => {
    fc.assert(
      fc.property(day, fc.nat(40), fc.nat(40), (from, a, b) => {
        const later = addBusinessDays(from, a);
        expect(isBusinessDay(later)).toBe(true);
        expect(addBusinessDays(later, b)).toBe(addBusinessDays(from, a + b));
        const first = toBusinessDay(from);
        const between = Array.from({ length: daysBetween(first, later) }, (_, index) =>
          addDays(first, index),
        );
        expect(between.filter(isBusinessDay)).toHaveLength(a);
      }),
    );
  });
});
