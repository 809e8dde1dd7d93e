import type { Freight } from '../freight/record/freight.entity.js';
import type { TrackingEventDto } from '../tracking/tracking.dto.js';
import { getTimeZone } from '../../domain/time-zones.js';
import { toLocalDay } from '../../domain/local-time.js';
import type { Day } from '../../domain/days.js';

type FreightParties = Pick<Freight, 'shipFrom' | 'shipTo'>;

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** `Tuesday, November 24, 2026` */
export function formatDay(day: Day): string {
  return dayFormat.format(new Date(day));
}

export function getDestinationTimeZone({ shipTo }: FreightParties): string {
  return getTimeZone(shipTo);
}

/** Returns the day of a carrier's date or timestamp, or null for other text. */
export function parseCarrierDay(words: string | null, freight: FreightParties): Day | null {
  if (words === null || !/^\d{4}-\d\d-\d\d/.test(words) || Number.isNaN(Date.parse(words))) return null;
  const hasZone = /T.*(Z|[+-]\d\d:?\d\d)$/.test(words);
  return hasZone ? toLocalDay(getDestinationTimeZone(freight), new Date(words)) : words.slice(0, 10);
}

/** Formats `Nov 24, 9:30 AM CST`, in the time zone of the event's state if it is the origin or the destination. */
export function formatEventTime(
  { status, location, occurred_at: at }: TrackingEventDto,
  freight: FreightParties,
): string {
  const { shipFrom, shipTo } = freight;
  const state = /,\s*([A-Z]{2})\b/.exec(location)?.[1] ?? null;
  const atOrigin = state === null ? status === 'picked_up' : state === shipFrom.state;
  const timeZone = getTimeZone(atOrigin && state !== shipTo.state ? shipFrom : shipTo);
  return new Date(at).toLocaleString('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}
