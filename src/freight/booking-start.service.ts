import { Injectable } from '@nestjs/common';
import { CarrierGateway } from '../carriers/carrier-gateway.js';
import { ApiError } from '../http/api-error.js';
import type { Tenant } from '../tenancy/tenant.js';
import { BookingIntents } from './booking-intents.service.js';
import { BookingsRepository, type Claim } from './bookings.repository.js';
import { CarrierCalls } from './carrier-calls.js';
import { commandKey } from './command-key.js';
import type { Freight } from './freight.entity.js';
import { FreightRepository } from './freight.repository.js';

/** The first transaction of a booking: the intent, and this process's claim on the call that follows. */
@Injectable()
export class BookingStart {
  constructor(
    private readonly freight: FreightRepository,
    private readonly bookings: BookingsRepository,
    private readonly intents: BookingIntents,
    private readonly gateway: CarrierGateway,
    private readonly calls: CarrierCalls,
  ) {}

  /**
   * Null when there is no call to make: the carrier has no booking API, or a repeat finds everything done.
   * @throws ApiError what `BookingIntents.open` throws, and carrier_not_connected
   */
  async begin(tenant: Tenant, id: number): Promise<Claim | null> {
    const freight = await this.freight.lock(tenant, id);
    const key = commandKey('book');
    if (freight.status !== 'draft' && key !== null && freight.commandKey === key) {
      return this.resume(tenant, freight);
    }
    const way = await this.gateway.bookingWay(tenant, freight.scac);
    const trigger = way === 'by_hand' ? 'book_by_hand' : 'book';
    const { booking } = await this.intents.open(tenant, freight, trigger, key);
    if (way === null) throw new ApiError('carrier_not_connected');
    return way === 'online' ? this.bookings.claim(tenant, booking, 'tender', this.calls.leaseMs) : null;
  }

  /** The request that left the draft died on the way: its repeat takes its call over. */
  private async resume(tenant: Tenant, freight: Freight): Promise<Claim | null> {
    const booking = await this.bookings.ofFreight(tenant, freight.id);
    if (booking?.pending !== 'tender') return null;
    return this.bookings.claim(tenant, booking, 'tender', this.calls.leaseMs);
  }
}
