import type { BookingProgressDto } from './freight-details.dto.js';
import type { Freight } from './freight.entity.js';
import type { BookingState } from './freight-states.js';

/** Statuses of freight whose carrier may not have responded yet. */
const OPEN_STATUSES: ReadonlySet<Freight['status']> = new Set(['created', 'booked', 'tendered', 'voided']);

/** Returns the state of the booking, from the statuses of the freight and of its tender. */
export function toBookingProgressDto(freight: Freight): BookingProgressDto {
  const { attempts = 0, nextAttemptAt = null, lastError = null } = freight.booking ?? {};
  const state = findBookingState(freight);
  const isOpen = isOpenState(state);
  return {
    state,
    attempts,
    next_attempt_at: isOpen && nextAttemptAt !== null ? new Date(nextAttemptAt).toISOString() : null,
    last_error: isOpen ? lastError : null,
  };
}

/** Returns the stored reason. Without one, says what an open booking or an overdue delivery waits for. */
export function describeStatus(freight: Freight): string | null {
  const { statusReason, status, carrierName, booking, tender } = freight;
  if (statusReason !== null) return statusReason;
  if (freight.isOverdue)
    return `The delivery was due on ${freight.estimatedDeliveryDate} and has not been reported. Ask ${freight.scac}, then record the delivery as a scan.`;
  if (!isOpenState(findBookingState(freight))) return null;
  if (status === 'voided')
    return `${carrierName} has not responded to the booking yet. Lading cancels the booking if the carrier accepts it.`;
  if (status === 'created') return describeManualBooking(freight);
  if (tender?.state === 'sent') return `${carrierName} has not responded to the emailed tender yet.`;
  if (!booking?.lastError) return `${carrierName} has not responded to the booking yet.`;
  return `Lading retries the booking with ${carrierName}: ${booking.lastError}`.slice(0, 255);
}

/** Says how to book with a carrier that has no booking API. */
export function describeManualBooking({ carrierName }: Freight): string {
  return `${carrierName} does not accept bookings through its API. Book by phone, then confirm the shipment with the PRO number.`;
}

function findBookingState({ status, booking }: Freight): BookingState {
  if (status === 'draft' || (status === 'voided' && !booking?.open)) return 'none';
  if (!OPEN_STATUSES.has(status)) return 'done';
  if (booking?.unsure) return 'unsure';
  return booking?.lastError ? 'retrying' : 'pending';
}

function isOpenState(state: BookingState): boolean {
  return state !== 'none' && state !== 'done';
}
