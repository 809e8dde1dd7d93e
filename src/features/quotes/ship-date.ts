import { invalidParam } from '../../platform/http/errors/api-error.js';
import { businessDayFrom } from '../../domain/business-days.js';
import { plusDays, type Day } from '../../domain/days.js';
import { dayIn, timeZoneOf } from '../../domain/time-zones.js';

/** How far ahead carriers promise a price. */
const HORIZON_DAYS = 30;

export interface ShipDate {
  /** The day asked for, else the next business day. */
  shipDate: Day;
  /** The same, or the business day it moves to. */
  pickupDate: Day;
}

/** The days of a quote, by the calendar at the origin. @throws ApiError date_out_of_range for a day that is past or too far ahead */
export function shipDateOf(
  asked: Day | undefined,
  originZip: string,
  now: Date,
  param = 'ship_date',
): ShipDate {
  const today = dayIn(timeZoneOf(originZip), now);
  if (asked === undefined) {
    const next = businessDayFrom(plusDays(today, 1));
    return { shipDate: next, pickupDate: next };
  }
  if (asked < today)
    throw invalidParam(
      param,
      `${param} must not be past: it is ${today} at the origin.`,
      'date_out_of_range',
    );
  if (asked > plusDays(today, HORIZON_DAYS)) {
    throw invalidParam(param, `${param} must be at most ${HORIZON_DAYS} days ahead.`, 'date_out_of_range');
  }
  return { shipDate: asked, pickupDate: businessDayFrom(asked) };
}
