import { ApiError, conflictingParam } from '../../../platform/http/errors/api-error.js';
import type { PickupCalendar } from '../../carriers/pickup-calendar.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { buildForcedDayWarning } from '../../quotes/quote-warnings.js';
import { resolveShipDate } from '../../quotes/ship-date.js';
import { addBusinessDays, isBusinessDay, toPickupDate } from '../../../domain/business-days.js';
import { addDays, type Day } from '../../../domain/days.js';
import { formatLocalTime, toLocalDay } from '../../../domain/local-time.js';
import type { Region } from '../../../domain/countries.js';
import { getTimeZone } from '../../../domain/time-zones.js';
import type { Warning } from '../../../domain/warnings.js';
import type { Freight } from './freight.entity.js';

export interface ResolvedPickupDate {
  /** The day that the client requested, or null. */
  shipDate: string | null;
  /** A business day of the carrier, unless the client forced another day. */
  pickupDate: Day;
  /** All warnings of the freight. */
  warnings: Warning[];
}

export interface PickupDateOptions {
  /** The day of the request, if any. */
  requestedDate: Day | undefined;
  now: Date;
  /** HH:MM at the origin: carriers accept no same-day pickups after it. */
  cutoff: string;
  /** True keeps the requested day even if the carrier is closed or the cutoff has passed. */
  isForced?: boolean;
  /** HH:MM at the origin when the dock closes. */
  closeTime?: string | undefined;
  /** The booked day, if the pickup is being changed. */
  bookedDate?: Day;
  /** Name of the day in the request. */
  param?: string;
}

/** The booked price holds for a pickup up to this many days after the booked day. */
const MAX_DAYS_AFTER_BOOKED_DATE = 14;

/**
 * Returns the pickup day by the calendar and clock at the origin. It is the requested day, else the draft's, else the
 * quote's, else the next business day. A day without pickups moves to the next business day with a warning. A forced day
 * and a day that the quote or the current pickup already has are kept.
 * @throws ApiError date_out_of_range, quote_expires_before_pickup
 */
export function computePickupDate(
  draft: Freight,
  quote: Quote,
  {
    requestedDate,
    now,
    cutoff,
    isForced = false,
    closeTime = isForced ? '24:00' : cutoff,
    bookedDate,
    param = 'ship_date',
  }: PickupDateOptions,
): ResolvedPickupDate {
  const { shipFrom, warnings } = draft;
  const zone = getTimeZone(shipFrom);
  const [today, time] = [toLocalDay(zone, now), formatLocalTime(zone, now)];
  if (requestedDate !== undefined) resolveShipDate(requestedDate, shipFrom, now, param);
  const wished = requestedDate ?? draft.shipDate?.slice(0, 10) ?? quote.pickupDate ?? undefined;
  const inTime = wished !== undefined && (isForced || time < cutoff) && time < closeTime;
  const day = computeFirstDay(wished ?? today, today, inTime);
  const isKept = day === wished && (isForced || wished === quote.pickupDate || wished === draft.pickupDate);
  const pickupDate = toPickupDate({ shipDate: day, isForced: isKept }, quote.holidays);
  const last = computeLastPickupDate(quote, zone, bookedDate);
  if (pickupDate > last) {
    throw new ApiError('quote_expires_before_pickup', {
      param,
      message: bookedDate
        ? `The price was booked for ${bookedDate} and is valid until ${last}, before the pickup on ${pickupDate}. Choose an earlier day.`
        : `The quote expires at ${quote.expiresAt.toISOString()}, before the pickup on ${pickupDate}. Request new quotes.`,
    });
  }
  return {
    shipDate: requestedDate ?? draft.shipDate,
    pickupDate,
    warnings:
      wished === undefined
        ? warnings
        : replacePickupWarnings(warnings, wished, { pickupDate, holidays: quote.holidays }, param),
  };
}

/** The last day that the price covers. */
function computeLastPickupDate(
  { expiresAt, pickupDate }: Quote,
  zone: string,
  bookedDate: Day | undefined,
): Day {
  const days = [toLocalDay(zone, new Date(expiresAt.getTime() - 1)), pickupDate ?? ''];
  if (bookedDate !== undefined) days.push(addDays(bookedDate, MAX_DAYS_AFTER_BOOKED_DATE));
  return days.toSorted().at(-1)!;
}

/** @throws ApiError conflicting_values if the dock has already closed on the pickup day */
export function assertDockOpen(
  { shipFrom }: Freight,
  pickupDate: Day,
  closeTime: string,
  now: Date,
  param: string,
): void {
  const zone = getTimeZone(shipFrom);
  const time = formatLocalTime(zone, now);
  if (pickupDate !== toLocalDay(zone, now) || closeTime > time) return;
  throw conflictingParam(param, `${param} must be later than ${time}, the current time at the origin.`);
}

/**
 * @param shipDate a day, or a timestamp that starts with it
 * @throws ApiError date_out_of_range
 */
export function computeDraftDates(
  shipDate: string | null | undefined,
  { pickupDate: quotedDate, holidays, estimatedDeliveryDate, transitDays, warnings }: Quote,
  origin: Region,
  now: Date,
) {
  if (!shipDate) return { shipDate: null, estimatedDeliveryDate, warnings };
  const wished = resolveShipDate(shipDate.slice(0, 10), origin, now);
  const pickupDate = toPickupDate({ shipDate: wished, isForced: wished === quotedDate }, holidays);
  return {
    shipDate,
    estimatedDeliveryDate: addBusinessDays(pickupDate, transitDays, holidays),
    warnings: replacePickupWarnings(warnings, wished, { pickupDate, holidays }, 'ship_date'),
  };
}

/** Today counts only if the client asked for it in time. */
function computeFirstDay(day: Day, today: Day, inTime: boolean): Day {
  return day > today || (day === today && inTime) ? day : addDays(today, 1);
}

function replacePickupWarnings(
  warnings: Warning[],
  wished: Day,
  { pickupDate, holidays }: PickupCalendar,
  param: string,
): Warning[] {
  const others = warnings.filter(({ code }) => code !== 'pickup_moved' && code !== 'ship_date_forced');
  if (wished === pickupDate && isBusinessDay(pickupDate, holidays)) return others;
  if (wished === pickupDate)
    return [...others, buildForcedDayWarning(`${wished} falls on a weekend or a carrier holiday.`, param)];
  const message = `Carriers do not pick up on ${wished}. The pickup is requested for ${pickupDate}.`;
  return [...others, { code: 'pickup_moved', message, param }];
}
