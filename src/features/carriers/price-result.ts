import type { Rate } from './parse-rates.js';

export const CARRIER_OUTCOMES = ['rated', 'declined', 'timeout', 'error', 'excluded'] as const;
export type CarrierOutcome = (typeof CARRIER_OUTCOMES)[number];

/** Who books a shipment with a price: the carrier's adapter, or somebody's hand, whose word is `confirm`. */
export type BookedBy = 'carrier' | 'hand';

/** Why there is no price of an excluded carrier. */
export const EXCLUDED_REASON = 'The organization’s rules for rate shopping exclude the carrier.';

/** Why there is no price of a carrier whose API has none. */
export const NO_RATE_API_REASON = 'The carrier has no API for prices: they come from a tariff of your own.';

/** What one source of prices made of a rate request: a connected carrier, or an organization's own tariff. */
export interface PriceResult {
  /** `carrierId` is null where the directory is not asked: the carrier is the organization's own. */
  carrier: { carrierId: number | null; carrierName: string; scac: string };
  bookedBy: BookedBy;
  /** Where the carrier takes tenders by e-mail. */
  tenderEmail?: string | null;
  outcome: CarrierOutcome;
  reason: string | null;
  durationMs: number;
  rates: Rate[];
}
