import { addBusinessDays } from '../../../domain/business-days.js';
import type { Day } from '../../../domain/days.js';
import { endOfDay, toLocalDay } from '../../../domain/local-time.js';
import { timeZoneOf } from '../../../domain/time-zones.js';
import type { PickupDto } from './pickup.dto.js';
import { PICKUP_STATES } from './pickup-states.js';
import type { Freight, PickupTimes } from './freight.entity.js';
import type { TransitionValues } from './transition-values.js';

/** A pickup on a day, expected until the day ends at the origin. The delivery follows from the day. */
export function buildPickupSchedule(
  { shipFrom, transitDays }: Freight,
  pickupDate: Day,
  pickupTimes: PickupTimes | null,
) {
  return {
    pickupDate,
    pickupTimes,
    pickupEndsAt: endOfDay(pickupDate, timeZoneOf(shipFrom.zip)),
    estimatedDeliveryDate: addBusinessDays(pickupDate, transitDays),
  };
}

/**
 * What picking up changes: the day is the one it was. A later scan tells no more than that it was picked up by then.
 * @param isPickup whether the scan is the pickup's own
 */
export function buildPickedUpValues(freight: Freight, at: Date, isPickup: boolean): TransitionValues {
  const day = toLocalDay(timeZoneOf(freight.shipFrom.zip), at);
  const planned = freight.pickupDate;
  const pickupDate = isPickup || planned === null || day < planned ? day : planned;
  const agreed = PICKUP_STATES.next(freight.pickupStatus, 'confirm') !== null;
  return {
    pickupDate,
    pickupEndsAt: null,
    estimatedDeliveryDate: addBusinessDays(pickupDate, freight.transitDays),
    ...(agreed && { pickup: 'confirm' }),
  };
}

/** The pickup as the API shows it. */
export function toPickupDto(freight: Freight): PickupDto {
  const { ready_time, close_time, contact, phone, instructions } = freight.pickupTimes ?? {};
  return {
    date: freight.pickupDate,
    ready_time: ready_time ?? null,
    close_time: close_time ?? null,
    status: freight.pickupStatus,
    confirmation: freight.pickupConfirmation,
    contact: contact ?? null,
    phone: phone ?? null,
    instructions: instructions ?? null,
  };
}
