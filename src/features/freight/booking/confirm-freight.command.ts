import { Injectable } from '@nestjs/common';
import { CarrierGateway } from '../../carriers/carrier-gateway.js';
import { CarriersService } from '../../carriers/carriers.service.js';
import type { TenderAnswer } from '../../carriers/parse-tender.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { ApiError, conflictingParam } from '../../../platform/http/errors/api-error.js';
import { QuoteLifecycle } from '../../quotes/quote-lifecycle.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { normalizePro } from '../../../domain/pro-number.js';
import type { FreightDto } from '../record/freight.dto.js';
import type { Freight } from '../record/freight.entity.js';
import { FREIGHT_STATES } from '../record/freight-states.js';
import { PICKUP_STATES } from '../record/pickup-states.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { BookFreightCommand } from './book-freight.command.js';
import type { ConfirmFreightDto } from './booking.dto.js';
import { BookingsRepository } from './bookings.repository.js';
import { findProNumberHolder } from './pro-number-conflict.js';

const MAX_PRO_LENGTH = 50;

/** Booked by hand, or tendered by mail, or the carrier's API doesn't say whether it is booked. */
function isAwaitingConfirmation({ status, statusReason, tender }: Freight): boolean {
  if (status === 'tendered') return statusReason !== null || tender?.state === 'sent';
  return FREIGHT_STATES.next(status, 'confirm') !== null;
}

/**
 * Confirms a shipment that was booked by hand or tendered by mail: takes the PRO number that its carrier gave by
 * telephone or mail, as if the carrier had answered it. So is one of which the carrier's API doesn't say whether it is
 * booked. What was mistaken is confirmed again with what is right, until the freight is picked up.
 */
@Injectable()
export class ConfirmFreightCommand {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly bookFreight: BookFreightCommand,
    private readonly quotes: QuoteLifecycle,
    private readonly gateway: CarrierGateway,
    private readonly carriers: CarriersService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError freight_not_confirmable, conflicting_values, pro_number_taken */
  async execute(tenant: Tenant, id: number, body: ConfirmFreightDto): Promise<FreightDto> {
    return this.transactions.run(async () => {
      const freight = await this.freightLifecycle.lock(tenant, id);
      const booking = await this.bookings.findByFreight(tenant, id);
      if (!booking || !(await this.canSetProNumber(tenant, freight)))
        throw new ApiError('freight_not_confirmable');
      const proNumber = this.parseProNumber(body.pro_number, freight.scac);
      const pickupConfirmation = body.pickup_confirmation ?? null;
      const answer = { proNumber, pickupConfirmation };
      const waits = freight.proNumber === null;
      if (!waits && proNumber === freight.proNumber && pickupConfirmation === null) {
        throw new ApiError('freight_not_confirmable');
      }
      await this.assertProNumberFree(tenant, freight, proNumber);
      return this.freightLifecycle.toDto(
        waits
          ? await this.bookFreight.accept(tenant, freight, booking, answer)
          : await this.correctProNumber(tenant, freight, answer),
      );
    });
  }

  /** The number as it is stored. @throws ApiError conflicting_values, pro_number_taken when the carrier can't have given it */
  async validateProNumber(tenant: Tenant, freight: Freight, text: string): Promise<string> {
    const proNumber = this.parseProNumber(text, freight.scac);
    await this.assertProNumberFree(tenant, freight, proNumber);
    return proNumber;
  }

  /** What an API answered is nobody's to correct; with the first scan a number has proved right. */
  private async canSetProNumber(tenant: Tenant, freight: Freight): Promise<boolean> {
    const { status, quoteId, scac } = freight;
    if (isAwaitingConfirmation(freight)) return true;
    if (FREIGHT_STATES.next(status, 'pick_up') === null) return false;
    const { bookedBy } = await this.quotes.get(tenant, quoteId);
    return bookedBy !== 'carrier' || (await this.gateway.resolveBookingMethod(tenant, scac)) === 'by_hand';
  }

  /** A confirmation of the pickup stays unless another one is told. */
  private async correctProNumber(tenant: Tenant, freight: Freight, answer: TenderAnswer): Promise<Freight> {
    const { proNumber, pickupConfirmation } = answer;
    if (pickupConfirmation === null)
      return this.freightLifecycle.applyChanges(tenant, freight, { proNumber });
    const confirmed = PICKUP_STATES.next(freight.pickupStatus, 'confirm') !== null;
    const values = { ...answer, ...(confirmed && { pickup: 'confirm' as const }) };
    return FREIGHT_STATES.next(freight.status, 'schedule') === null
      ? this.freightLifecycle.applyChanges(tenant, freight, values)
      : this.freightLifecycle.transition(tenant, freight, 'schedule', values);
  }

  /** @throws ApiError pro_number_taken */
  private async assertProNumberFree(tenant: Tenant, freight: Freight, proNumber: string): Promise<void> {
    const taken = await findProNumberHolder(this.freightLifecycle, tenant, freight, proNumber);
    if (!taken) return;
    const message = `The shipment ${taken.id} has this PRO number of the carrier.`;
    throw new ApiError('pro_number_taken', { param: 'pro_number', message });
  }

  private parseProNumber(text: string, scac: string): string {
    const pro = normalizePro(text);
    if (pro === '' || pro.length > MAX_PRO_LENGTH || this.carriers.isPro(scac, pro) === false) {
      throw conflictingParam('pro_number', `pro_number is not a PRO number of ${scac}.`);
    }
    return pro;
  }
}
