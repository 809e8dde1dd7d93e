import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import type { RawScan, RawTracking } from '../../carrier-adapter.js';
import { parseClockTime } from '../carrier-local-time.js';
import { parseZonedTime } from '../../../../domain/local-time.js';
import { parseStatusText } from '../scan-descriptions.js';
import { throwUnreadable } from '../adapter-helpers.js';

/** Returns the current status and the movement history as scans. @throws CarrierFault */
export function parseEstesTracking(answer: Json, zone: string): RawTracking {
  if (!Array.isArray(answer.data)) throwUnreadable('shipments');
  const shipment = toObject(answer.data[0]);
  const history = toObjects(shipment.movementHistory).flatMap(({ location, statusHistory }) =>
    toObjects(statusHistory).flatMap((status) => toScans(status, formatPlace(location), zone)),
  );
  const now = toScans(toObject(shipment.status), formatPlace(shipment.destinationTerminal), zone);
  return { scans: [...now, ...history], signedBy: toText(shipment.receivedBy) || null };
}

/** Returns the PRO number from a lookup by bill of lading number; null if there is none. @throws CarrierFault */
export function parseProNumber(answer: Json): string | null {
  if (!Array.isArray(answer.data)) throwUnreadable('shipments');
  return toText(toObject(answer.data[0]).pro) || null;
}

function toScans(status: Json, location: string, zone: string): RawScan[] {
  const { conciseStatus, expandedStatus, reason, isException, referenceDate, referenceTime, reasonCode } =
    status;
  const words = [toText(expandedStatus) || toText(conciseStatus), toText(reason)].filter(Boolean).join(': ');
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(toText(referenceDate)) ?? [];
  const occurredAt = day && parseZonedTime(`${day}T${parseClockTime(toText(referenceTime))}`, zone);
  if (!occurredAt || words === '') return [];
  const scanStatus = isException === true ? 'exception' : parseStatusText(toText(conciseStatus) || words);
  return [{ status: scanStatus, description: words, location, occurredAt, code: toText(reasonCode) || null }];
}

/** @param place text or an object */
function formatPlace(place: unknown): string {
  if (typeof place === 'string') return place.trim();
  const { name, city, stateProvince } = toObject(place);
  return [toText(city) || toText(name), toText(stateProvince)].filter(Boolean).join(', ');
}
