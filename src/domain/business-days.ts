import { addDays, type Day, getWeekday } from './days.js';
import { isLtlHoliday } from './ltl-holidays.js';

/** The days when a carrier is closed, besides weekends. Null: the holidays of LTL carriers. */
export type Holidays = readonly Day[] | null;

/** The day that a client requests a pickup for. */
export interface RequestedDay {
  shipDate: Day;
  /** True keeps the day even if the carrier is closed. */
  isForced?: boolean;
}

/** Returns true from Monday to Friday, except on holidays. Carriers count transit in these days. */
export function isBusinessDay(day: Day, holidays: Holidays = null): boolean {
  const weekday = getWeekday(day);
  if (weekday === 0 || weekday === 6) return false;
  return holidays === null ? !isLtlHoliday(day) : !holidays.includes(day);
}

/** Returns the day itself or the first business day after it. @throws RangeError after the year 9999 */
export function toBusinessDay(day: Day, holidays: Holidays = null): Day {
  let business = day;
  while (!isBusinessDay(business, holidays)) business = addDays(business, 1);
  return business;
}

/** Counts from the day itself or the first business day after it. @throws RangeError after the year 9999 */
export function addBusinessDays(day: Day, days: number, holidays: Holidays = null): Day {
  let business = toBusinessDay(day, holidays);
  for (let left = days; left > 0; left--) business = toBusinessDay(addDays(business, 1), holidays);
  return business;
}

/** Returns the requested day if it is forced, else the first business day from it on. */
export function toPickupDate({ shipDate, isForced = false }: RequestedDay, holidays: Holidays): Day {
  return isForced ? shipDate : toBusinessDay(shipDate, holidays);
}
