export const TRACKING_STATUSES = [
  'pending',
  'picked_up',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
  'cancelled',
] as const;
export type TrackingStatus = (typeof TRACKING_STATUSES)[number];

/** `manual`: a scan that a client recorded, or the request that starts the tracking. */
export const TRACKING_SOURCES = ['carrier', 'simulated', 'manual'] as const;
export type TrackingSource = (typeof TRACKING_SOURCES)[number];

/** The statuses on the way to the consignee, in order. An exception interrupts it; nothing reverses it. */
export const JOURNEY = ['pending', 'picked_up', 'in_transit', 'out_for_delivery', 'delivered'] as const;
export type JourneyStatus = (typeof JOURNEY)[number];

export function isFinalStatus(status: TrackingStatus): boolean {
  return status === 'delivered' || status === 'cancelled';
}
