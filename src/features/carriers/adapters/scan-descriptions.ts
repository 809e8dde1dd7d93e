import { statusOfCode } from '../../../domain/scan-codes.js';
import type { TrackingStatus } from '../../../domain/tracking-status.js';

/** The first that is said counts: an attempted delivery is no delivery. */
const STATUS_PATTERNS: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/cancel|void/i, 'cancelled'],
  [
    /attempt|exception|refused|delay|damage|shortage|return|undeliver|on hold|appointment missed/i,
    'exception',
  ],
  [/pick[ -]?up (request|schedul|appoint)/i, 'pending'],
  [/out for delivery/i, 'out_for_delivery'],
  [/delivered/i, 'delivered'],
  [/pick(ed)?[ -]?up/i, 'picked_up'],
];

/** What a carrier's words say, where it sends no code: the standard's names for it, or words of the kind; else in transit. */
export function parseStatusText(words: string): TrackingStatus {
  const code = words.trim().toUpperCase().replace(/[ -]+/g, '_');
  const named = statusOfCode('dsdc', code);
  if (named) return named;
  return STATUS_PATTERNS.find(([pattern]) => pattern.test(words))?.[1] ?? 'in_transit';
}
