import { toObject, toObjects, toText, type Json } from '../../../../platform/http-client/json.js';
import type { TrackingStatus } from '../../../../domain/tracking-status.js';
import { throwUnreadable } from '../adapter-helpers.js';
import type { RawScan, RawTracking } from '../../carrier-adapter.js';
import { parseCityTime } from '../carrier-local-time.js';
import { parseStatusText } from '../scan-descriptions.js';

/** Old Dominion's own words; other texts have the common patterns. */
const STATUSES: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/^pickup (requested|confirmed)/i, 'pending'],
  [/^(pickup completed|received at dock)/i, 'picked_up'],
  [/^(returned to dock|appointment|agent handoff)/i, 'in_transit'],
  [/^arrived at consignee/i, 'out_for_delivery'],
  [/^delivery confirmed/i, 'delivered'],
];

/** Reads the answer with or without its `body`. @throws CarrierFault for an answer without traces */
export function parseOdflTracking(answer: Json): RawTracking {
  const own = 'traceInfo' in answer ? answer : toObject(answer.body);
  const [trace] = toObjects(own.traceInfo);
  if (!trace) throwUnreadable('traces');
  return {
    scans: toObjects(trace.trackTraceDetail).flatMap(toScans),
    estimatedDelivery: toText(trace.updatedEta) || toText(trace.standardEta) || null,
  };
}

const WITH_OFFSET = /(Z|[+-]\d\d:\d\d)$/i;

/** Drops scans without a status or a time. */
function toScans(scan: Json): RawScan[] {
  const [status, city, state, time] = [scan.status, scan.city, scan.state, scan.dateTime].map(toText) as [
    string,
    string,
    string,
    string,
  ];
  const occurredAt = WITH_OFFSET.test(time) ? new Date(time) : parseCityTime(time.slice(0, 19), city, state);
  if (!occurredAt || Number.isNaN(occurredAt.getTime()) || status === '') return [];
  return [
    {
      status: STATUSES.find(([pattern]) => pattern.test(status))?.[1] ?? parseStatusText(status),
      description: toText(scan.statusDesc) || toText(scan.desc) || status,
      location: [city, state].filter(Boolean).join(', '),
      occurredAt,
      code: status.slice(0, 20),
    },
  ];
}
