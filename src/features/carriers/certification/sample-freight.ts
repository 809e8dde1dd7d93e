import { randomInt } from 'node:crypto';
import { toBusinessDay } from '../../../domain/business-days.js';
import { addDays, type Day } from '../../../domain/days.js';
import { toLocalDay } from '../../../domain/local-time.js';
import { buildBolNumber } from '../../../domain/pro-number.js';
import type { BookedFreight, PickupWindow, Place, RateRequest, TenderRequest } from '../carrier-requests.js';

/** Origin and destination of the sample. */
export interface Lane {
  origin: Place;
  destination: Place;
}

/** The lane and the results of earlier operations that an operation needs. */
export interface SampleFreight extends BookedFreight {
  lane: Lane;
  carrierQuoteNumber: string;
  serviceCode: string;
  /** Null asks for no pickup. */
  pickup: PickupWindow | null;
}

/** The PRO number of replays. Recordings have it in place of the number of a real shipment. */
export const SAMPLE_PRO = '0612345678';
const SAMPLE_LANE: Lane = {
  origin: { city: 'Los Angeles', state: 'CA', zip: '90001' },
  destination: { city: 'Chicago', state: 'IL', zip: '60601' },
};
const SAMPLE_PARTY = { company: 'Sample Company', contact: 'Sam Sample', phone: '555-555-0100' };
const PICKUP_HOURS: PickupWindow = { readyTime: '10:00', closeTime: '16:00' };
const COMPANY_PREFIX = '0400000';
const MAX_SERIAL = 999_999_999;

/**
 * Returns freight with a new bill of lading number, so that a carrier does not take its booking for a repeat.
 * @param lane default: Los Angeles to Chicago
 */
export function buildSampleFreight(lane: Partial<Lane> = {}): SampleFreight {
  const reference = buildBolNumber(COMPANY_PREFIX, randomInt(MAX_SERIAL));
  return {
    lane: { ...SAMPLE_LANE, ...lane },
    reference,
    proNumber: SAMPLE_PRO,
    bookingId: '1',
    carrierQuoteNumber: '',
    serviceCode: '',
    pickup: PICKUP_HOURS,
  };
}

/** Returns a pallet of 500 pounds on the next business day, by default from Los Angeles to Chicago. */
export function buildSampleRateRequest(lane: Lane = SAMPLE_LANE): RateRequest {
  return {
    ...lane,
    items: [
      {
        quantity: 1,
        handling_unit_type: 'pallet',
        weight: 500,
        freight_class: '70',
        length: 48,
        width: 40,
        height: 48,
        stackable: false,
      },
    ],
    accessorials: [],
    limitedAccess: {},
    shipDate: nextBusinessDay(),
    declaredValueCents: null,
    terms: 'prepaid',
    billTo: null,
  };
}

export function buildSampleTender(freight: SampleFreight): TenderRequest {
  const { origin, destination, shipDate, ...rated } = buildSampleRateRequest(freight.lane);
  const { reference, carrierQuoteNumber, serviceCode, pickup } = freight;
  return {
    ...rated,
    reference,
    carrierQuoteNumber,
    serviceCode,
    shipper: { ...origin, ...SAMPLE_PARTY, address: '1 Sample Street' },
    consignee: { ...destination, ...SAMPLE_PARTY, address: '2 Sample Street' },
    references: [],
    orders: [],
    description: 'Machine parts',
    specialInstructions: 'Test booking. Do not pick up.',
    pickupDate: shipDate,
    pickup,
    emergencyContact: null,
  };
}

export function nextBusinessDay(): Day {
  return toBusinessDay(addDays(toLocalDay('America/Los_Angeles', new Date()), 1));
}
