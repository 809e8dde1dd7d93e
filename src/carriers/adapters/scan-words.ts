import type { TrackingStatus } from '../../vocabulary/tracking-status.js';

/** The first that is said counts: an attempted delivery is no delivery. */
const WORDS: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/cancel|void/i, 'cancelled'],
  [
    /attempt|exception|refused|delay|damage|shortage|return|undeliver|on hold|appointment missed/i,
    'exception',
  ],
  [/out for delivery/i, 'out_for_delivery'],
  [/delivered/i, 'delivered'],
  [/pick(ed)?[ -]?up/i, 'picked_up'],
];

/** What a carrier's words say, where it sends no code: in transit unless they say otherwise. */
export function statusInWords(words: string): TrackingStatus {
  return WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? 'in_transit';
}
