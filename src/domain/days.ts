/** A day of the calendar wherever it is spent, YYYY-MM-DD. */
export type Day = string;

const DAY_MS = 86_400_000;

/** @param month 1 to 12; a month or date beyond runs over into the next, date 0 is the last of the month before */
export function buildDay(year: number, month: number, date: number): Day {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Calendar days from one to the other; negative when `to` comes first. */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** 0 is Sunday. */
export function getWeekday(day: Day): number {
  return new Date(Date.parse(day)).getUTCDay();
}
