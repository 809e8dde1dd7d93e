import { toPickupDate, type Holidays, type RequestedDay } from '../../domain/business-days.js';
import type { Day } from '../../domain/days.js';
import type { RateRequest } from './carrier-requests.js';

/** Days in the list of holidays of a carrier connection or a tariff: about ten years. */
export const MAX_HOLIDAYS = 100;

/** A rate request before the holidays of a price source decide its pickup day. */
export type UnscheduledRateRequest = Omit<RateRequest, 'shipDate'> & RequestedDay;

/** The calendar of a price source and the pickup day that follows from it. */
export interface PickupCalendar {
  holidays: Holidays;
  pickupDate: Day;
}

/** Returns the request with the pickup day by the given holidays. */
export function scheduleRequest(
  { isForced = false, shipDate, ...request }: UnscheduledRateRequest,
  holidays: Holidays,
): RateRequest {
  return { ...request, shipDate: toPickupDate({ shipDate, isForced }, holidays) };
}
