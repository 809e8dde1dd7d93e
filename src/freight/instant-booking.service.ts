import { Injectable } from '@nestjs/common';
import { simulatedTender } from '../carriers/adapters/simulated/simulated.adapter.js';
import type { Tenant } from '../tenancy/tenant.js';
import { BookingIntents } from './booking-intents.service.js';
import { BookingsRepository } from './bookings.repository.js';
import type { Freight } from './freight.entity.js';
import { FreightOutcomes } from './freight-outcomes.service.js';
import { FreightRepository } from './freight.repository.js';

/** Books test shipments without asking any carrier: for the sandbox, which moves them in one transaction. */
@Injectable()
export class InstantBooking {
  constructor(
    private readonly freight: FreightRepository,
    private readonly bookings: BookingsRepository,
    private readonly intents: BookingIntents,
    private readonly outcomes: FreightOutcomes,
  ) {}

  /**
   * Brings a shipment that no carrier has accepted yet to `scheduled`, with made-up numbers, in the caller's
   * transaction. One that is further stays as it is.
   * @throws ApiError what `BookingIntents.open` throws
   */
  async book(tenant: Tenant, id: number): Promise<Freight> {
    let freight = await this.freight.lock(tenant, id);
    if (freight.status === 'draft') ({ freight } = await this.intents.open(tenant, freight, 'book', null));
    const booking = await this.bookings.ofFreight(tenant, id);
    if (!booking || freight.proNumber !== null || freight.status === 'voided') return freight;
    if (freight.status === 'booked') freight = await this.outcomes.sent(tenant, freight);
    return this.outcomes.accepted(
      tenant,
      freight,
      booking,
      simulatedTender(freight.scac, booking.tender.reference),
    );
  }
}
