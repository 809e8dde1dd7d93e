import { Injectable } from '@nestjs/common';
import { ApiError } from '../http/api-error.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { Booking } from './booking.entity.js';
import { BookingsRepository, type Claim } from './bookings.repository.js';
import { CarrierCalls } from './carrier-calls.js';
import { commandKey } from './command-key.js';
import type { Freight } from './freight.entity.js';
import { FreightOutcomes } from './freight-outcomes.service.js';
import { FreightRepository } from './freight.repository.js';
import { FREIGHT_STATES } from './freight-states.js';
import { FreightTransitions } from './freight-transitions.js';

/** The first transaction of a cancellation: done at once, or a claim on the call to the carrier that has the freight booked. */
@Injectable()
export class CancellationStart {
  constructor(
    private readonly freight: FreightRepository,
    private readonly bookings: BookingsRepository,
    private readonly transitions: FreightTransitions,
    private readonly outcomes: FreightOutcomes,
    private readonly calls: CarrierCalls,
  ) {}

  /** Null when no carrier needs to be asked first. @throws ApiError freight_not_cancellable */
  async begin(tenant: Tenant, id: number): Promise<Claim | null> {
    const freight = await this.freight.lock(tenant, id);
    const key = commandKey('cancel');
    const repeated = key !== null && freight.commandKey === key;
    if (repeated && freight.status === 'voided') return null;
    const booking = await this.bookings.ofFreight(tenant, id);
    const inProgress = booking?.pending === 'cancel' && !repeated;
    if (inProgress || FREIGHT_STATES.next(freight.status, 'cancel') === null) {
      throw new ApiError('freight_not_cancellable');
    }
    if (booking && freight.proNumber !== null) {
      await this.transitions.note(tenant, freight, { commandKey: key });
      return this.bookings.claim(tenant, booking, 'cancel', this.calls.leaseMs);
    }
    await this.dropUnsent(tenant, freight, booking);
    await this.outcomes.voided(tenant, freight, { commandKey: key });
    return null;
  }

  /** What was not sent yet stays unsent. What was sent stays open: if the carrier accepts, it is cancelled with it. */
  private async dropUnsent(tenant: Tenant, { status }: Freight, booking: Booking | null): Promise<void> {
    if (booking && status === 'booked') await this.bookings.close(tenant, booking.id);
  }
}
