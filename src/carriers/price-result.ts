import type { Rate } from './parse-rates.js';

export const CARRIER_OUTCOMES = ['rated', 'declined', 'timeout', 'error'] as const;
export type CarrierOutcome = (typeof CARRIER_OUTCOMES)[number];

/** How a shipment with a price is booked: with the carrier's API, by mail to an address, or by somebody's hand. */
export interface BookingWay {
  by: 'carrier' | 'mail' | 'hand';
  tenderEmail: string | null;
}

/** What one source of prices made of a rate request: a connected carrier, or an organization's own tariff. */
export interface PriceResult {
  /** `carrierId` is null where the directory is not asked: the carrier is the organization's own. */
  carrier: { carrierId: number | null; carrierName: string; scac: string };
  booking: BookingWay;
  outcome: CarrierOutcome;
  reason: string | null;
  durationMs: number;
  rates: Rate[];
}

/** Of every connected carrier: one without a booking API says so when it is asked. */
export const WITH_THE_CARRIER: BookingWay = { by: 'carrier', tenderEmail: null };
