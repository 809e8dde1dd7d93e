import { addDays, type Day, getWeekday } from './days.js';
import { isFederalHoliday } from './us-holidays.js';

/** Monday to Friday without federal holidays: the days on which carriers pick up, deliver and count transit. */
export function isBusinessDay(day: Day): boolean {
  const weekday = getWeekday(day);
  return weekday !== 0 && weekday !== 6 && !isFederalHoliday(day);
}

/** The day itself, or the first business day after it. */
export function toBusinessDay(day: Day): Day {
  let business = day;
  while (!isBusinessDay(business)) business = addDays(business, 1);
  return business;
}

/** The business day so many business days later; with 0 the day itself or the first after it. */
export function addBusinessDays(day: Day, days: number): Day {
  let business = toBusinessDay(day);
  for (let left = days; left > 0; left--) business = toBusinessDay(addDays(business, 1));
  return business;
}
