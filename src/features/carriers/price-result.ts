import type { Rate } from './parse-rates.js';
import type { PickupCalendar } from './pickup-calendar.js';

export const CARRIER_OUTCOMES = ['rated', 'declined', 'timeout', 'error', 'excluded'] as const;
export type CarrierOutcome = (typeof CARRIER_OUTCOMES)[number];

/** `carrier`: the adapter books; `hand`: a person books and enters the PRO number with `confirm`. */
export type BookedBy = 'carrier' | 'hand';

export const EXCLUDED_REASON = 'The organization’s rate shopping rules exclude the carrier.';

export const NO_RATE_API_REASON =
  'The carrier has no rate API. Add a tariff with your contract rates for it.';

/** The answer of one price source to a rate request: a connected carrier or a tariff. */
export interface PriceResult extends PickupCalendar {
  /** `carrierId` is null for tariffs. */
  carrier: { carrierId: number | null; carrierName: string; scac: string };
  /** The tariff of the price. Absent for connections. */
  tariffId?: number;
  bookedBy: BookedBy;
  /** The address for tenders by email. */
  tenderEmail?: string | null;
  outcome: CarrierOutcome;
  reason: string | null;
  durationMs: number;
  rates: Rate[];
  /** The service levels that were not rated, as text for people. */
  warnings?: string[];
}
