import { isDeepStrictEqual } from 'node:util';
import { ApiError, conflictingParam, missingParam } from '../../../platform/http/errors/api-error.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { formatLocalTime, toLocalDay } from '../../../domain/local-time.js';
import { timeZoneOf } from '../../../domain/time-zones.js';
import type { Freight } from '../record/freight.entity.js';
import { mergePatch } from '../record/merge-patch.js';
import { buildPickupSchedule } from '../record/pickup-values.js';
import { computePickupDate, assertDockOpen } from '../record/pickup-date.js';
import { PICKUP_STATES, type PickupStatus, type PickupTrigger } from '../record/pickup-states.js';
import type { TransitionValues } from '../record/transition-values.js';
import type { ChangePickupDto } from '../record/pickup.dto.js';
import type { PickupChange } from './booking.entity.js';

const OPEN_PICKUP_STATUSES: readonly PickupStatus[] = ['requested', 'confirmed', 'changed'];

/** What leads from an unanswered change back to where the pickup stood. */
const RESTORE_TRIGGERS: Record<PickupStatus, PickupTrigger> = {
  none: 'withdraw',
  requested: 'request',
  confirmed: 'confirm',
  changed: 'change',
  cancelled: 'cancel',
  missed: 'miss',
};

/** What a change of a pickup goes by beside the shipment. */
export interface PickupChangeOptions {
  quote: Quote;
  /** The day of pickup that was booked. */
  bookedDate: string;
  now: Date;
  /** HH:MM until when a carrier takes changes of a pickup of the same day. */
  cutoff: string;
}

/**
 * The pickup as it is to be, beside how it stands. What a wish leaves out stays.
 * @param wish null calls the pickup off
 * @throws ApiError pickup_not_changeable, pickup_cutoff_passed, conflicting_values, date_out_of_range, quote_expires_before_pickup
 */
export function buildPickupChange(
  freight: Freight,
  wish: ChangePickupDto | null,
  { quote, bookedDate: booked, now, cutoff }: PickupChangeOptions,
): PickupChange {
  const { pickupStatus: status, pickupDate, pickupTimes, pickupConfirmation } = freight;
  const zone = timeZoneOf(freight.shipFrom.zip);
  const today = toLocalDay(zone, now);
  const expected = OPEN_PICKUP_STATUSES.includes(status);
  if (expected && pickupDate === today && formatLocalTime(zone, now) >= cutoff) {
    throw new ApiError('pickup_cutoff_passed', {
      message: `Pickups of today could be changed until ${cutoff}.`,
    });
  }
  const standing = { status, pickupDate, pickupTimes, pickupConfirmation };
  if (wish === null) {
    if (!expected && status !== 'missed') throw new ApiError('pickup_not_changeable');
    return { wanted: null, standing };
  }
  const { date, ...times } = wish;
  const planned = pickupDate !== null && pickupDate >= today ? pickupDate : undefined;
  const terms = { requestedDate: date ?? planned, now, cutoff, bookedDate: booked, param: 'date' };
  const day = computePickupDate({ ...freight, shipDate: null }, quote, terms);
  const window = validatePickupWindow(mergePatch(pickupTimes, times));
  const timed = date !== undefined || times.close_time !== undefined || !expected;
  if (timed && window?.close_time)
    assertDockOpen(freight, day.pickupDate, window.close_time, now, 'close_time');
  return { wanted: { pickupDate: day.pickupDate, pickupTimes: window, warnings: day.warnings }, standing };
}

/** Whether the pickup is so already: there is nothing to ask the carrier. */
export function isPickupUnchanged({ wanted, standing }: PickupChange): boolean {
  const { status, pickupDate, pickupTimes } = standing;
  return (
    wanted !== null &&
    OPEN_PICKUP_STATUSES.includes(status) &&
    wanted.pickupDate === pickupDate &&
    isDeepStrictEqual(wanted.pickupTimes ?? {}, pickupTimes ?? {})
  );
}

/** @throws ApiError missing_parameter, conflicting_values for half a window or one that closes before it opens */
function validatePickupWindow<T extends { ready_time?: string; close_time?: string }>(times: T): T | null {
  const { ready_time: ready, close_time: close } = times;
  if (Object.keys(times).length === 0) return null;
  for (const param of ['ready_time', 'close_time'] as const) {
    if (times[param] === undefined) throw missingParam(param);
  }
  if (close! <= ready!) throw conflictingParam('close_time', 'close_time must be later than ready_time.');
  return times;
}

/** The carrier agrees. @param confirmation its number for the pickup; null keeps the one it has */
export function buildAcceptedChange(
  freight: Freight,
  { wanted, standing }: PickupChange,
  confirmation: string | null,
): TransitionValues {
  if (wanted === null) return { ...buildCanceledPickup(freight), statusReason: null };
  const anew = standing.status === 'none' || standing.status === 'cancelled';
  const pickupConfirmation = confirmation ?? standing.pickupConfirmation;
  return {
    ...buildExpectedPickup(freight, wanted),
    pickupConfirmation,
    statusReason: null,
    pickup: !anew ? 'change' : pickupConfirmation === null ? 'request' : 'confirm',
  };
}

/** Nobody told the carrier: the pickup is as asked for, and the shipment waits for who tells it. */
export function buildManualCallChange(freight: Freight, change: PickupChange): TransitionValues {
  const { scac, proNumber, tender } = freight;
  const why =
    tender?.state === 'accepted'
      ? `${scac} has the tender by mail and gets no mail of a changed pickup`
      : `${scac} can't be told of the pickup by its API`;
  const about = proNumber === null ? '' : ` about PRO ${proNumber}`;
  return { ...buildPendingChange(freight, change), statusReason: `${why}: telephone it${about}.` };
}

/** Nobody knows what the carrier did: what is asked for, not yet agreed. */
export function buildPendingChange(freight: Freight, { wanted }: PickupChange): TransitionValues {
  return wanted === null
    ? buildCanceledPickup(freight)
    : { ...buildExpectedPickup(freight, wanted), pickup: 'request' };
}

/** The carrier says no after it was silent: the pickup is as it was. */
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
