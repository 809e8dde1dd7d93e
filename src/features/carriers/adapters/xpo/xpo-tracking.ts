import { object, objects, text, type Json } from '../../../../platform/http-client/json.js';
import type { RawScan, RawTracking } from '../../carrier-adapter.js';
import { statusInWords } from '../scan-words.js';
import { unreadable } from '../translate.js';

/** @throws CarrierFault */
export function trackingIn(answer: Json): RawTracking {
  const { shipmentTrackingEvent: events } = object(answer.data);
  if (!Array.isArray(events)) unreadable('tracking events');
  return { scans: objects(events).flatMap(scan) };
}

/** Times are milliseconds since 1970. */
function scan({ eventHdr, eventOccrdLoc }: Json): RawScan[] {
  const { eventDesc, eventTmst } = object(eventHdr);
  const { cityName, stateCd } = object(eventOccrdLoc);
  const description = text(eventDesc);
  const occurredAt = new Date(typeof eventTmst === 'number' ? eventTmst : Number.NaN);
  if (description === '' || Number.isNaN(occurredAt.getTime())) return [];
  const location = [cityName, stateCd].map(text).filter(Boolean).join(', ');
  return [{ status: statusInWords(description), description, location, occurredAt }];
}
