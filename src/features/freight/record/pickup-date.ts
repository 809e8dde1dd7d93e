import { ApiError, conflictingParam } from '../../../platform/http/errors/api-error.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { resolveShipDates } from '../../quotes/ship-date.js';
import { toBusinessDay, addBusinessDays } from '../../../domain/business-days.js';
import { addDays, type Day } from '../../../domain/days.js';
import { formatLocalTime, toLocalDay } from '../../../domain/local-time.js';
import { timeZoneOf } from '../../../domain/time-zones.js';
import type { Warning } from '../../quotes/quote-warnings.js';
import type { Freight } from './freight.entity.js';

export interface ResolvedPickupDate {
  /** The day the client asked for; null when it left that to us. */
  shipDate: string | null;
  /** The business day on which the carrier is asked to come. */
  pickupDate: Day;
  /** The shipment's, this day's among them. */
  warnings: Warning[];
}

/** What decides about a day beside the shipment and its quote. */
export interface PickupDateOptions {
  /** The day that the request asks for. */
  requestedDate: Day | undefined;
  now: Date;
  /** HH:MM until when carriers take a pickup of the same day. */
  cutoff: string;
  /** HH:MM when the dock is closed for today. */
  closeTime?: string | undefined;
  /** The day that was booked: another one may follow it. */
  bookedDate?: Day;
  /** What the day is called in the request. */
  param?: string;
}

/** A booked price holds for another day of pickup, but not for ever. */
const MAX_DAYS_AFTER_BOOKED_DATE = 14;

/**
 * The day of a shipment's pickup, by the calendar and the clock at its origin: the one asked for at booking, else the
 * draft's, else the quote's, else the next business day. A day on which nobody comes, or comes any more, moves to the next
 * business day with a warning.
 * @throws ApiError date_out_of_range for a day that is past or too far ahead, quote_expires_before_pickup
 */
export function computePickupDate(
  draft: Freight,
  quote: Quote,
  terms: PickupDateOptions,
): ResolvedPickupDate {
  const {
    requestedDate: asked,
    now,
    cutoff,
    closeTime: closes = cutoff,
    bookedDate: booked,
    param = 'ship_date',
  } = terms;
  const { zip } = draft.shipFrom;
  const zone = timeZoneOf(zip);
  const [today, time] = [toLocalDay(zone, now), formatLocalTime(zone, now)];
  if (asked !== undefined) resolveShipDates(asked, zip, now, param);
  const wished = asked ?? draft.shipDate?.slice(0, 10) ?? quote.pickupDate ?? undefined;
  const pickupDate = computeFirstPickupDate(
    wished ?? today,
    today,
    wished !== undefined && time < cutoff && time < closes,
  );
  const last = computeLastPickupDate(quote, zone, booked);
  if (pickupDate > last) {
    throw new ApiError('quote_expires_before_pickup', {
      param,
      message: booked
        ? `The price was booked for ${booked}: the pickup can move to ${last} at the latest, and not to ${pickupDate}.`
        : `The quote expires at ${quote.expiresAt.toISOString()}, before the pickup on ${pickupDate}.`,
    });
  }
  const { warnings } = draft;
  return {
    shipDate: asked ?? draft.shipDate,
    pickupDate,
    warnings:
      wished === undefined
        ? warnings
        : replacePickupWarnings(warnings, buildPickupMovedWarnings(wished, pickupDate, param)),
  };
}

/** The last day that a price covers: that of its last instant, or its own pickup day; of a booked one, some days after it. */
function computeLastPickupDate({ expiresAt, pickupDate }: Quote, zone: string, booked: Day | undefined): Day {
  const days = [toLocalDay(zone, new Date(expiresAt.getTime() - 1)), pickupDate ?? ''];
  if (booked !== undefined) days.push(addDays(booked, MAX_DAYS_AFTER_BOOKED_DATE));
  return days.toSorted().at(-1)!;
}

/** A driver can't be let in earlier than now. @throws ApiError conflicting_values */
export function assertDockOpen(
  { shipFrom }: Freight,
  pickupDate: Day,
  closes: string,
  now: Date,
  param: string,
): void {
  const zone = timeZoneOf(shipFrom.zip);
  const time = formatLocalTime(zone, now);
  if (pickupDate !== toLocalDay(zone, now) || closes > time) return;
  throw conflictingParam(
    param,
    `${param} must be later than now: on ${pickupDate} it is ${time} at the origin.`,
  );
}

/**
 * What a draft says of its days.
 * @param asked a day, or a timestamp that begins with it
 * @throws ApiError date_out_of_range for a day that is past or too far ahead
 */
export function computeDraftDates(
  asked: string | null | undefined,
  { estimatedDeliveryDate, transitDays, warnings }: Quote,
  originZip: string,
  now: Date,
) {
  if (!asked) return { shipDate: null, estimatedDeliveryDate, warnings };
  const { shipDate, pickupDate } = resolveShipDates(asked.slice(0, 10), originZip, now);
  return {
    shipDate: asked,
    estimatedDeliveryDate: addBusinessDays(pickupDate, transitDays),
    warnings: replacePickupWarnings(warnings, buildPickupMovedWarnings(shipDate, pickupDate, 'ship_date')),
  };
}

/** A day that somebody asked for may be today, in time; one that nobody did begins tomorrow. */
function computeFirstPickupDate(day: Day, today: Day, inTime: boolean): Day {
  return toBusinessDay(day > today || (day === today && inTime) ? day : addDays(today, 1));
}

/** What is said of one pickup day is not said of another. */
function replacePickupWarnings(warnings: Warning[], ofDay: Warning[]): Warning[] {
  return [...warnings.filter(({ code }) => code !== 'pickup_moved'), ...ofDay];
}

function buildPickupMovedWarnings(from: Day | undefined, to: Day, param: string): Warning[] {
  if (from === undefined || from === to) return [];
  const message = `Nobody picks up on ${from}: the pickup is asked for on ${to}.`;
  return [{ code: 'pickup_moved', message, param }];
}
