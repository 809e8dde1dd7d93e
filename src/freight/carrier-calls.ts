import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { CarrierDeclined, CarrierFault, type TenderAnswer } from '../carriers/carrier-adapter.js';
import { CarrierGateway } from '../carriers/carrier-gateway.js';
import { Config } from '../config.js';
import type { Claim } from './bookings.repository.js';

/** What a carrier made of a call. `failed`: nobody knows, so it is asked again. */
export type CallResult<T> =
  { kind: 'done'; answer: T } | { kind: 'refused'; reason: string } | { kind: 'failed'; reason: string };

/** A call goes on for three times as long as a request waits for it. */
const PATIENCE = 3;
const LEASE_MARGIN_MS = 5_000;
/** How long calls in progress may go on once the process is told to stop. */
const SHUTDOWN_GRACE_MS = 3_000;

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 900_000;

/** The calls about bookings that this process has open. They are made outside of transactions and never throw. */
@Injectable()
export class CarrierCalls implements OnModuleDestroy {
  private readonly logger = new Logger('Carriers');
  private readonly stopped = new AbortController();
  private readonly running = new Set<Promise<unknown>>();
  private readonly limitMs: number;

  constructor(
    private readonly gateway: CarrierGateway,
    config: Config,
  ) {
    this.limitMs = config.booking.deadlineMs * PATIENCE;
  }

  /** How long a claim holds: longer than the call it is for. */
  get leaseMs(): number {
    return this.limitMs + LEASE_MARGIN_MS;
  }

  tender({ tenant, booking }: Claim): Promise<CallResult<TenderAnswer>> {
    return this.call((signal) => this.gateway.tender(tenant, booking.carrierId, booking.tender, signal));
  }

  cancel({ tenant, booking }: Claim, proNumber: string, limitMs = this.limitMs): Promise<CallResult<void>> {
    return this.call((signal) => this.gateway.cancel(tenant, booking.carrierId, proNumber, signal), limitMs);
  }

  /** Milliseconds until a call that failed is tried again: 5 s, doubled each time, 15 minutes at most. */
  retryDelayMs({ booking }: Claim): number {
    if (this.stopped.signal.aborted) return 0;
    return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(booking.attempts - 1, 20));
  }

  /** Work that no request waits for: its failure is logged, and a stopping process waits for it a while. */
  inBackground(work: Promise<unknown>): Promise<void> {
    return this.track(work).then(
      () => undefined,
      (error: unknown) => this.logger.warn(error),
    );
  }

  /** What is cut off here is taken up by the next process at once. */
  async onModuleDestroy(): Promise<void> {
    const grace = setTimeout(() => this.stopped.abort(), SHUTDOWN_GRACE_MS);
    await Promise.allSettled(this.running);
    clearTimeout(grace);
    this.stopped.abort();
  }

  private track<T>(work: Promise<T>): Promise<T> {
    const tracked = work.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
    return tracked;
  }

  private call<T>(work: (signal: AbortSignal) => Promise<T>, limitMs = this.limitMs): Promise<CallResult<T>> {
    const signal = AbortSignal.any([this.stopped.signal, AbortSignal.timeout(limitMs)]);
    return this.track(outcomeOf(work(signal)));
  }
}

async function outcomeOf<T>(work: Promise<T>): Promise<CallResult<T>> {
  try {
    return { kind: 'done', answer: await work };
  } catch (error) {
    if (error instanceof CarrierDeclined) return { kind: 'refused', reason: error.message };
    if (error instanceof CarrierFault) return { kind: 'failed', reason: error.message };
    throw error;
  }
}
