/** A calendar day without a time zone, YYYY-MM-DD. */
export type Day = string;

const DAY_MS = 86_400_000;

/** @param month 1 to 12. Larger months and dates roll over; date 0 is the last day of the month before. */
export function buildDay(year: number, month: number, date: number): Day {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns calendar days; negative if `to` comes first. */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

export function getWeekday(day: Day): number {
  return new Date(Date.parse(day)).getUTCDay();
}
