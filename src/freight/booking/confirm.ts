import { Injectable } from '@nestjs/common';
import { CarriersService } from '../../carriers/carriers.service.js';
import { Transactions } from '../../database/transactions.js';
import { ApiError, conflictingParam } from '../../http/errors/api-error.js';
import type { Tenant } from '../../tenancy/tenant.js';
import { normalizePro } from '../../vocabulary/pro-number.js';
import type { FreightDto } from '../shipment/freight.dto.js';
import { presentFreight } from '../shipment/freight.presenter.js';
import { FREIGHT_STATES } from '../shipment/freight-states.js';
import { Shipments } from '../shipment/shipments.js';
import { BookShipment } from './book.js';
import type { ConfirmFreightDto } from './booking.dto.js';
import { BookingsRepository } from './bookings.repository.js';

const MAX_PRO = 50;

/**
 * Confirms a shipment that was booked by hand: takes the PRO number that its carrier gave by telephone or mail, as if
 * the carrier had answered it.
 */
@Injectable()
export class ConfirmShipment {
  constructor(
    private readonly shipments: Shipments,
    private readonly bookings: BookingsRepository,
    private readonly booking: BookShipment,
    private readonly carriers: CarriersService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError freight_not_confirmable, conflicting_values */
  async run(tenant: Tenant, id: number, body: ConfirmFreightDto): Promise<FreightDto> {
    return this.transactions.run(async () => {
      const freight = await this.shipments.lock(tenant, id);
      const booking = await this.bookings.ofFreight(tenant, id);
      if (!booking || FREIGHT_STATES.next(freight.status, 'confirm') === null) {
        throw new ApiError('freight_not_confirmable');
      }
      const proNumber = this.requirePro(body.pro_number, freight.scac);
      const pickupConfirmation = body.pickup_confirmation ?? null;
      return presentFreight(
        await this.booking.accept(tenant, freight, booking, { proNumber, pickupConfirmation }),
      );
    });
  }

  private requirePro(text: string, scac: string): string {
    const pro = normalizePro(text);
    if (pro === '' || pro.length > MAX_PRO || this.carriers.isPro(scac, pro) === false) {
      throw conflictingParam('pro_number', `pro_number is not a PRO number of ${scac}.`);
    }
    return pro;
  }
}
