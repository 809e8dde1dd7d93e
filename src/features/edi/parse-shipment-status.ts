import { parseZonedTime } from '../../domain/local-time.js';
import { timeZoneOf } from '../../domain/time-zones.js';
import { findZipByCity } from '../../domain/zip-codes.js';
import type { SegmentError, TransactionSet } from '../../platform/x12/interchange.js';
import type { Segment } from '../../platform/x12/x12-segment.js';
import { isPlausibleDate, read, toDate } from './read-elements.js';

/** One status of a shipment: AT7 with the place of its MS1. */
export interface EdiScan {
  /** Number of the AT7 in the set. ST is 1. */
  position: number;
  /** AT701 (element 1650), such as `D1`. Null for the status of an appointment. */
  code: string | null;
  /** AT703 (element 1652), such as `AB`. Null for the status of a shipment. */
  appointmentCode: string | null;
  /** AT702 or AT704 (element 1651), such as `AO` for weather. */
  reason: string | null;
  /** YYYY-MM-DD, from AT705. */
  date: string | null;
  /** Local time, `2026-01-15T14:30:00`. Null if the carrier sends no date or no time. */
  localTime: string | null;
  /** AT707 (element 623), such as `ET`. Null or `LT` is the local time of the place. */
  zone: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
}

/** A carrier's status message (set 214). */
export interface ShipmentStatusMessage {
  /** B1001 */
  proNumber: string | null;
  /** B1002, the shipment id that the tender named. */
  shipmentId: string | null;
  /** B1003 */
  scac: string | null;
  /** From `L11` with the qualifier `BM`. */
  bolNumber: string | null;
  scans: EdiScan[];
}

const NAMED_ZONES = new Map(
  Object.entries({
    ET: 'America/New_York',
    CT: 'America/Chicago',
    MT: 'America/Denver',
    PT: 'America/Los_Angeles',
    AT: 'America/Anchorage',
    HT: 'Pacific/Honolulu',
  }),
);

/** Hours ahead of UTC. Standard and daylight time are fixed, whatever the date. */
const FIXED_OFFSETS = new Map(
  Object.entries({
    ED: -4,
    ES: -5,
    CD: -5,
    CS: -6,
    MD: -6,
    MS: -7,
    PD: -7,
    PS: -8,
    GM: 0,
    UT: 0,
  }),
);

const HOUR_MS = 3_600_000;

/** The time zone of a scan without a zone and without a known place. */
const DEFAULT_ZONE = 'America/New_York';
/** Estimated delivery, estimated arrival at the consignee and appointments: AT705 is the expected time. */
export const ESTIMATE_CODES: readonly string[] = ['AG', 'X2', 'AA', 'AB'];
/** How far in the future a scan may be, because some carriers send wrong time zones. */
const FUTURE_TOLERANCE_MS = 24 * HOUR_MS;
/** A set with more statuses is rejected. */
const MAX_SCANS = 200;

/**
 * Maps a set 214, or returns the errors for its 997. A message needs a PRO number or a shipment id, and each AT7 either a
 * shipment status or an appointment status.
 */
export function parseShipmentStatus(
  { segments }: Pick<TransactionSet, 'segments'>,
  receivedAt: Date,
): ShipmentStatusMessage | SegmentError[] {
  const position = segments.findIndex(({ id }) => id === 'B10');
  const header = segments[position];
  if (!header) return [{ segment: 'B10', position: 1, code: '3', elements: [] }];
  const errors: SegmentError[] = [];
  const [proNumber, shipmentId] = [read(header, 1), read(header, 2)];
  if (proNumber === null && shipmentId === null) {
    errors.push({ segment: 'B10', position: position + 1, code: '8', elements: [{ element: 1, code: '1' }] });
  }

  let bolNumber: string | null = null;
  const scans: EdiScan[] = [];
  let statuses = 0;
  for (const [index, segment] of segments.entries()) {
    if (segment.id === 'L11' && read(segment, 2) === 'BM') bolNumber ??= read(segment, 1);
    if (segment.id === 'MS1' && scans.length > 0) setPlace(scans.at(-1)!, segment);
    if (segment.id !== 'AT7') continue;
    // Code 5 of element 720: the segment occurs too often.
    if (++statuses > MAX_SCANS) return [{ segment: 'AT7', position: index + 1, code: '5', elements: [] }];
    const elements = findElementErrors(segment, receivedAt);
    if (elements.length > 0) errors.push({ segment: 'AT7', position: index + 1, code: '8', elements });
    else scans.push(toScan(segment, index + 1));
  }
  errors.push(...scans.filter((scan) => isInFuture(scan, receivedAt)).map(toDateError));
  if (errors.length > 0) return errors;
  return { proNumber, shipmentId, scac: read(header, 3), bolNumber, scans };
}

/** Returns the error of a scan whose date is impossible. */
export function toDateError({ position }: EdiScan): SegmentError {
  return { segment: 'AT7', position, code: '8', elements: [{ element: 5, code: '8' }] };
}

/** Returns the zone of a place. Returns that of New York for an unknown place. */
export function findScanZone({ city, state }: Pick<EdiScan, 'city' | 'state'>): string {
  const zip = city === null || state === null ? null : findZipByCity(city, state);
  return zip === null ? DEFAULT_ZONE : timeZoneOf(zip);
}

/**
 * Returns the instant of a scan, or null if its time is unknown.
 * @param localZone IANA zone of the place, for a scan without a zone of its own
 */
export function resolveScanTime({ localTime, zone }: EdiScan, localZone: string): Date | null {
  if (localTime === null) return null;
  const offset = zone === null ? undefined : getOffsetHours(zone);
  if (offset === undefined) return parseZonedTime(localTime, NAMED_ZONES.get(zone ?? 'LT') ?? localZone);
  return new Date(Date.parse(`${localTime}Z`) - offset * HOUR_MS);
}

/** Returns undefined for a zone whose offset depends on the date. `01` to `12` are ahead of UTC, `13` (−12) to `24` (−1) behind. */
function getOffsetHours(zone: string): number | undefined {
  if (!/^(0[1-9]|1\d|2[0-4])$/.test(zone)) return FIXED_OFFSETS.get(zone);
  const number = Number(zone);
  return number <= 12 ? number : number - 25;
}

/** Returns true if a scan of a completed event has a time in the future. An appointment or estimate may have one. */
function isInFuture(scan: EdiScan, receivedAt: Date): boolean {
  if (scan.code === null || scan.date === null || ESTIMATE_CODES.includes(scan.code)) return false;
  const localTime = scan.localTime ?? `${scan.date}T00:00:00`;
  const at = resolveScanTime({ ...scan, localTime }, findScanZone(scan));
  return at !== null && at.getTime() > receivedAt.getTime() + FUTURE_TOLERANCE_MS;
}

function findElementErrors(segment: Segment, receivedAt: Date): SegmentError['elements'] {
  const errors: SegmentError['elements'] = [];
  const [status, appointment, date, time] = [1, 3, 5, 6].map((element) => read(segment, element));
  if (status === null && appointment === null) errors.push({ element: 1, code: '1' });
  // Code 10 of element 723: an element that excludes another is present.
  if (status !== null && appointment !== null) errors.push({ element: 3, code: '10' });
  if (date != null) {
    const day = toDate(date);
    if (day === null || !isPlausibleDate(day, receivedAt)) errors.push({ element: 5, code: '8' });
  }
  if (time !== null && toClock(time ?? null) === null) errors.push({ element: 6, code: '9' });
  return errors;
}

function toScan(segment: Segment, position: number): EdiScan {
  const [date, time] = [toDate(read(segment, 5)), toClock(read(segment, 6))];
  return {
    position,
    code: read(segment, 1),
    appointmentCode: read(segment, 3),
    reason: read(segment, 2) ?? read(segment, 4),
    date,
    localTime: date && time ? `${date}T${time}` : null,
    zone: read(segment, 7),
    city: null,
    state: null,
    country: null,
  };
}

function setPlace(scan: EdiScan, segment: Segment): void {
  [scan.city, scan.state, scan.country] = [read(segment, 1), read(segment, 2), read(segment, 3)];
}

/** Reads HHMM, HHMMSS or HHMMSSDD. Returns `HH:MM:SS`, or null for a time that does not exist. */
function toClock(text: string | null): string | null {
  const [, hours, minutes, seconds = '00'] =
    /^([01]\d|2[0-3])([0-5]\d)([0-5]\d)?(?:\d{1,2})?$/.exec(text ?? '') ?? [];
  return hours ? `${hours}:${minutes}:${seconds}` : null;
}
