import { isDeepStrictEqual } from 'node:util';
import { ApiError, conflictingParam, missingParam } from '../../../platform/http/errors/api-error.js';
import type { TenderRequest } from '../../carriers/carrier-requests.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { formatLocalTime, toLocalDay } from '../../../domain/local-time.js';
import { getTimeZone } from '../../../domain/time-zones.js';
import type { Freight } from '../record/freight.entity.js';
import { mergePatch } from '../record/merge-patch.js';
import { buildPickupSchedule, type TransitionValues } from '../record/transition-values.js';
import { computePickupDate, assertDockOpen } from '../record/pickup-date.js';
import { PICKUP_STATES, type PickupStatus, type PickupTrigger } from '../record/freight-states.js';
import type { ChangePickupDto } from '../record/pickup.dto.js';
import type { PickupChange } from './booking.entity.js';
import { toPickupWindow } from './tender-request.js';

const OPEN_PICKUP_STATUSES: readonly PickupStatus[] = ['requested', 'confirmed', 'changed'];

/** The trigger that restores each pickup status. */
const RESTORE_TRIGGERS: Record<PickupStatus, PickupTrigger> = {
  none: 'withdraw',
  requested: 'request',
  confirmed: 'confirm',
  changed: 'change',
  cancelled: 'cancel',
  missed: 'miss',
};

export interface PickupChangeOptions {
  quote: Quote;
  bookedDate: string;
  now: Date;
  /** HH:MM at the origin: carriers accept no same-day changes after it. */
  cutoff: string;
}

/**
 * Merges a request into the current pickup.
 * @param request null cancels the pickup
 * @throws ApiError pickup_not_changeable, pickup_cutoff_passed, conflicting_values, date_out_of_range, quote_expires_before_pickup
 */
export function buildPickupChange(
  freight: Freight,
  request: ChangePickupDto | null,
  { quote, bookedDate, now, cutoff }: PickupChangeOptions,
): PickupChange {
  const { pickupStatus: status, pickupDate, pickupTimes, pickupConfirmation } = freight;
  const zone = getTimeZone(freight.shipFrom);
  const today = toLocalDay(zone, now);
  const expected = OPEN_PICKUP_STATUSES.includes(status);
  if (expected && pickupDate === today && formatLocalTime(zone, now) >= cutoff) {
    throw new ApiError('pickup_cutoff_passed', {
      message: `The cutoff for today's pickups was ${cutoff}. Call the carrier to change this pickup.`,
    });
  }
  const standing = { status, pickupDate, pickupTimes, pickupConfirmation };
  if (request === null) {
    if (!expected && status !== 'missed') throw new ApiError('pickup_not_changeable');
    return { wanted: null, standing };
  }
  const { date, ...times } = request;
  const planned = pickupDate !== null && pickupDate >= today ? pickupDate : undefined;
  const terms = { requestedDate: date ?? planned, now, cutoff, bookedDate, param: 'date' };
  const day = computePickupDate({ ...freight, shipDate: null }, quote, terms);
  const window = validatePickupWindow(mergePatch(pickupTimes, times));
  const timed = date !== undefined || times.close_time !== undefined || !expected;
  if (timed && window?.close_time)
    assertDockOpen(freight, day.pickupDate, window.close_time, now, 'close_time');
  return { wanted: { pickupDate: day.pickupDate, pickupTimes: window, warnings: day.warnings }, standing };
}

/** Returns whether the carrier already has the requested pickup. */
export function isPickupUnchanged({ wanted, standing }: PickupChange): boolean {
  const { status, pickupDate, pickupTimes } = standing;
  return (
    wanted !== null &&
    OPEN_PICKUP_STATUSES.includes(status) &&
    wanted.pickupDate === pickupDate &&
    isDeepStrictEqual(wanted.pickupTimes ?? {}, pickupTimes ?? {})
  );
}

/** @throws ApiError missing_parameter for half a window, conflicting_values for one that closes before it opens */
function validatePickupWindow<T extends { ready_time?: string; close_time?: string }>(times: T): T | null {
  const { ready_time: ready, close_time: close } = times;
  if (Object.keys(times).length === 0) return null;
  for (const param of ['ready_time', 'close_time'] as const) {
    if (times[param] === undefined) throw missingParam(param);
  }
  if (close! <= ready!) throw conflictingParam('close_time', 'close_time must be later than ready_time.');
  return times;
}

/** @param confirmation the carrier's number for the pickup; null keeps the current number */
export function buildAcceptedChange(
  freight: Freight,
  { wanted, standing }: PickupChange,
  confirmation: string | null,
): TransitionValues {
  if (wanted === null) return { ...buildCanceledPickup(freight), statusReason: null };
  const isNew = standing.status === 'none' || standing.status === 'cancelled';
  const pickupConfirmation = confirmation ?? standing.pickupConfirmation;
  return {
    ...buildExpectedPickup(freight, wanted),
    pickupConfirmation,
    statusReason: null,
    pickup: !isNew ? 'change' : pickupConfirmation === null ? 'request' : 'confirm',
  };
}

/** Stores the requested pickup with a status reason that tells a person to call the carrier. */
export function buildManualCallChange(freight: Freight, change: PickupChange): TransitionValues {
  const { scac, proNumber, tender } = freight;
  const cause =
    tender?.state === 'accepted'
      ? `${scac} accepted the tender by email, and Lading does not email pickup changes`
      : `${scac} does not accept pickup changes through its API`;
  const about = proNumber === null ? '' : ` about PRO ${proNumber}`;
  return { ...buildPendingChange(freight, change), statusReason: `${cause}. Call the carrier${about}.` };
}

/** Stores the requested pickup as not yet confirmed by the carrier. */
export function buildPendingChange(freight: Freight, { wanted }: PickupChange): TransitionValues {
  return wanted === null
    ? buildCanceledPickup(freight)
    : { ...buildExpectedPickup(freight, wanted), pickup: 'request' };
}

/** Returns the tender with the requested pickup, for a carrier that gets it again. */
export function buildChangedTender(
  tender: TenderRequest,
  { pickupDate, pickupTimes }: NonNullable<PickupChange['wanted']>,
): TenderRequest {
  return { ...tender, pickupDate, pickup: toPickupWindow(pickupTimes) };
}

/** Undoes `buildPendingChange` after the carrier refused. */
export function buildRestoredPickup(freight: Freight, { standing }: PickupChange): TransitionValues {
  const { status, pickupDate, pickupTimes, pickupConfirmation } = standing;
  const trigger = RESTORE_TRIGGERS[status];
  return {
    ...(pickupDate === null
      ? { pickupDate, pickupTimes }
      : buildPickupSchedule(freight, pickupDate, pickupTimes)),
    pickupConfirmation,
    ...(PICKUP_STATES.next(freight.pickupStatus, trigger) !== null && { pickup: trigger }),
  };
}

function buildExpectedPickup(
  freight: Freight,
  { pickupDate, pickupTimes, warnings }: NonNullable<PickupChange['wanted']>,
) {
  return { ...buildPickupSchedule(freight, pickupDate, pickupTimes), warnings };
}

function buildCanceledPickup({ pickupStatus }: Freight): TransitionValues {
  return {
    pickupDate: null,
    pickupConfirmation: null,
    estimatedDeliveryDate: null,
    ...(pickupStatus !== 'cancelled' && { pickup: 'cancel' }),
  };
}
