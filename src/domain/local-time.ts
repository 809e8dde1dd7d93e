import { addDays, type Day } from './days.js';

/** The time of day in a time zone, `HH:MM`. */
export function formatLocalTime(zone: string, at: Date): string {
  return formatWallClock(zone, at).slice(11, 16);
}

/** For people who may be anywhere: `2026-11-24 09:30 UTC`. */
export function formatUtcMinute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The instant at which a day ends in a time zone. */
export function endOfDay(day: Day, zone: string): Date {
  const midnight = new Date(addDays(day, 1));
  const offset = Date.parse(`${formatWallClock(zone, midnight).replace(' ', 'T')}Z`) - midnight.getTime();
  return new Date(midnight.getTime() - offset);
}

/** `2026-11-24 09:30:00`: Sweden writes dates as ISO 8601 does. */
function formatWallClock(zone: string, at: Date): string {
  return at.toLocaleString('sv-SE', { timeZone: zone });
}
