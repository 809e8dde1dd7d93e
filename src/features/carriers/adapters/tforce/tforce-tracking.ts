import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import { statusOfCode } from '../../../../domain/scan-codes.js';
import type { RawScan, RawTracking } from '../../carrier-adapter.js';
import { parseClockTime, parseCityTime } from '../carrier-local-time.js';
import { parseZonedTime } from '../../../../domain/local-time.js';
import { parseStatusText } from '../scan-descriptions.js';
import { throwUnreadable } from '../adapter-helpers.js';

/** Returns no scans for an unknown number. @throws CarrierFault */
export function parseTforceTracking(answer: Json, timeZone: string): RawTracking {
  if (getResponseStatus(answer) === 'RNF') return { scans: [] };
  if (!Array.isArray(answer.detail)) throwUnreadable('detail');
  const detail = toObject(answer.detail[0]);
  const { estimated, signedBy } = toObject(detail.delivery);
  const { date } = toObject(estimated);
  return {
    scans: toObjects(detail.events).flatMap((event) => toScans(event, timeZone)),
    estimatedDelivery: toText(date).slice(0, 10) || null,
    signedBy: toText(signedBy) || null,
  };
}

/** Returns the PRO number from a lookup by bill of lading number; null if there is none. @throws CarrierFault */
export function parseProNumber(answer: Json): string | null {
  if (getResponseStatus(answer) === 'RNF') return null;
  if (!Array.isArray(answer.detail)) throwUnreadable('detail');
  return toText(toObject(answer.detail[0]).pro) || null;
}

function getResponseStatus({ summary, responseStatus }: Json): unknown {
  return toObject(toObject(summary).responseStatus ?? responseStatus).code;
}

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/;

function toScans({ date, description, serviceCenter, code }: Json, timeZone: string): RawScan[] {
  const [words, location] = [toText(description), toText(serviceCenter)];
  const occurredAt = parseTimestamp(toText(date), location, timeZone);
  if (!occurredAt || words === '') return [];
  const status = statusOfCode('tforce', toText(code)) ?? parseStatusText(words);
  return [{ status, description: words, location, occurredAt, code: toText(code) || null }];
}

/** Uses the offset in the text, else the time zone of the place, else `timeZone`. */
function parseTimestamp(text: string, place: string, timeZone: string): Date | null {
  const [, day, time, offset] = TIMESTAMP.exec(text) ?? [];
  if (!day || !time) return null;
  const local = `${day}T${parseClockTime(time)}`;
  if (offset) return new Date(local + offset);
  const [city, state] = /^(.+), ([A-Z]{2})$/.exec(place)?.slice(1) ?? [];
  return (city && state && parseCityTime(local, city, state)) || parseZonedTime(local, timeZone);
}
