import type { TenderRequest } from '../../carriers/carrier-requests.js';
import type { Day } from '../../../domain/days.js';
import type { Warning } from '../../../domain/warnings.js';
import type { Quote } from '../../quotes/quote.entity.js';
import type { Freight } from '../record/freight.entity.js';
import { assertMatchesQuote } from '../record/immutable-fields.js';
import { omitNulls } from '../record/merge-patch.js';
import { assertDockOpen, computePickupDate, type ResolvedPickupDate } from '../record/pickup-date.js';
import { buildPickupSchedule, type TransitionValues } from '../record/transition-values.js';
import { assertBookable } from './booking-validation.js';
import type { BookFreightDto } from './booking.dto.js';
import { buildTenderRequest } from './tender-request.js';

/** The rows that booking a draft stores, computed before anything is written. */
export interface BookingPlan {
  values: TransitionValues & { pickupDate: Day; warnings: Warning[] };
  tender: TenderRequest;
}

/**
 * Validates a draft and computes what booking it stores.
 * @param cutoff HH:MM at the origin
 * @throws ApiError conflicting_values, booking_incomplete, address_differs_from_quote, freight_differs_from_quote,
 *   date_out_of_range, quote_expires_before_pickup
 */
export function planBooking(
  draft: Freight,
  quote: Quote,
  request: BookFreightDto,
  cutoff: string,
  warning: Warning | null,
): BookingPlan {
  assertMatchesQuote(request, quote);
  assertBookable(draft, quote);
  const { shipDate, pickupDate, warnings } = resolvePickupDate(draft, quote, request, cutoff);
  const pickupTimes = request.pickup ? omitNulls(request.pickup) : draft.pickupTimes;
  const schedule = buildPickupSchedule(draft, pickupDate, pickupTimes);
  return {
    values: {
      ...schedule,
      pickup: 'request',
      shipDate,
      warnings: warning ? [...warnings, warning] : warnings,
      statusReason: null,
      decline: null,
    },
    tender: buildTenderRequest({ ...draft, ...schedule }, quote, pickupDate),
  };
}

/** @throws ApiError conflicting_values for a window that has already closed at the origin */
function resolvePickupDate(
  draft: Freight,
  quote: Quote,
  { ship_date: requestedDate, force_ship_date: isForced = false, pickup }: BookFreightDto,
  cutoff: string,
): ResolvedPickupDate {
  const now = new Date();
  const resolved = computePickupDate(draft, quote, {
    requestedDate: requestedDate ?? undefined,
    now,
    cutoff,
    isForced,
    closeTime: pickup ? undefined : draft.pickupTimes?.close_time,
  });
  if (pickup) assertDockOpen(draft, resolved.pickupDate, pickup.close_time, now, 'pickup.close_time');
  return resolved;
}
