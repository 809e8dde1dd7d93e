import { applyDecorators, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { OutboundFault } from '../../platform/http-client/outbound-fault.js';
import { ACCESSORIALS, type Accessorial } from '../../domain/accessorials.js';
import type { Charge } from '../../domain/charges.js';
import type { Day } from '../../domain/days.js';
import type { TrackingStatus } from '../../domain/tracking-status.js';
import type { BookedFreight, PickupRequest, RateRequest, TenderRequest } from './carrier-requests.js';

// The port to carriers; what they are asked stands in carrier-requests.ts. Unstable until adapters of real carriers have grown it: a minor version may change it.
//
// Units: integer cents (USD), pounds, inches, business days; a moment is a Date, a day is YYYY-MM-DD.
// Answers are `Raw…`: the gateway parses each before anything else sees it, and one that breaks a rule written here is
// the same to it as a CarrierFault. Money is read from the carrier's text by `parseCents`, never through a fraction.

/** One price for one service level. A carrier may answer several, 50 at most. */
export interface RawRate {
  /** The carrier's own number, which must be echoed at booking. No two rates of an answer share one. At most 255 characters. */
  quoteNumber: string;
  /** In the carrier's words, at most 255 characters. */
  serviceLevel: string;
  /** At most 40 characters; comes back with the booking. */
  serviceCode: string;
  /** Business days, 0 to 365. */
  transitDays: number;
  /** The carrier's own total in integer cents; `charges` add up to it, else the price isn't believed. */
  netChargeCents: number;
  /** Only discounts and adjustments are negative. */
  charges: Charge[];
  originTerminal?: string | null;
  destinationTerminal?: string | null;
  /** The day of delivery in the carrier's words for this shipment; without it the business days are counted. */
  estimatedDeliveryDate?: Day;
  /** How long the carrier honours the price; the service's own validity applies when absent or shorter. */
  expiresAt?: Date;
}

export interface RawTender {
  /** With its leading zeros; at most 50 characters. */
  proNumber: string;
  /** At most 50 characters; null when the carrier sends it later. */
  pickupConfirmation?: string | null;
  /** What the booking lacks, e.g. a pickup that the carrier refused: a person reads it. At most 255 characters. */
  warning?: string | null;
  /** The carrier's own name of the booking, where it wants that to cancel it. At most 100 characters. */
  bookingId?: string | null;
  /** The carrier's own bill of lading, where the answer brings it: PDF, PNG or JPEG, ten megabytes at most. */
  bol?: Buffer | null;
}

export interface RawPickup {
  /** At most 50 characters; absent when the number stays the same. */
  confirmation?: string | null;
}

/** One scan as the carrier tells it. One that makes no sense is left out, the others count. */
export interface RawScan {
  status: TrackingStatus;
  description: string;
  location: string;
  /** The instant: a local time of the carrier's is read in the time zone of its place. */
  occurredAt: Date;
  /** The carrier's own code of it, or of its reason; at most 20 characters. */
  code?: string | null;
}

export interface RawTracking {
  /** In any order, at most 1,000. */
  scans: RawScan[];
  /** In the carrier's words or as YYYY-MM-DD; at most 40 characters. */
  estimatedDelivery?: string | null;
  /** Who signed for the freight; at most 100 characters. */
  signedBy?: string | null;
}

/** What carriers keep of a shipment: their own bill of lading, the signed receipt, the scale's word, what they bill. */
export const CARRIER_DOCUMENTS = ['bill_of_lading', 'pod', 'weight_certificate', 'carrier_invoice'] as const;
export type CarrierDocumentType = (typeof CARRIER_DOCUMENTS)[number];

/** An organization's account with a carrier. Settings are the adapter's own, validated when they were stored, decrypted. */
export interface CarrierAccount<Settings = unknown> {
  scac: string;
  settings: Settings;
}

/**
 * The carrier won't carry this: a definite answer, not asked again. The message is the carrier's reason; clients see
 * it, so it holds nothing of the account.
 */
export class CarrierDeclined extends Error {}

/**
 * The carrier's code of each service. `codes` holds what it has codes for. @throws CarrierDeclined that names the first
 * service the carrier doesn't have
 */
export function requireCodes<Code>(
  accessorials: readonly Accessorial[],
  codes: Readonly<Partial<Record<Accessorial, Code>>>,
): Code[] {
  return accessorials.map((name) => {
    const code = codes[name];
    if (code === undefined)
      throw new CarrierDeclined(`The carrier does not offer: ${ACCESSORIALS[name].label}.`);
    return code;
  });
}

/**
 * The carrier couldn't answer: unreachable, an error status, or an answer that makes no sense. Nobody knows whether it
 * acted: bookings and cancellations are repeated until it answers. Clients see the message, as above.
 */
export class CarrierFault extends OutboundFault {}

/**
 * The carrier's API doesn't say what became of an earlier call: a person has to ask. Clients see the message, which says
 * what to ask by; the carrier itself did nothing wrong.
 */
export class CarrierUnsure extends Error {}

/** A carrier as the directory shows it. What isn't certain is left out. */
export interface CarrierFacts {
  /** Standard Carrier Alpha Code, in capitals. */
  scac: string;
  name: string;
  phone?: string;
  email?: string;
  /** Whom to ask for. */
  contact?: string;
  logoUrl?: string;
  /** The public tracking page; `{pro}` stands for the PRO number. */
  trackingUrl?: string;
  /** Below 1,000 and for good: of carriers that come with Lading. Others get theirs from the database. */
  id?: number;
  /** Whether the adapter only rates and tracks for this carrier: its PRO number comes through `confirm`. */
  bookedByHand?: boolean;
  /** Whether a number without spaces and dashes can be a PRO number of this carrier; null when that can't be told. */
  isPro?(pro: string): boolean | null;
}

/**
 * The interface to one or more carriers, a class under `@InjectableAdapter()`. It keeps nothing of a request; each call
 * gets a copy of the request of its own, the account, and a signal that ends it: with the signal the call rejects and
 * lets its connections go. `carrierChecks` of `lading/conformance` tries all of this.
 * @throws CarrierDeclined when the carrier says no
 * @throws CarrierFault when the carrier can't be asked; any other error counts as one, and its message stays in the log
 */
export interface CarrierAdapter<Settings extends object = object> {
  /** What connections are made through: 1 to 40 small letters, digits, `_` and `-`, for good. */
  readonly name: string;
  /** The class that class-validator checks an account's settings against. */
  readonly settings: new () => Settings;
  /** What people call it; its name when absent. */
  readonly title?: string;
  /** The carriers whose API it speaks; absent: those that it describes, or where it describes none, any. */
  readonly scacs?: readonly string[];
  /** How sure it is of what it can be asked, for those who read the list of adapters. */
  readonly grades?: Readonly<Partial<Record<CarrierOperation, Grade>>>;
  /** False where it asks nobody outside. Only such an adapter is connected in test mode, which moves nothing. */
  readonly callsOut?: boolean;
  /** The carriers it knows more of than the directory, e.g. their PRO numbers. */
  readonly carriers?: readonly CarrierFacts[];
  /**
   * Asked once for a request. An empty list: the carrier has no rate for it. The same request has the same price. Absent: the
   * carrier has no API for prices, and what is quoted by a tariff of the organization's own is booked with `tender`.
   */
  rate?(request: RateRequest, account: CarrierAccount<Settings>, signal: AbortSignal): Promise<RawRate[]>;
  /**
   * Repeated after a fault, with the same reference, which the carrier must be told: repeats book once and answer the
   * same, or are a CarrierUnsure. Absent: the carrier has no booking API and its PRO number comes through `confirm`.
   */
  tender?(request: TenderRequest, account: CarrierAccount<Settings>, signal: AbortSignal): Promise<RawTender>;
  /** Repeated after a fault: what is cancelled already is fine. Absent: the carrier is told by telephone. */
  cancel?(booked: BookedFreight, account: CarrierAccount<Settings>, signal: AbortSignal): Promise<void>;
  /**
   * Repeated after a fault with the same request: repeats change nothing more. What is answered when a pickup is called off
   * doesn't matter. Absent: the carrier is told by telephone.
   */
  pickup?(
    request: PickupRequest,
    account: CarrierAccount<Settings>,
    signal: AbortSignal,
  ): Promise<RawPickup | void>;
  /** Asked anew at each poll. No scans yet: an empty list. */
  track?(proNumber: string, account: CarrierAccount<Settings>, signal: AbortSignal): Promise<RawTracking>;
  /** What `documents` can be asked for. */
  readonly documentTypes?: readonly CarrierDocumentType[];
  /**
   * Asked for one type now and then, until there is one: whole PDF, PNG or JPEG files of at most 10 MiB, 20 at most; others
   * are left out. None yet: an empty list, or a CarrierDeclined.
   */
  documents?(
    booked: BookedFreight,
    type: CarrierDocumentType,
    account: CarrierAccount<Settings>,
    signal: AbortSignal,
  ): Promise<Uint8Array[]>;
}

/** What a carrier can be asked: the methods of the port. */
export const CARRIER_OPERATIONS = ['rate', 'tender', 'pickup', 'cancel', 'track', 'documents'] as const;
export type CarrierOperation = (typeof CARRIER_OPERATIONS)[number];

/**
 * How sure what is known of a carrier's API is. A: official documentation, or recorded answers that a maintained client
 * keeps; B: two or more public clients agree; C: one client, or derived.
 */
export const GRADES = ['A', 'B', 'C'] as const;
export type Grade = (typeof GRADES)[number];

export const AdapterMark = DiscoveryService.createDecorator();

/**
 * In place of `@Injectable()` on a class that implements CarrierAdapter. Listed among the providers of any module it is
 * found at start, whatever it injects itself. Adapters are singletons: request scope would make one a request.
 */
export function InjectableAdapter(): ClassDecorator {
  return applyDecorators(Injectable(), AdapterMark());
}
