import { plusDays, type Day } from './days.js';

/** The time of day in a time zone, `HH:MM`. */
export function timeIn(zone: string, at: Date): string {
  return wallClock(zone, at).slice(11, 16);
}

/** For people who may be anywhere: `2026-11-24 09:30 UTC`. */
export function utcMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The instant at which a day ends in a time zone. */
export function endOfDay(day: Day, zone: string): Date {
  const midnight = new Date(plusDays(day, 1));
  const offset = Date.parse(`${wallClock(zone, midnight).replace(' ', 'T')}Z`) - midnight.getTime();
  return new Date(midnight.getTime() - offset);
}

/** `2026-11-24 09:30:00`: Sweden writes dates as ISO 8601 does. */
function wallClock(zone: string, at: Date): string {
  return at.toLocaleString('sv-SE', { timeZone: zone });
}
