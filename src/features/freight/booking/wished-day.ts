import type { Quote } from '../../quotes/quote.entity.js';
import type { Freight } from '../record/freight.entity.js';
import { pickupDayOf, requireOpen, type PickupDay } from '../record/pickup-day.js';
import type { BookFreightDto } from './booking.dto.js';

/**
 * The day of the pickup that a booking wishes for, or the draft's. @param cutoff HH:MM at the origin
 * @throws ApiError conflicting_values for a window that is over by the clock at the origin
 */
export function wishedDay(
  draft: Freight,
  quote: Quote,
  { ship_date: asked, pickup }: BookFreightDto,
  cutoff: string,
): PickupDay {
  const now = new Date();
  const closes = pickup ? undefined : draft.pickupTimes?.close_time;
  const day = pickupDayOf(draft, quote, { asked: asked ?? undefined, now, cutoff, closes });
  if (pickup) requireOpen(draft, day.pickupDate, pickup.close_time, now, 'pickup.close_time');
  return day;
}
