import { timeZoneOf } from '../../../domain/time-zones.js';
import { findZipByCity } from '../../../domain/zip-codes.js';

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

/**
 * The instant at which clocks of a city show a local time, e.g. `2026-03-02T17:30:00`; null when the time or the place makes
 * no sense. Twice in autumn it is the later one.
 */
export function parseCityTime(local: string, city: string, state: string): Date | null {
  const zip = findZipByCity(city, state);
  return zip === null ? null : parseZonedTime(local, timeZoneOf(zip));
}

/** The same in an IANA time zone. */
export function parseZonedTime(local: string, zone: string): Date | null {
  const asUtc = LOCAL_TIME.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const guess = asUtc - computeUtcOffsetMs(zone, asUtc);
  return new Date(asUtc - computeUtcOffsetMs(zone, guess));
}

/** How far a zone's clocks are ahead of UTC at an instant. */
function computeUtcOffsetMs(timeZone: string, instant: number): number {
  // Sweden writes times as ISO 8601 does.
  const style = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
  const shown = new Intl.DateTimeFormat('sv-SE', style).format(instant);
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - instant;
}

/** A local time of a ZIP with its offset from UTC, e.g. `2026-12-01T12:00:00-08:00`. */
export function formatWithOffset(local: string, zip: string): string {
  const minutes =
    computeUtcOffsetMs(timeZoneOf(zip), parseZonedTime(local, timeZoneOf(zip))!.getTime()) / 60_000;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${local}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** Noon of a day at a ZIP. */
export function formatNoon(day: string, zip: string): string {
  return formatWithOffset(`${day}T12:00:00`, zip);
}

/** The quarter of an hour next to a time `HH:MM`, in the direction of `round`; the day's last is 23:45. */
export function roundToQuarterHour(time: string, round: (quarters: number) => number): string {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  const quarters = Math.min(round((hours * 60 + minutes) / 15), 95);
  return `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${String((quarters % 4) * 15).padStart(2, '0')}`;
}

/** `17:30:00` of `5:30 PM`, `17:30`, `17:30:00`; midnight when it is none of them. */
export function parseClockTime(text: string): string {
  const match = /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?/i.exec(text.trim());
  if (!match) return '00:00:00';
  const [, hours, minutes, seconds = '00', half] = match;
  const hour = half ? (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hours);
  return `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`;
}
