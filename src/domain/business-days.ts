import { addDays, type Day, getWeekday } from './days.js';
import { isFederalHoliday } from './us-holidays.js';

/** Returns true from Monday to Friday, except on federal holidays. Carriers count transit in these days. */
export function isBusinessDay(day: Day): boolean {
  const weekday = getWeekday(day);
  return weekday !== 0 && weekday !== 6 && !isFederalHoliday(day);
}

/** Returns the day itself or the first business day after it. */
export function toBusinessDay(day: Day): Day {
  let business = day;
  while (!isBusinessDay(business)) business = addDays(business, 1);
  return business;
}

/** Counts from the day itself or the first business day after it. */
export function addBusinessDays(day: Day, days: number): Day {
  let business = toBusinessDay(day);
  for (let left = days; left > 0; left--) business = toBusinessDay(addDays(business, 1));
  return business;
}
