import { isDeepStrictEqual } from 'node:util';
import { ApiError, conflictingParam, missingParam } from '../../../platform/http/errors/api-error.js';
import type { Quote } from '../../quotes/quote.entity.js';
import { timeIn } from '../../../domain/local-times.js';
import { dayIn, timeZoneOf } from '../../../domain/time-zones.js';
import type { Freight } from '../record/freight.entity.js';
import { merged } from '../record/merge.js';
import { pickupOn } from '../record/pickup.js';
import { pickupDayOf, requireOpen } from '../record/pickup-day.js';
import { PICKUP_STATES, type PickupStatus, type PickupTrigger } from '../record/pickup-states.js';
import type { MoveValues } from '../record/move-values.js';
import type { ChangePickupDto } from '../record/pickup.dto.js';
import type { PickupChange } from './booking.entity.js';

const EXPECTED: readonly PickupStatus[] = ['requested', 'confirmed', 'changed'];

/** What leads from an unanswered change back to where the pickup stood. */
const BACK_TO: Record<PickupStatus, PickupTrigger> = {
  none: 'withdraw',
  requested: 'request',
  confirmed: 'confirm',
  changed: 'change',
  cancelled: 'cancel',
  missed: 'miss',
};

/** What a change of a pickup goes by beside the shipment. */
export interface ChangeTerms {
  quote: Quote;
  /** The day of pickup that was booked. */
  booked: string;
  now: Date;
  /** HH:MM until when a carrier takes changes of a pickup of the same day. */
  cutoff: string;
}

/**
 * The pickup as it is to be, beside how it stands. What a wish leaves out stays.
 * @param wish null calls the pickup off
 * @throws ApiError pickup_not_changeable, pickup_cutoff_passed, conflicting_values, date_out_of_range, quote_expires_before_pickup
 */
export function wantedPickup(
  freight: Freight,
  wish: ChangePickupDto | null,
  { quote, booked, now, cutoff }: ChangeTerms,
): PickupChange {
  const { pickupStatus: status, pickupDate, pickupTimes, pickupConfirmation } = freight;
  const zone = timeZoneOf(freight.shipFrom.zip);
  const today = dayIn(zone, now);
  const expected = EXPECTED.includes(status);
  if (expected && pickupDate === today && timeIn(zone, now) >= cutoff) {
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
  const terms = { asked: date ?? planned, now, cutoff, booked, param: 'date' };
  const day = pickupDayOf({ ...freight, shipDate: null }, quote, terms);
  const window = windowOf(merged(pickupTimes, times));
  const timed = date !== undefined || times.close_time !== undefined || !expected;
  if (timed && window?.close_time) requireOpen(freight, day.pickupDate, window.close_time, now, 'close_time');
  return { wanted: { pickupDate: day.pickupDate, pickupTimes: window, warnings: day.warnings }, standing };
}

/** Whether the pickup is so already: there is nothing to ask the carrier. */
export function standsAlready({ wanted, standing }: PickupChange): boolean {
  const { status, pickupDate, pickupTimes } = standing;
  return (
    wanted !== null &&
    EXPECTED.includes(status) &&
    wanted.pickupDate === pickupDate &&
    isDeepStrictEqual(wanted.pickupTimes ?? {}, pickupTimes ?? {})
  );
}

/** @throws ApiError missing_parameter, conflicting_values for half a window or one that closes before it opens */
function windowOf<T extends { ready_time?: string; close_time?: string }>(times: T): T | null {
  const { ready_time: ready, close_time: close } = times;
  if (Object.keys(times).length === 0) return null;
  for (const param of ['ready_time', 'close_time'] as const) {
    if (times[param] === undefined) throw missingParam(param);
  }
  if (close! <= ready!) throw conflictingParam('close_time', 'close_time must be later than ready_time.');
  return times;
}

/** The carrier agrees. @param confirmation its number for the pickup; null keeps the one it has */
export function changed(
  freight: Freight,
  { wanted, standing }: PickupChange,
  confirmation: string | null,
): MoveValues {
  if (wanted === null) return { ...calledOff(freight), statusReason: null };
  const anew = standing.status === 'none' || standing.status === 'cancelled';
  const pickupConfirmation = confirmation ?? standing.pickupConfirmation;
  return {
    ...expectedOn(freight, wanted),
    pickupConfirmation,
    statusReason: null,
    pickup: !anew ? 'change' : pickupConfirmation === null ? 'request' : 'confirm',
  };
}

/** Nobody told the carrier: the pickup is as asked for, and the shipment waits for who tells it. */
export function untold(freight: Freight, change: PickupChange): MoveValues {
  const { scac, proNumber, tender } = freight;
  const why =
    tender?.state === 'accepted'
      ? `${scac} has the tender by mail and gets no mail of a changed pickup`
      : `${scac} can't be told of the pickup by its API`;
  const about = proNumber === null ? '' : ` about PRO ${proNumber}`;
  return { ...unanswered(freight, change), statusReason: `${why}: telephone it${about}.` };
}

/** Nobody knows what the carrier did: what is asked for, not yet agreed. */
export function unanswered(freight: Freight, { wanted }: PickupChange): MoveValues {
  return wanted === null ? calledOff(freight) : { ...expectedOn(freight, wanted), pickup: 'request' };
}

/** The carrier says no after it was silent: the pickup is as it was. */
export function restored(freight: Freight, { standing }: PickupChange): MoveValues {
  const { status, pickupDate, pickupTimes, pickupConfirmation } = standing;
  const trigger = BACK_TO[status];
  return {
    ...(pickupDate === null ? { pickupDate, pickupTimes } : pickupOn(freight, pickupDate, pickupTimes)),
    pickupConfirmation,
    ...(PICKUP_STATES.next(freight.pickupStatus, trigger) !== null && { pickup: trigger }),
  };
}

function expectedOn(
  freight: Freight,
  { pickupDate, pickupTimes, warnings }: NonNullable<PickupChange['wanted']>,
) {
  return { ...pickupOn(freight, pickupDate, pickupTimes), warnings };
}

function calledOff({ pickupStatus }: Freight): MoveValues {
  return {
    pickupDate: null,
    pickupConfirmation: null,
    estimatedDeliveryDate: null,
    ...(pickupStatus !== 'cancelled' && { pickup: 'cancel' }),
  };
}
