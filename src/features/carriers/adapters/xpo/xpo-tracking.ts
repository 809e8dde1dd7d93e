import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import type { RawScan, RawTracking } from '../../carrier-adapter.js';
import { parseStatusText } from '../scan-descriptions.js';
import { throwUnreadable } from '../adapter-helpers.js';

/** @throws CarrierFault */
export function parseXpoTracking(answer: Json): RawTracking {
  const { shipmentTrackingEvent: events } = toObject(answer.data);
  if (!Array.isArray(events)) throwUnreadable('tracking events');
  return { scans: toObjects(events).flatMap(toScans) };
}

/** Times are milliseconds since 1970. */
function toScans({ eventHdr, eventOccrdLoc }: Json): RawScan[] {
  const { eventDesc, eventTmst } = toObject(eventHdr);
  const { cityName, stateCd } = toObject(eventOccrdLoc);
  const description = toText(eventDesc);
  const occurredAt = new Date(typeof eventTmst === 'number' ? eventTmst : Number.NaN);
  if (description === '' || Number.isNaN(occurredAt.getTime())) return [];
  const location = [cityName, stateCd].map(toText).filter(Boolean).join(', ');
  return [{ status: parseStatusText(description), description, location, occurredAt }];
}
