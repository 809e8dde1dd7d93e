import { ApiError } from '../../http/errors/api-error.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { shipDateOf } from '../../quotes/ship-date.js';
import { businessDayFrom, plusBusinessDays } from '../../vocabulary/business-days.js';
import { plusDays, type Day } from '../../vocabulary/days.js';
import { timeIn } from '../../vocabulary/local-times.js';
import { dayIn, timeZoneOf } from '../../vocabulary/time-zones.js';
import type { Warning } from '../../quotes/quote-warnings.js';
import type { Freight } from './freight.entity.js';

export interface PickupDay {
  /** The day the client asked for; null when it left that to us. */
  shipDate: string | null;
  /** The business day on which the carrier is asked to come. */
  pickupDate: Day;
  /** The shipment's, this day's among them. */
  warnings: Warning[];
}

/**
 * The day of a shipment's pickup, by the calendar and the clock at its origin: the one asked for at booking, else the
 * draft's, else the quote's, else the next business day. A day on which nobody comes, or comes any more, moves to the next
 * business day with a warning.
 * @param cutoff HH:MM until when carriers take a pickup of the same day
 * @param param what the day is called in the request
 * @throws ApiError date_out_of_range for a day that is past or too far ahead, quote_expires_before_pickup
 */
export function pickupDayOf(
  draft: Freight,
  quote: Quote,
  asked: Day | undefined,
  now: Date,
  cutoff: string,
  param = 'ship_date',
): PickupDay {
  const { zip } = draft.shipFrom;
  const zone = timeZoneOf(zip);
  const today = dayIn(zone, now);
  if (asked !== undefined) shipDateOf(asked, zip, now, param);
  const wished = asked ?? draft.shipDate?.slice(0, 10);
  const pickupDate = firstDay(wished ?? quote.pickupDate ?? today, today, timeIn(zone, now) < cutoff, wished);
  if (pickupDate !== quote.pickupDate && pickupDate > dayIn(zone, quote.expiresAt)) {
    throw new ApiError('quote_expires_before_pickup', {
      param,
      message: `The quote expires at ${quote.expiresAt.toISOString()}, before the pickup on ${pickupDate}.`,
    });
  }
  const { warnings } = draft;
  return {
    shipDate: asked ?? draft.shipDate,
    pickupDate,
    warnings: wished === undefined ? warnings : withPickup(warnings, pickupMoved(wished, pickupDate, param)),
  };
}

/**
 * What a draft says of its days.
 * @param asked a day, or a timestamp that begins with it
 * @throws ApiError date_out_of_range for a day that is past or too far ahead
 */
export function draftDays(
  asked: string | null | undefined,
  { estimatedDeliveryDate, transitDays, warnings }: Quote,
  originZip: string,
  now: Date,
) {
  if (!asked) return { shipDate: null, estimatedDeliveryDate, warnings };
  const { shipDate, pickupDate } = shipDateOf(asked.slice(0, 10), originZip, now);
  return {
    shipDate: asked,
    estimatedDeliveryDate: plusBusinessDays(pickupDate, transitDays),
    warnings: withPickup(warnings, pickupMoved(shipDate, pickupDate, 'ship_date')),
  };
}

/** A day that somebody asked for may be today; one that nobody did begins tomorrow. */
function firstDay(day: Day, today: Day, inTime: boolean, wished: Day | undefined): Day {
  const sameDay = wished === today && inTime;
  return businessDayFrom(day > today || sameDay ? day : plusDays(today, 1));
}

/** What is said of one pickup day is not said of another. */
function withPickup(warnings: Warning[], ofDay: Warning[]): Warning[] {
  return [...warnings.filter(({ code }) => code !== 'pickup_moved'), ...ofDay];
}

function pickupMoved(from: Day | undefined, to: Day, param: string): Warning[] {
  if (from === undefined || from === to) return [];
  const message = `Nobody picks up on ${from}: the pickup is asked for on ${to}.`;
  return [{ code: 'pickup_moved', message, param }];
}
