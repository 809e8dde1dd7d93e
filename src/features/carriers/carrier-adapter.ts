import { applyDecorators, Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { OutboundFault } from '../../platform/http-client/outbound-fault.js';
import { ACCESSORIALS, type Accessorial } from '../../domain/accessorials.js';
import type { Charge } from '../../domain/charges.js';
import type { Country } from '../../domain/countries.js';
import type { Currency } from '../../domain/currencies.js';
import type { Day } from '../../domain/days.js';
import type { TrackingStatus } from '../../domain/tracking-status.js';
import type { Warning } from '../../domain/warnings.js';
import type { BookedFreight, PickupRequest, RateRequest, TenderRequest } from './carrier-requests.js';

/*
 * The port to carriers. carrier-requests.ts has the requests. The port is unstable: a minor version may change it.
 *
 * Units: integer cents, pounds, inches, business days. An instant is a Date, a day is YYYY-MM-DD.
 * Adapters return `Raw…` types. The gateway validates each answer and treats an invalid one as a CarrierFault.
 * Adapters read money from the carrier's text with `parseCents`, never as a floating-point number.
 */

/** The price of one service level. An answer has at most 50. */
export interface RawRate {
  /** The carrier's number for the price, sent back at booking. Unique in the answer. At most 255 characters. */
  quoteNumber: string;
  /** The carrier's name of it. At most 255 characters. */
  serviceLevel: string;
  /** At most 40 characters; sent back at booking. */
  serviceCode: string;
  /** Business days, 0 to 365. */
  transitDays: number;
  /** The currency of the amounts. Default: USD. The service converts no amounts. */
  currency?: Currency;
  /** The carrier's total in integer cents. The gateway rejects the answer unless `charges` add up to it. */
  netChargeCents: number;
  /** Only discounts and adjustments may be negative. */
  charges: Charge[];
  originTerminal?: string | null;
  destinationTerminal?: string | null;
  /** The carrier's day of delivery. Default: `transitDays` business days after pickup. */
  estimatedDeliveryDate?: Day;
  /** End of the carrier's price guarantee. QUOTE_VALIDITY applies if it is absent or later. */
  expiresAt?: Date;
  /** Likely differences between the price and the carrier's bill. At most 20. */
  warnings?: Warning[];
}

export interface RawTender {
  /** With leading zeros. At most 50 characters. */
  proNumber: string;
  /** At most 50 characters; null if the carrier sends it later. */
  pickupConfirmation?: string | null;
  /** Faults of the booking, e.g. a rejected pickup, as text for people. At most 255 characters. */
  warning?: string | null;
  /** The carrier's id of the booking, if cancelling needs one. At most 100 characters. */
  bookingId?: string | null;
  /** The carrier's bill of lading, if the answer includes it: PDF, PNG or JPEG, at most 10 MiB. */
  bol?: Buffer | null;
}

export interface RawPickup {
  /** At most 50 characters; absent if the number stays the same. */
  confirmation?: string | null;
}

/** A tracking scan. The gateway drops an invalid one and keeps the others. */
export interface RawScan {
  status: TrackingStatus;
  description: string;
  location: string;
  /** Adapters read local times in the time zone of the scan's place. */
  occurredAt: Date;
  /** The carrier's code of the scan or of its reason. At most 20 characters. */
  code?: string | null;
}

export interface RawTracking {
  /** In any order. At most 1,000. */
  scans: RawScan[];
  /** The carrier's text or YYYY-MM-DD. At most 40 characters. */
  estimatedDelivery?: string | null;
  /** Name of the signer. At most 100 characters. */
  signedBy?: string | null;
}

/** Types of documents that carriers issue for a shipment. */
export const CARRIER_DOCUMENTS = ['bill_of_lading', 'pod', 'weight_certificate', 'carrier_invoice'] as const;
export type CarrierDocumentType = (typeof CARRIER_DOCUMENTS)[number];

/** An organization's account with a carrier. The settings are decrypted; they were validated when they were stored. */
export interface CarrierAccount<Settings = unknown> {
  scac: string;
  settings: Settings;
}

/** A service level that the carrier did not rate, or whose row cannot be read. */
export interface UnratedLevel {
  /** The carrier's name of it. */
  serviceLevel: string;
  /** The carrier's reason. */
  reason: string;
}

/** A final decline, never retried. Clients see the message: the carrier's reason, without account data. */
export class CarrierDeclined extends Error {
  constructor(
    message = '',
    /** The carrier's code of the reason. At most 40 characters. */
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/** Returns the code of each service. @throws CarrierDeclined that names the first service without a code */
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
 * The carrier did not respond: unreachable, an error status or an invalid answer. It may have acted on the request, so the
 * service retries bookings and cancellations until it responds. Clients see the message.
 */
export class CarrierFault extends OutboundFault {}

/**
 * The carrier's API cannot tell the outcome of an earlier call, so a person must call the carrier. Clients see the message.
 * It does not count as a failure of the carrier.
 */
export class CarrierUnsure extends Error {}

/** Directory data of a carrier. Uncertain fields are absent. */
export interface CarrierFacts {
  /** Standard Carrier Alpha Code, upper case. */
  scac: string;
  name: string;
  phone?: string;
  email?: string;
  /** Contact person. */
  contact?: string;
  logoUrl?: string;
  /** Public tracking page; `{pro}` stands for the PRO number. */
  trackingUrl?: string;
  /** Permanent, below 1,000, only for carriers that come with Lading. The database assigns the ids of others. */
  id?: number;
  /** True if the adapter cannot book: a person enters the PRO number with `confirm`. */
  bookedByHand?: boolean;
  /** Returns whether a number (without spaces and dashes) can be a PRO number of this carrier; null if unknown. */
  isPro?(pro: string): boolean | null;
}

/**
 * The interface to one or more carriers: a class with `@InjectableAdapter()`. It keeps no state of a request. Each call gets
 * its own copy of the request, the account, and a signal: on abort the call must reject and release its connections.
 * `carrierChecks` of `lading/conformance` tests these rules.
 * @throws CarrierDeclined if the carrier declines
 * @throws CarrierFault if the request fails. Any other error counts as one; its message appears only in the log.
 */
export interface CarrierAdapter<Settings extends object = object> {
  /** Stored in connections, so it must never change: 1 to 40 lowercase letters, digits, `_` and `-`. */
  readonly name: string;
  /** class-validator checks an account's settings against this class. */
  readonly settings: new () => Settings;
  /** Display name. Default: `name`. */
  readonly title?: string;
  /**
   * Returns the settings with which the carrier checks bookings and books nothing; null if this account has no test mode.
   * Absent: the carrier has none. `carrier certify` books only with them.
   */
  testSettings?(settings: Settings): Settings | null;
  /** SCACs of the supported carriers. Default: those of `carriers`; any carrier if that is absent too. */
  readonly scacs?: readonly string[];
  /** Countries between which the adapter rates and books. Default: the US. The gateway declines places in others. */
  readonly countries?: readonly Country[];
  /** Confidence in each operation, for the list of adapters. */
  readonly grades?: Readonly<Partial<Record<CarrierOperation, Grade>>>;
  /** False if the adapter makes no outbound calls. Only then can it be connected in test mode. */
  readonly callsOut?: boolean;
  /** Carriers that the adapter adds to the directory, or describes better. */
  readonly carriers?: readonly CarrierFacts[];
  /**
   * Returns a row for each service level, with its price or the reason why it has none. Returns an empty list if the carrier
   * has no rate. The same request must get the same price. Absent: the carrier has no rate API; `tender` then books quotes of
   * the organization's own tariffs.
   */
  rate?(
    request: RateRequest,
    account: CarrierAccount<Settings>,
    signal: AbortSignal,
  ): Promise<(RawRate | UnratedLevel)[]>;
  /**
   * The service retries it after a fault with the same reference, which the adapter must send to the carrier. A retry must
   * return the first booking or throw CarrierUnsure. Absent: a person books and enters the PRO number with `confirm`.
   */
  tender?(request: TenderRequest, account: CarrierAccount<Settings>, signal: AbortSignal): Promise<RawTender>;
  /** The service retries it after a fault; a booking that is already cancelled is a success. Absent: a person calls the carrier. */
  cancel?(booked: BookedFreight, account: CarrierAccount<Settings>, signal: AbortSignal): Promise<void>;
  /**
   * The service retries it after a fault; a retry must not change anything else. The gateway ignores the answer to a
   * cancelled pickup. Absent: a person calls the carrier.
   */
  pickup?(
    request: PickupRequest,
    account: CarrierAccount<Settings>,
    signal: AbortSignal,
  ): Promise<RawPickup | void>;
  /** Called at each poll. Returns an empty list if there are no scans yet. */
  track?(proNumber: string, account: CarrierAccount<Settings>, signal: AbortSignal): Promise<RawTracking>;
  /** The types that `documents` supports. */
  readonly documentTypes?: readonly CarrierDocumentType[];
  /** Polled until it returns files of the type: at most 20 PDF, PNG or JPEG files of at most 10 MiB. */
  documents?(
    booked: BookedFreight,
    type: CarrierDocumentType,
    account: CarrierAccount<Settings>,
    signal: AbortSignal,
  ): Promise<Uint8Array[]>;
}

/** The methods of the port. */
export const CARRIER_OPERATIONS = ['rate', 'tender', 'pickup', 'cancel', 'track', 'documents'] as const;
export type CarrierOperation = (typeof CARRIER_OPERATIONS)[number];

/**
 * Confidence in what is known of a carrier's API. A: official documentation, or responses recorded by a maintained client;
 * B: two or more public clients agree; C: one client, or derived.
 */
export const GRADES = ['A', 'B', 'C'] as const;
export type Grade = (typeof GRADES)[number];

export const AdapterMark = DiscoveryService.createDecorator();

/** Replaces `@Injectable()` on an adapter in the providers of any module. Adapters are singletons. */
export function InjectableAdapter(): ClassDecorator {
  return applyDecorators(Injectable(), AdapterMark());
}
