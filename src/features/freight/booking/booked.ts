import { Injectable } from '@nestjs/common';
import type { BookedFreight } from '../../carriers/carrier-requests.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { Shipments } from '../record/shipments.js';
import { BookingsRepository } from './bookings.repository.js';

export interface BookedWithCarrier {
  carrierId: number;
  booked: BookedFreight;
}

/** What a shipment's carrier knows it by. */
@Injectable()
export class Booked {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly shipments: Shipments,
  ) {}

  /** Null where no API can be asked, or there is no PRO number yet. */
  async find(tenant: Tenant, freightId: number): Promise<BookedWithCarrier | null> {
    const booking = await this.bookings.ofFreight(tenant, freightId);
    const freight = await this.shipments.find(tenant, freightId);
    if (!booking || booking.carrierId === null || !freight || freight.proNumber === null) return null;
    const { carrierId, tender, carrierBookingId: bookingId } = booking;
    return { carrierId, booked: { reference: tender.reference, proNumber: freight.proNumber, bookingId } };
  }
}
