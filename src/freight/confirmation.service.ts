import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions.js';
import { ApiError, invalidParam } from '../http/api-error.js';
import type { Tenant } from '../tenancy/tenant.js';
import { isValidPro, normalizePro } from '../vocabulary/pro-number.js';
import { BookingsRepository } from './bookings.repository.js';
import type { ConfirmFreightDto, FreightDto } from './freight.dto.js';
import { FreightOutcomes } from './freight-outcomes.service.js';
import { presentFreight } from './freight.presenter.js';
import { FreightRepository } from './freight.repository.js';
import { FREIGHT_STATES } from './freight-states.js';

const MAX_PRO = 50;

/** Takes the PRO number that a carrier without a booking API gave by telephone or mail. */
@Injectable()
export class ConfirmationService {
  constructor(
    private readonly freight: FreightRepository,
    private readonly bookings: BookingsRepository,
    private readonly outcomes: FreightOutcomes,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError freight_not_confirmable, invalid_value */
  async confirm(tenant: Tenant, id: number, body: ConfirmFreightDto): Promise<FreightDto> {
    return this.transactions.run(async () => {
      const freight = await this.freight.lock(tenant, id);
      const booking = await this.bookings.ofFreight(tenant, id);
      if (!booking || FREIGHT_STATES.next(freight.status, 'confirm') === null) {
        throw new ApiError('freight_not_confirmable');
      }
      const proNumber = requirePro(body.pro_number, freight.scac);
      const pickupConfirmation = body.pickup_confirmation ?? null;
      return presentFreight(
        await this.outcomes.accepted(tenant, freight, booking, { proNumber, pickupConfirmation }),
      );
    });
  }
}

function requirePro(text: string, scac: string): string {
  const pro = normalizePro(text);
  if (pro === '' || pro.length > MAX_PRO || isValidPro(scac, pro) === false) {
    throw invalidParam('pro_number', `pro_number is not a PRO number of ${scac}.`);
  }
  return pro;
}
