import { statusOfCode } from '../../../domain/scan-codes.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';

/** The first match wins, so that an attempted delivery does not count as a delivery. */
const STATUS_PATTERNS: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/cancel|void/i, 'cancelled'],
  [
    /attempt|exception|refused|delay|damage|shortage|return|undeliver|on hold|appointment missed/i,
    'exception',
  ],
  [/(delivered|tendered) to .*\b(agent|partner|interline|connecting)\b/i, 'in_transit'],
  [/pick[ -]?up (request|schedul|appoint)/i, 'pending'],
  [/out for delivery/i, 'out_for_delivery'],
  [/delivered/i, 'delivered'],
  [/pick(ed)?[ -]?up/i, 'picked_up'],
];

/** Derives the status from a carrier's text: a DSDC name, else the patterns above, else `in_transit`. */
export function parseStatusText(text: string): TrackingStatus {
  const code = text.trim().toUpperCase().replace(/[ -]+/g, '_');
  const named = statusOfCode('dsdc', code);
  if (named) return named;
  return STATUS_PATTERNS.find(([pattern]) => pattern.test(text))?.[1] ?? 'in_transit';
}
