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
import { FREIGHT_STATES, PICKUP_STATES } from '../record/freight-states.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import type { ConfirmFreightDto } from './booking.dto.js';
import type { Booking } from './booking.entity.js';
import { BookingsRepository } from './bookings.repository.js';
import { TenderOutcomeService } from './tender-outcome.service.js';
import { findProNumberHolder } from './pro-number-conflict.js';

const MAX_PRO_LENGTH = 50;

/** Returns true for a manual booking, an open tender by email or EDI, and one whose outcome the carrier's API cannot tell. */
function isAwaitingConfirmation({ status, statusReason, tender }: Freight, booking: Booking): boolean {
  if (status === 'tendered') return statusReason !== null || tender?.state === 'sent' || booking.sentByEdi;
  return FREIGHT_STATES.next(status, 'confirm') !== null;
}

/** Stores a PRO number that a person got from the carrier. A mistyped number can be corrected until the pickup. */
@Injectable()
export class ConfirmFreightCommand {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly outcomes: TenderOutcomeService,
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
      if (!booking || !(await this.canSetProNumber(tenant, freight, booking)))
        throw new ApiError('freight_not_confirmable');
      const proNumber = this.parseProNumber(body.pro_number, freight.scac);
      const pickupConfirmation = body.pickup_confirmation ?? null;
      const answer = { proNumber, pickupConfirmation };
      const isMissing = freight.proNumber === null;
      if (!isMissing && proNumber === freight.proNumber && pickupConfirmation === null) {
        throw new ApiError('freight_not_confirmable');
      }
      await this.assertProNumberFree(tenant, freight, proNumber);
      return this.freightLifecycle.toDto(
        isMissing
          ? await this.outcomes.accept(tenant, freight, booking, answer)
          : await this.correctProNumber(tenant, freight, answer),
      );
    });
  }

  /** Returns the number as it is stored. @throws ApiError conflicting_values, pro_number_taken */
  async validateProNumber(tenant: Tenant, freight: Freight, text: string): Promise<string> {
    const proNumber = this.parseProNumber(text, freight.scac);
    await this.assertProNumberFree(tenant, freight, proNumber);
    return proNumber;
  }

  /** A number that an API returned cannot be corrected, nor one that has a scan. */
  private async canSetProNumber(tenant: Tenant, freight: Freight, booking: Booking): Promise<boolean> {
    const { status, quoteId, scac } = freight;
    if (isAwaitingConfirmation(freight, booking)) return true;
    if (FREIGHT_STATES.next(status, 'pick_up') === null) return false;
    const { bookedBy } = await this.quotes.get(tenant, quoteId);
    return bookedBy !== 'carrier' || (await this.gateway.resolveBookingMethod(tenant, scac)) === 'by_hand';
  }

  /** Keeps the pickup confirmation if the request has none. */
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
    const message = `Shipment ${taken.id} already has this PRO number. Check the number with the carrier.`;
    throw new ApiError('pro_number_taken', { param: 'pro_number', message });
  }

  private parseProNumber(text: string, scac: string): string {
    const pro = normalizePro(text);
    if (pro === '' || pro.length > MAX_PRO_LENGTH || this.carriers.isPro(scac, pro) === false) {
      throw conflictingParam(
        'pro_number',
        `pro_number is not a valid PRO number for ${scac}. Check it with the carrier.`,
      );
    }
    return pro;
  }
}
