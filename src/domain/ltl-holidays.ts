import { buildDay, addDays, type Day, getWeekday } from './days.js';

type FixedHoliday = readonly [month: number, day: number];
/** Weekday 0 is Sunday; nth -1 is the last of the month. */
type FloatingHoliday = readonly [month: number, weekday: number, nth: number];

const FIXED_HOLIDAYS: readonly FixedHoliday[] = [
  [1, 1], // New Year's Day
  [7, 4], // Independence Day
  [12, 24], // Christmas Eve
  [12, 25], // Christmas Day
];
const FLOATING_HOLIDAYS: readonly FloatingHoliday[] = [
  [5, 1, -1], // Memorial Day
  [9, 1, 1], // Labor Day
  [11, 4, 4], // Thanksgiving Day
];

const holidaysByYear = new Map<number, ReadonlySet<Day>>();

/**
 * Returns true on a day when LTL carriers are closed. A Saturday is observed on Friday, a Sunday on Monday.
 * Source: the holiday schedules that Saia, XPO, ArcBest, R+L, Estes, Dayton, Pitt Ohio, TForce and Averitt publish.
 */
export function isLtlHoliday(day: Day): boolean {
  const year = Number(day.slice(0, 4));
  let observed = holidaysByYear.get(year);
  if (!observed) holidaysByYear.set(year, (observed = computeObservedHolidays(year)));
  return observed.has(day);
}

/** Includes the next New Year's Day, whose observed day may be December 31. */
function computeObservedHolidays(year: number): ReadonlySet<Day> {
  const fixed = [
    ...FIXED_HOLIDAYS.map(([month, date]) => buildDay(year, month, date)),
    buildDay(year + 1, 1, 1),
  ];
  const floating = FLOATING_HOLIDAYS.map(([month, weekday, nth]) =>
    computeNthWeekday(year, month, weekday, nth),
  );
  const fridayAfterThanksgiving = addDays(floating.at(-1)!, 1);
  return new Set(
    [...fixed.map(toObservedDay), ...floating, fridayAfterThanksgiving].filter((day) =>
      day.startsWith(`${year}-`),
    ),
  );
}

function toObservedDay(day: Day): Day {
  const weekday = getWeekday(day);
  if (weekday === 6) return addDays(day, -1);
  return weekday === 0 ? addDays(day, 1) : day;
}

function computeNthWeekday(year: number, month: number, weekday: number, nth: number): Day {
  if (nth === -1) {
    const last = buildDay(year, month + 1, 0);
    return addDays(last, -((getWeekday(last) - weekday + 7) % 7));
  }
  const first = buildDay(year, month, 1);
  return addDays(first, ((weekday - getWeekday(first) + 7) % 7) + 7 * (nth - 1));
}
