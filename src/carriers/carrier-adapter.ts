import type { Accessorial } from '../vocabulary/accessorials.js';
import type { Charge } from '../vocabulary/charges.js';
import type { FreightClass } from '../vocabulary/freight-classes.js';

/** A place freight is rated from or to: a two-letter state and a ZIP of 5 or ZIP+4 digits. */
export interface Place {
  city: string;
  state: string;
  zip: string;
  company?: string | null;
  contact?: string | null;
}

/** One handling unit: pounds and inches. */
export interface RateItem {
  weight: number;
  freight_class: FreightClass;
  length: number;
  width: number;
  height: number;
}

export interface RateRequest {
  origin: Place;
  destination: Place;
  items: RateItem[];
  accessorials: Accessorial[];
}

/** One price for one service level. A carrier may answer several. */
export interface Rate {
  /** The carrier's own number, which must be echoed at booking. */
  quoteNumber: string;
  serviceLevel: string;
  serviceCode: string;
  /** Business days. */
  transitDays: number;
  charges: Charge[];
  originTerminal: string | null;
  destinationTerminal: string | null;
  /** How long the carrier honours the price; the service's own validity applies when absent. */
  expiresAt?: Date;
}

/** The full address of one side of a shipment. */
export interface Party extends Place {
  company: string;
  address: string;
  phone: string;
  email?: string | null;
}

/** What a booking hands to the carrier. `reference` is ours and stays the same over every repeat of the call. */
export interface TenderRequest {
  reference: string;
  carrierQuoteNumber: string;
  serviceCode: string;
  shipper: Party;
  consignee: Party;
  items: RateItem[];
  accessorials: Accessorial[];
  description: string;
  specialInstructions: string | null;
  /** YYYY-MM-DD */
  pickupDate: string;
}

export interface TenderAnswer {
  proNumber: string;
  pickupConfirmation: string | null;
}

/** One scan as the carrier tells it; `status` is one of the tracking statuses. */
export interface CarrierScan {
  status: string;
  description: string;
  location: string;
  occurredAt: Date;
}

export interface TrackingAnswer {
  scans: CarrierScan[];
  estimatedDelivery: string | null;
}

/** An organization's account with a carrier. Settings are the adapter's own, validated and decrypted. */
export interface CarrierAccount<Settings = unknown> {
  scac: string;
  settings: Settings;
}

/** The carrier won't carry this: a definite answer with its reason. */
export class CarrierDeclined extends Error {}

/** The carrier couldn't answer: unreachable, an error status, or an answer that makes no sense. */
export class CarrierFault extends Error {}

/**
 * One carrier's interface. Adapters hold no state of a request; every call takes the account and a signal that ends it.
 * @throws CarrierDeclined when the carrier says no
 * @throws CarrierFault when the carrier can't be asked
 */
export interface CarrierAdapter<Settings extends object = object> {
  readonly name: string;
  /** The class that class-validator checks an account's settings against. */
  readonly settings: new () => Settings;
  rate(request: RateRequest, account: CarrierAccount<Settings>, signal: AbortSignal): Promise<Rate[]>;
  /** Absent: the carrier has no booking API and its PRO number comes through `confirm`. Repeats with one reference book once. */
  tender?(
    request: TenderRequest,
    account: CarrierAccount<Settings>,
    signal: AbortSignal,
  ): Promise<TenderAnswer>;
  cancel?(proNumber: string, account: CarrierAccount<Settings>, signal: AbortSignal): Promise<void>;
  track?(proNumber: string, account: CarrierAccount<Settings>, signal: AbortSignal): Promise<TrackingAnswer>;
}
