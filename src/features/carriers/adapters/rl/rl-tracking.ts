import { object, objects, text, type Json } from '../../../../platform/http-client/json.js';
import type { RawScan, RawTracking } from '../../carrier-adapter.js';
import { clockTime, instantIn } from '../local-time.js';
import { statusInWords } from '../scan-words.js';
import { unreadable } from '../translate.js';
import { dayOfRl } from './rl-answer.js';

/** The shipment that was asked for; a number R+L doesn't know has none, and no scans. @throws CarrierFault */
export function trackingIn(answer: Json): RawTracking {
  if (!Array.isArray(answer.Shipments)) unreadable('shipments');
  const shipment = object(answer.Shipments[0]);
  return {
    scans: objects(shipment.StatusHistory).flatMap(scan),
    estimatedDelivery: dayOfRl(object(shipment.EstimatedDelivery).Date ?? shipment.EstimatedDelivery),
  };
}

/** Times are those of the place; a scan without one, or without a place, can't be told apart from others. */
function scan({ Description, City, State, Date: date, Time }: Json): RawScan[] {
  const [description, city, state, day] = [text(Description), text(City), text(State), dayOfRl(date)];
  const occurredAt = day && instantIn(`${day}T${clockTime(text(Time))}`, city, state);
  if (!occurredAt || description === '') return [];
  return [{ status: statusInWords(description), description, location: `${city}, ${state}`, occurredAt }];
}
