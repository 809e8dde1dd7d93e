/** A calendar day without a time zone, YYYY-MM-DD. */
export type Day = string;

const DAY_MS = 86_400_000;

/** @param month 1 to 12. Larger months and dates roll over; date 0 is the last day of the month before. */
export function buildDay(year: number, month: number, date: number): Day {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

/** @throws RangeError if the result is outside the years 0000 to 9999, so that a loop over days ends */
export function addDays(day: Day, days: number): Day {
  const result = new Date(Date.parse(day) + days * DAY_MS).toISOString();
  if (!/^\d{4}-/.test(result))
    throw new RangeError(`${day} plus ${days} days is outside the years 0000 to 9999.`);
  return result.slice(0, 10);
}

/** Returns calendar days; negative if `to` comes first. */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

export function getWeekday(day: Day): number {
  return new Date(Date.parse(day)).getUTCDay();
}
