import type { Quote } from '../../quotes/quote.entity.js';
import type { Freight } from '../record/freight.entity.js';
import { computePickupDate, assertDockOpen, type ResolvedPickupDate } from '../record/pickup-date.js';
import type { BookFreightDto } from './booking.dto.js';

/**
 * The day of the pickup that a booking wishes for, or the draft's. @param cutoff HH:MM at the origin
 * @throws ApiError conflicting_values for a window that is over by the clock at the origin
 */
export function resolvePickupDate(
  draft: Freight,
  quote: Quote,
  { ship_date: asked, pickup }: BookFreightDto,
  cutoff: string,
): ResolvedPickupDate {
  const now = new Date();
  const closes = pickup ? undefined : draft.pickupTimes?.close_time;
  const day = computePickupDate(draft, quote, {
    requestedDate: asked ?? undefined,
    now,
    cutoff,
    closeTime: closes,
  });
  if (pickup) assertDockOpen(draft, day.pickupDate, pickup.close_time, now, 'pickup.close_time');
  return day;
}
