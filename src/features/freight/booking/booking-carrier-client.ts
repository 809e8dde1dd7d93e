import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { CarrierDeclined, CarrierFault, CarrierUnsure } from '../../carriers/carrier-adapter.js';
import { CarrierGateway, PICKUP_NOT_NOTIFIED, type PickupAnswer } from '../../carriers/carrier-gateway.js';
import type { TrackingAnswer } from '../../carriers/parse-tracking.js';
import type { TenderAnswer } from '../../carriers/parse-tender.js';
import { Config } from '../../../config/config.js';
import { mayHaveReachedCarrier, type CarrierCallLease } from './bookings.repository.js';
import { toPickupWindow } from './tender-request.js';

/**
 * The result of a call. After `failed` it is unknown what the carrier did, except that `unheard` calls never reached it.
 * `unsure` means that the carrier's API cannot tell, so a person has to ask.
 */
export type CarrierCallResult<T> =
  | { kind: 'done'; answer: T }
  | { kind: 'refused'; reason: string; code: string | null }
  | { kind: 'failed'; reason: string; unheard: boolean; unsure?: boolean };

const TIMEOUT_MULTIPLIER = 3;
const LEASE_MARGIN_MS = 5_000;
const SHUTDOWN_GRACE_MS = 3_000;

const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 900_000;

/** Makes the carrier calls of bookings, outside of transactions. Carrier errors become results. */
@Injectable()
export class BookingCarrierClient implements OnModuleDestroy {
  private readonly logger = new Logger('Carriers');
  private readonly shutdown = new AbortController();
  private readonly inFlight = new Set<Promise<unknown>>();
  /** Milliseconds that a request waits for a call. */
  readonly deadlineMs: number;
  /** HH:MM at the origin: carriers accept no same-day pickups or changes after it. */
  readonly pickupCutoff: string;
  private readonly timeoutMs: number;

  constructor(
    private readonly gateway: CarrierGateway,
    config: Config,
  ) {
    this.deadlineMs = config.booking.deadlineMs;
    this.pickupCutoff = config.booking.pickupCutoff;
    this.timeoutMs = this.deadlineMs * TIMEOUT_MULTIPLIER;
  }

  /** Milliseconds: longer than any call takes. */
  get leaseMs(): number {
    return this.timeoutMs + LEASE_MARGIN_MS;
  }

  /** @param first no earlier call can have reached the carrier */
  sendTender(
    { tenant, booking }: CarrierCallLease,
    first: boolean,
  ): Promise<CarrierCallResult<TenderAnswer>> {
    const request =
      !first && mayHaveReachedCarrier(booking) ? { ...booking.tender, repeated: true } : booking.tender;
    return this.call((signal) => this.gateway.tender(tenant, booking.carrierId!, request, signal));
  }

  /** The answer is false if the carrier accepts no cancellations by API. */
  sendCancellation(
    { tenant, booking }: CarrierCallLease,
    proNumber: string,
    limitMs = this.timeoutMs,
  ): Promise<CarrierCallResult<boolean>> {
    const { carrierId, carrierBookingId: bookingId, tender } = booking;
    const booked = { reference: tender.reference, proNumber, bookingId };
    return this.call(
      async (signal) => carrierId !== null && this.gateway.cancel(tenant, carrierId, booked, signal),
      limitMs,
    );
  }

  sendPickupChange(
    { tenant, booking }: CarrierCallLease,
    proNumber: string,
    limitMs = this.timeoutMs,
  ): Promise<CarrierCallResult<PickupAnswer>> {
    const { wanted, standing } = booking.pickupChange!;
    const request = {
      reference: booking.tender.reference,
      proNumber,
      confirmation: standing.pickupConfirmation,
      wanted: wanted && { date: wanted.pickupDate, window: toPickupWindow(wanted.pickupTimes) },
    };
    return this.call(
      async (signal) =>
        booking.carrierId === null
          ? PICKUP_NOT_NOTIFIED
          : this.gateway.changePickup(tenant, booking.carrierId, request, signal),
      limitMs,
    );
  }

  /** The answer is null if no API tracks the freight. */
  fetchTracking(
    { tenant, booking }: CarrierCallLease,
    proNumber: string,
  ): Promise<CarrierCallResult<TrackingAnswer | null>> {
    const { carrierId } = booking;
    return this.call(async (signal) =>
      carrierId === null ? null : this.gateway.track(tenant, carrierId, proNumber, signal),
    );
  }

  /** Milliseconds until the next attempt: 5 s, doubled on each attempt, at most 15 minutes. */
  retryDelayMs({ booking }: CarrierCallLease): number {
    if (this.shutdown.signal.aborted) return 0;
    return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(booking.attempts - 1, 20));
  }

  /** Logs failures. A stopping process waits up to three seconds for the work. */
  runInBackground(work: Promise<unknown>): Promise<void> {
    return this.trackInFlight(work).then(
      () => undefined,
      (error: unknown) => this.logger.warn(error),
    );
  }

  /** Aborted calls are due at once, so another process repeats them. */
  async onModuleDestroy(): Promise<void> {
    const grace = setTimeout(() => this.shutdown.abort(), SHUTDOWN_GRACE_MS);
    await Promise.allSettled(this.inFlight);
    clearTimeout(grace);
    this.shutdown.abort();
  }

  private trackInFlight<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.inFlight.delete(tracked));
    this.inFlight.add(tracked);
    return tracked;
  }

  private call<T>(
    work: (signal: AbortSignal) => Promise<T>,
    limitMs = this.timeoutMs,
  ): Promise<CarrierCallResult<T>> {
    const signal = AbortSignal.any([this.shutdown.signal, AbortSignal.timeout(limitMs)]);
    return this.trackInFlight(toCallResult(work(signal)));
  }
}

async function toCallResult<T>(work: Promise<T>): Promise<CarrierCallResult<T>> {
  try {
    return { kind: 'done', answer: await work };
  } catch (error) {
    if (error instanceof CarrierDeclined) return { kind: 'refused', reason: error.message, code: error.code };
    if (error instanceof CarrierUnsure) {
      return { kind: 'failed', reason: error.message, unheard: false, unsure: true };
    }
    if (error instanceof CarrierFault) {
      return { kind: 'failed', reason: error.message, unheard: error.unheard };
    }
    throw error;
  }
}
