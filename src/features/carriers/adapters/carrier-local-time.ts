import { getUtcOffsetMs, parseZonedTime } from '../../../domain/local-time.js';
import { timeZoneOf } from '../../../domain/time-zones.js';
import { findZipByCity } from '../../../domain/zip-codes.js';

/** Parses a local time such as `2026-03-02T17:30:00` in the time zone of a city; null if the time or the state is invalid. */
export function parseCityTime(local: string, city: string, state: string): Date | null {
  const zip = findZipByCity(city, state);
  return zip === null ? null : parseZonedTime(local, timeZoneOf(zip));
}

/** Adds the UTC offset at a ZIP to a local time: `2026-12-01T12:00:00-08:00`. */
export function formatWithOffset(local: string, zip: string): string {
  const zone = timeZoneOf(zip);
  const minutes = getUtcOffsetMs(zone, parseZonedTime(local, zone)!.getTime()) / 60_000;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${local}${minutes < 0 ? '-' : '+'}${padTwo(hours)}:${padTwo(rest)}`;
}

/** Returns noon of a day at a ZIP, with its UTC offset. */
export function formatNoon(day: string, zip: string): string {
  return formatWithOffset(`${day}T12:00:00`, zip);
}

/** Rounds a time `HH:MM` to a quarter hour by `round`, at most 23:45. */
export function roundToQuarterHour(time: string, round: (quarters: number) => number): string {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const quarters = Math.min(round((hours * 60 + minutes) / 15), 95);
  return `${padTwo(Math.floor(quarters / 4))}:${padTwo((quarters % 4) * 15)}`;
}

/** Converts `5:30 PM`, `17:30` or `17:30:00` to `17:30:00`; other text to midnight. */
export function parseClockTime(text: string): string {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?/i.exec(text.trim());
  if (!match) return '00:00:00';
  const [, hours, minutes, seconds = '00', half] = match;
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  return `${padTwo(hour)}:${minutes}:${seconds}`;
}

function padTwo(number: number): string {
  return String(number).padStart(2, '0');
}
