import { addBusinessDays } from '../../../domain/business-days.js';
import type { Day } from '../../../domain/days.js';
import { endOfDay, toLocalDay } from '../../../domain/local-time.js';
import { getTimeZone } from '../../../domain/time-zones.js';
import { PICKUP_STATES } from './freight-states.js';
import type { Freight, PickupTimes } from './freight.entity.js';
import type { FreightChanges } from './freight.repository.js';

/** Columns that a transition may set besides the status. */
export type TransitionValues = Partial<
  Pick<
    Freight,
    | 'proNumber'
    | 'shipDate'
    | 'pickupDate'
    | 'pickupTimes'
    | 'pickupEndsAt'
    | 'pickupConfirmation'
    | 'estimatedDeliveryDate'
    | 'warnings'
    | 'deliveredAt'
    | 'deliveredOn'
    | 'statusReason'
    | 'decline'
    | 'commandKey'
  >
> &
  Pick<FreightChanges, 'pickup'>;

/** Schedules a pickup that is expected until the day ends at the origin. */
export function buildPickupSchedule(
  { shipFrom, transitDays, holidays }: Freight,
  pickupDate: Day,
  pickupTimes: PickupTimes | null,
) {
  return {
    pickupDate,
    pickupTimes,
    pickupEndsAt: endOfDay(pickupDate, getTimeZone(shipFrom)),
    estimatedDeliveryDate: addBusinessDays(pickupDate, transitDays, holidays),
  };
}

/**
 * Sets the actual pickup day, and removes the warning about the requested one. A later scan only proves that the pickup happened before it.
 * @param isPickupScan whether the scan reports the pickup itself
 */
export function buildPickedUpValues(
  { shipFrom, pickupDate: planned, pickupStatus, transitDays, holidays, warnings }: Freight,
  scannedAt: Date,
  isPickupScan: boolean,
): TransitionValues {
  const day = toLocalDay(getTimeZone(shipFrom), scannedAt);
  const pickupDate = isPickupScan || planned === null || day < planned ? day : planned;
  const confirms = PICKUP_STATES.next(pickupStatus, 'confirm') !== null;
  return {
    pickupDate,
    pickupEndsAt: null,
    estimatedDeliveryDate: addBusinessDays(pickupDate, transitDays, holidays),
    warnings: warnings.filter(({ code }) => code !== 'pickup_moved'),
    ...(confirms && { pickup: 'confirm' }),
  };
}

/** @param deliveredAt null if the carrier does not report the time */
export function buildDeliveredValues(
  { shipTo }: Pick<Freight, 'shipTo'>,
  deliveredAt: Date | null,
): TransitionValues {
  return { deliveredAt, deliveredOn: deliveredAt && toLocalDay(getTimeZone(shipTo), deliveredAt) };
}
