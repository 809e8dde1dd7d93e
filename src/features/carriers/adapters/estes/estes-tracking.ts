import { object, objects, text, type Json } from '../../../../platform/http-client/json.js';
import type { RawScan, RawTracking } from '../../carrier-adapter.js';
import { clockTime, instantInZone } from '../local-time.js';
import { statusInWords } from '../scan-words.js';
import { unreadable } from '../translate.js';

/** What Estes knows of the shipment: where it stands now, and where it stood. @throws CarrierFault */
export function trackingIn(answer: Json, zone: string): RawTracking {
  if (!Array.isArray(answer.data)) unreadable('shipments');
  const shipment = object(answer.data[0]);
  const history = objects(shipment.movementHistory).flatMap(({ location, statusHistory }) =>
    objects(statusHistory).flatMap((status) => scan(status, placeOf(location), zone)),
  );
  const now = scan(object(shipment.status), placeOf(shipment.destinationTerminal), zone);
  return { scans: [...now, ...history], signedBy: text(shipment.receivedBy) || null };
}

/** The PRO number of the shipment under a bill of lading number; null when Estes has none. @throws CarrierFault */
export function proIn(answer: Json): string | null {
  if (!Array.isArray(answer.data)) unreadable('shipments');
  return text(object(answer.data[0]).pro) || null;
}

function scan(status: Json, location: string, zone: string): RawScan[] {
  const { conciseStatus, expandedStatus, reason, isException, referenceDate, referenceTime, reasonCode } =
    status;
  const words = [text(expandedStatus) || text(conciseStatus), text(reason)].filter(Boolean).join(': ');
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(text(referenceDate)) ?? [];
  const occurredAt = day && instantInZone(`${day}T${clockTime(text(referenceTime))}`, zone);
  if (!occurredAt || words === '') return [];
  const told = isException === true ? 'exception' : statusInWords(text(conciseStatus) || words);
  return [{ status: told, description: words, location, occurredAt, code: text(reasonCode) || null }];
}

/** A place in words, or an object that has them. */
function placeOf(place: unknown): string {
  if (typeof place === 'string') return place.trim();
  const { name, city, stateProvince } = object(place);
  return [text(city) || text(name), text(stateProvince)].filter(Boolean).join(', ');
}
