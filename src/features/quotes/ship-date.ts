import { invalidParam } from '../../platform/http/errors/api-error.js';
import { toBusinessDay } from '../../domain/business-days.js';
import { addDays, type Day } from '../../domain/days.js';
import type { Region } from '../../domain/countries.js';
import { getTimeZone } from '../../domain/time-zones.js';
import { toLocalDay } from '../../domain/local-time.js';

const MAX_DAYS_AHEAD = 30;

/**
 * Returns the requested day in the origin's time zone. Default: the next business day of LTL carriers.
 * @throws ApiError date_out_of_range for a past or distant day
 */
export function resolveShipDate(
  requested: Day | undefined,
  origin: Region,
  now: Date,
  param = 'ship_date',
): Day {
  const today = toLocalDay(getTimeZone(origin), now);
  if (requested === undefined) return toBusinessDay(addDays(today, 1));
  const last = addDays(today, MAX_DAYS_AHEAD);
  if (requested < today || requested > last) {
    const message = `${param} must be from ${today} (today at the origin) to ${last}.`;
    throw invalidParam(param, message, 'date_out_of_range');
  }
  return requested;
}
