import { Injectable } from '@nestjs/common';
import type { BookedFreight } from '../../carriers/carrier-requests.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { BookingsRepository } from './bookings.repository.js';

export interface CarrierBooking {
  carrierId: number;
  bookedFreight: BookedFreight;
}

@Injectable()
export class CarrierBookingService {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly freightLifecycle: FreightLifecycle,
  ) {}

  /** Returns null if the carrier has no API or the shipment has no PRO number yet. */
  async find(tenant: Tenant, freightId: number): Promise<CarrierBooking | null> {
    const booking = await this.bookings.findByFreight(tenant, freightId);
    const freight = await this.freightLifecycle.find(tenant, freightId);
    if (!booking || booking.carrierId === null || !freight || freight.proNumber === null) return null;
    const { carrierId, tender, carrierBookingId: bookingId } = booking;
    return {
      carrierId,
      bookedFreight: { reference: tender.reference, proNumber: freight.proNumber, bookingId },
    };
  }
}
