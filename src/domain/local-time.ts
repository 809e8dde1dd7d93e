import { addDays, type Day } from './days.js';

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const utcMinuteFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
});
const clockFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local date and time in a time zone: `2026-11-24 09:30:00`. */
function formatWallClock(timeZone: string, instant: Date | number): string {
  let format = clockFormats.get(timeZone);
  if (!format) {
    // The Swedish format is that of ISO 8601.
    const style = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const;
    clockFormats.set(timeZone, (format = new Intl.DateTimeFormat('sv-SE', style)));
  }
  return format.format(instant);
}

/** Returns the calendar day in a time zone. */
export function toLocalDay(zone: string, at: Date): Day {
  return formatWallClock(zone, at).slice(0, 10);
}

/** Returns the time of day in a time zone, `HH:MM`. */
export function formatLocalTime(zone: string, at: Date): string {
  return formatWallClock(zone, at).slice(11, 16);
}

/** Formats an instant for readers in any time zone: `Nov 24, 2026, 9:30 AM UTC`. */
export function formatUtcMinute(at: Date): string {
  return utcMinuteFormat.format(at).replace(/\s/g, ' ');
}

/** Returns the milliseconds by which local time is ahead of UTC. */
export function getUtcOffsetMs(zone: string, instant: number): number {
  return Date.parse(`${formatWallClock(zone, instant).replace(' ', 'T')}Z`) - instant;
}

/**
 * Returns the instant of a local time such as `2026-03-02T17:30:00`; null for any other text. In US zones, an hour that the
 * autumn clock change repeats is read as its first occurrence.
 */
export function parseZonedTime(local: string, zone: string): Date | null {
  const asUtc = LOCAL_TIME.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const guess = asUtc - getUtcOffsetMs(zone, asUtc);
  return new Date(asUtc - getUtcOffsetMs(zone, guess));
}

/** Returns the instant at which a day ends in a time zone. */
export function endOfDay(day: Day, zone: string): Date {
  return parseZonedTime(`${addDays(day, 1)}T00:00:00`, zone)!;
}
