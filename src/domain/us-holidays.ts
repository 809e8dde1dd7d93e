import { dayOf, plusDays, type Day, weekdayOf } from './days.js';

/** 1 to 12, and the day of the month. */
type Fixed = readonly [month: number, day: number];
/** The nth such weekday of the month, Sunday being 0; -1 is its last. */
type Floating = readonly [month: number, weekday: number, nth: number];

const FIXED: readonly Fixed[] = [
  [1, 1], // New Year's Day
  [6, 19], // Juneteenth
  [7, 4], // Independence Day
  [11, 11], // Veterans Day
  [12, 25], // Christmas Day
];
const FLOATING: readonly Floating[] = [
  [1, 1, 3], // Birthday of Martin Luther King, Jr.
  [2, 1, 3], // Washington's Birthday
  [5, 1, -1], // Memorial Day
  [9, 1, 1], // Labor Day
  [10, 1, 2], // Columbus Day
  [11, 4, 4], // Thanksgiving Day
];

const years = new Map<number, ReadonlySet<Day>>();

/**
 * Whether nobody works because of a federal holiday: one on a Saturday is kept on the Friday before, one on a Sunday on
 * the Monday after. Source: 5 U.S.C. 6103; Executive Order 11582.
 */
export function isFederalHoliday(day: Day): boolean {
  const year = Number(day.slice(0, 4));
  let kept = years.get(year);
  if (!kept) years.set(year, (kept = keptIn(year)));
  return kept.has(day);
}

/** A New Year's Day on a Saturday is kept in the year before. */
function keptIn(year: number): ReadonlySet<Day> {
  const fixed = [...FIXED.map(([month, date]) => dayOf(year, month, date)), dayOf(year + 1, 1, 1)];
  const floating = FLOATING.map(([month, weekday, nth]) => nthWeekday(year, month, weekday, nth));
  return new Set([...fixed.map(observed), ...floating].filter((day) => day.startsWith(`${year}-`)));
}

function observed(day: Day): Day {
  const weekday = weekdayOf(day);
  if (weekday === 6) return plusDays(day, -1);
  return weekday === 0 ? plusDays(day, 1) : day;
}

function nthWeekday(year: number, month: number, weekday: number, nth: number): Day {
  if (nth === -1) {
    const last = dayOf(year, month + 1, 0);
    return plusDays(last, -((weekdayOf(last) - weekday + 7) % 7));
  }
  const first = dayOf(year, month, 1);
  return plusDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
}
