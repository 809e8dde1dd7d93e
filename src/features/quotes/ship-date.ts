import { invalidParam } from '../../platform/http/errors/api-error.js';
import { toBusinessDay } from '../../domain/business-days.js';
import { addDays, type Day } from '../../domain/days.js';
import { timeZoneOf } from '../../domain/time-zones.js';
import { toLocalDay } from '../../domain/local-time.js';

const MAX_DAYS_AHEAD = 30;

export interface ShipDates {
  /** The requested day. Default: the next business day. */
  shipDate: Day;
  /** `shipDate` or the next business day. */
  pickupDate: Day;
}

/** Resolves the days of a quote in the origin's time zone. @throws ApiError date_out_of_range for a past or distant day */
export function resolveShipDates(
  requested: Day | undefined,
  originZip: string,
  now: Date,
  param = 'ship_date',
): ShipDates {
  const today = toLocalDay(timeZoneOf(originZip), now);
  if (requested === undefined) {
    const next = toBusinessDay(addDays(today, 1));
    return { shipDate: next, pickupDate: next };
  }
  const last = addDays(today, MAX_DAYS_AHEAD);
  if (requested < today || requested > last) {
    const message = `${param} must be from ${today} (today at the origin) to ${last}.`;
    throw invalidParam(param, message, 'date_out_of_range');
  }
  return { shipDate: requested, pickupDate: toBusinessDay(requested) };
}
