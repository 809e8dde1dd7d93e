import { object, objects, text, type Json } from '../../../../platform/http-client/json.js';
import { statusOfCode } from '../../../../domain/scan-codes.js';
import type { RawScan, RawTracking } from '../../carrier-adapter.js';
import { clockTime, instantIn, instantInZone } from '../local-time.js';
import { statusInWords } from '../scan-words.js';
import { unreadable } from '../translate.js';

/** A number TForce doesn't know yet has no scans. @throws CarrierFault */
export function trackingIn(answer: Json, timeZone: string): RawTracking {
  if (statusOf(answer) === 'RNF') return { scans: [] };
  if (!Array.isArray(answer.detail)) unreadable('detail');
  const detail = object(answer.detail[0]);
  const { estimated, signedBy } = object(detail.delivery);
  const { date } = object(estimated);
  return {
    scans: objects(detail.events).flatMap((event) => scan(event, timeZone)),
    estimatedDelivery: text(date).slice(0, 10) || null,
    signedBy: text(signedBy) || null,
  };
}

/** The PRO number of a bill of lading that TForce has; null when it says that it has none. @throws CarrierFault */
export function foundPro(answer: Json): string | null {
  if (statusOf(answer) === 'RNF') return null;
  if (!Array.isArray(answer.detail)) unreadable('detail');
  return text(object(answer.detail[0]).pro) || null;
}

function statusOf({ summary, responseStatus }: Json): unknown {
  return object(object(summary).responseStatus ?? responseStatus).code;
}

const WRITTEN = /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/;

function scan({ date, description, serviceCenter, code }: Json, timeZone: string): RawScan[] {
  const [words, location] = [text(description), text(serviceCenter)];
  const occurredAt = instant(text(date), location, timeZone);
  if (!occurredAt || words === '') return [];
  const status = statusOfCode('tforce', text(code)) ?? statusInWords(words);
  return [{ status, description: words, location, occurredAt, code: text(code) || null }];
}

/** By its own offset, or by the clocks of the city it names, or by those of the zone that is set. */
function instant(written: string, place: string, timeZone: string): Date | null {
  const [, day, time, offset] = WRITTEN.exec(written) ?? [];
  if (!day || !time) return null;
  const local = `${day}T${clockTime(time)}`;
  if (offset) return new Date(local + offset);
  const [city, state] = /^(.+), ([A-Z]{2})$/.exec(place)?.slice(1) ?? [];
  return (city && state && instantIn(local, city, state)) || instantInZone(local, timeZone);
}
