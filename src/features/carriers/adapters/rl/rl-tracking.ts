import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import type { RawScan, RawTracking } from '../../carrier-adapter.js';
import { parseClockTime, parseCityTime } from '../carrier-local-time.js';
import { parseStatusText } from '../scan-descriptions.js';
import { throwUnreadable } from '../adapter-helpers.js';
import { parseRlDate } from './rl-answer.js';

/** The shipment that was asked for; a number R+L doesn't know has none, and no scans. @throws CarrierFault */
export function parseRlTracking(answer: Json): RawTracking {
  if (!Array.isArray(answer.Shipments)) throwUnreadable('shipments');
  const shipment = toObject(answer.Shipments[0]);
  return {
    scans: toObjects(shipment.StatusHistory).flatMap(toScans),
    estimatedDelivery: parseRlDate(toObject(shipment.EstimatedDelivery).Date ?? shipment.EstimatedDelivery),
  };
}

/** Times are those of the place; a scan without one, or without a place, can't be told apart from others. */
function toScans({ Description, City, State, Date: date, Time }: Json): RawScan[] {
  const [description, city, state, day] = [
    toText(Description),
    toText(City),
    toText(State),
    parseRlDate(date),
  ];
  const occurredAt = day && parseCityTime(`${day}T${parseClockTime(toText(Time))}`, city, state);
  if (!occurredAt || description === '') return [];
  return [{ status: parseStatusText(description), description, location: `${city}, ${state}`, occurredAt }];
}
