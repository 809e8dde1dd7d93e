import { invalidParam } from '../../platform/http/errors/api-error.js';
import { toBusinessDay } from '../../domain/business-days.js';
import { addDays, type Day } from '../../domain/days.js';
import { timeZoneOf } from '../../domain/time-zones.js';
import { toLocalDay } from '../../domain/local-time.js';

/** How far ahead carriers promise a price. */
const MAX_DAYS_AHEAD = 30;

export interface ShipDates {
  /** The day asked for, else the next business day. */
  shipDate: Day;
  /** The same, or the business day it moves to. */
  pickupDate: Day;
}

/** The days of a quote, by the calendar at the origin. @throws ApiError date_out_of_range for a day that is past or too far ahead */
export function resolveShipDates(
  asked: Day | undefined,
  originZip: string,
  now: Date,
  param = 'ship_date',
): ShipDates {
  const today = toLocalDay(timeZoneOf(originZip), now);
  if (asked === undefined) {
    const next = toBusinessDay(addDays(today, 1));
    return { shipDate: next, pickupDate: next };
  }
  if (asked < today)
    throw invalidParam(
      param,
      `${param} must not be past: it is ${today} at the origin.`,
      'date_out_of_range',
    );
  if (asked > addDays(today, MAX_DAYS_AHEAD)) {
    throw invalidParam(param, `${param} must be at most ${MAX_DAYS_AHEAD} days ahead.`, 'date_out_of_range');
  }
  return { shipDate: asked, pickupDate: toBusinessDay(asked) };
}
