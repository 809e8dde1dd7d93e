import { Injectable } from '@nestjs/common';
import { withDeadline } from '../../../platform/async/with-deadline.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import { getRequestContext } from '../../../platform/http/pipeline/request-context.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { FreightDto } from '../record/freight.dto.js';
import type { Freight } from '../record/freight.entity.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { BookingCarrierClient, type CarrierCallResult } from './booking-carrier-client.js';
import type { Booking } from './booking.entity.js';
import { BookingsRepository, type CarrierCallLease } from './bookings.repository.js';

/** The steps in which booking, cancellation and pickup changes differ. */
export interface CarrierCommand<T> {
  /** A call that reaches the deadline of the request either goes on in the background or is aborted. */
  readonly atDeadline: 'continue' | 'abort';
  /** Calls the carrier outside of any transaction. Returns null if the lease was lost before the call. */
  callCarrier(lease: CarrierCallLease, limitMs?: number): Promise<CarrierCallResult<T> | null>;
  /** Stores the result. The freight is locked and the lease is held. */
  applyResult(lease: CarrierCallLease, freight: Freight, result: CarrierCallResult<T>): Promise<Freight>;
  /** Returns the error for the client once the result is stored, or null. */
  findRejection(freight: Freight, result: CarrierCallResult<T> | null): ApiError | null;
}

/** Runs the commands that call a carrier: lease, call, result. `book-freight.command.ts` describes the steps. */
@Injectable()
export class CarrierCommandRunner {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly carrierClient: BookingCarrierClient,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Runs a command for a request and returns the freight in the state reached at the deadline.
   * @param storeIntent runs in the first transaction; returns null if no call is needed
   */
  async runCarrierCommand<T>(
    command: CarrierCommand<T>,
    tenant: Tenant,
    id: number,
    storeIntent: () => Promise<CarrierCallLease | null>,
  ): Promise<FreightDto> {
    const lease = await this.transactions.run(storeIntent);
    const result = lease && (await this.callUntilDeadline(command, lease));
    // The result commits even if the client gets an error.
    const outcome = await this.transactions.run(async () => {
      const freight =
        lease && result
          ? await this.settle(command, lease, result)
          : await this.freightLifecycle.get(tenant, id);
      const rejection = lease && command.findRejection(freight, result);
      return rejection ?? this.transactions.finish(async () => this.freightLifecycle.toDto(freight));
    });
    if (outcome instanceof ApiError) throw outcome;
    return outcome;
  }

  /** Makes the call of a lease that no request waits for, and stores the result. */
  async complete<T>(
    command: CarrierCommand<T>,
    lease: CarrierCallLease,
    calling = command.callCarrier(lease),
  ): Promise<void> {
    const result = await calling;
    if (result) await this.settle(command, lease, result);
  }

  /** Runs `work` in a transaction with the freight locked. Returns null if the lease is lost. */
  async runIfHeld<T>(
    lease: CarrierCallLease,
    work: (freight: Freight, booking: Booking) => Promise<T>,
  ): Promise<T | null> {
    return this.transactions.run(async () => {
      const freight = await this.freightLifecycle.lock(lease.tenant, lease.booking.freightId);
      const booking = await this.bookings.lockIfHeld(lease);
      return booking && work(freight, booking);
    });
  }

  private async callUntilDeadline<T>(
    command: CarrierCommand<T>,
    lease: CarrierCallLease,
  ): Promise<CarrierCallResult<T> | null> {
    const { deadlineMs } = this.carrierClient;
    if (command.atDeadline === 'abort') return command.callCarrier(lease, deadlineMs);
    const calling = command.callCarrier(lease);
    const result = await withDeadline(
      deadlineMs,
      () => calling,
      () => null,
    );
    if (!result) void this.carrierClient.runInBackground(this.complete(command, lease, calling));
    return result;
  }

  private async settle<T>(
    command: CarrierCommand<T>,
    lease: CarrierCallLease,
    result: CarrierCallResult<T>,
  ): Promise<Freight> {
    const { tenant, booking } = lease;
    const settled = await this.runIfHeld(lease, (freight, held) =>
      command.applyResult({ tenant, booking: held }, freight, result),
    );
    return settled ?? this.freightLifecycle.get(tenant, booking.freightId);
  }
}

/** Names the request in progress, which recognizes its repeat after a crash. Returns null without an idempotency key. */
export function buildCommandKey(command: 'book' | 'cancel' | 'pickup'): string | null {
  const key = getRequestContext()?.idempotencyKey;
  return key === undefined ? null : `${command} ${key}`;
}
