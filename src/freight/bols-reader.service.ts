import { Injectable } from '@nestjs/common';
import { QuotesRepository } from '../quotes/quotes.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { bolStatus, composeBol } from './bol.js';
import type { BolDto } from './bol.dto.js';
import { BookingsRepository } from './bookings.repository.js';
import type { Freight } from './freight.entity.js';

/** Bills of lading: a draft's says what the draft says now, a booked shipment's what was booked. */
@Injectable()
export class BolsReader {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly quotes: QuotesRepository,
  ) {}

  async get(tenant: Tenant, freight: Freight): Promise<BolDto> {
    const booking = await this.bookings.ofFreight(tenant, freight.id);
    if (!booking) return composeBol(freight, await this.quotes.get(tenant, freight.quoteId));
    return {
      ...booking.bol,
      status: bolStatus(freight.status),
      pro_number: freight.proNumber,
      ship_date: freight.pickupDate ?? booking.bol.ship_date,
    };
  }
}
