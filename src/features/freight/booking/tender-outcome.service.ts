import { Injectable } from '@nestjs/common';
import type { TenderAnswer } from '../../carriers/parse-tender.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { BolService } from '../bol/bol.service.js';
import { CarrierFilesService } from '../documents/carrier-files.service.js';
import type { Freight } from '../record/freight.entity.js';
import { FREIGHT_STATES, PICKUP_STATES } from '../record/freight-states.js';
import { shipmentException } from '../record/freight.events.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import type { Booking } from './booking.entity.js';
import { BookingsRepository } from './bookings.repository.js';
import { PickupRepricingService } from './pickup-repricing.service.js';
import { describeProNumberConflict } from './pro-number-conflict.js';

/** The PRO number is null if a person accepted an emailed tender and did not enter one. */
type AcceptedTender = Omit<TenderAnswer, 'proNumber'> & { proNumber: string | null };

/** Stores that a carrier accepted or declined a tender. Runs in the caller's transaction with the freight locked. */
@Injectable()
export class TenderOutcomeService {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly bols: BolService,
    private readonly carrierFiles: CarrierFilesService,
    private readonly repricing: PickupRepricingService,
  ) {}

  /** Schedules a cancellation with the carrier if the freight was voided in the meantime. */
  async accept(
    tenant: Tenant,
    freight: Freight,
    booking: Booking,
    { proNumber, pickupConfirmation, bookingId, warning = null, bol }: AcceptedTender,
  ): Promise<Freight> {
    const conflict =
      proNumber && (await describeProNumberConflict(this.freightLifecycle, tenant, freight, proNumber));
    const statusReason = [conflict, warning].filter(Boolean).join(' ').slice(0, 255) || null;
    const values = { proNumber, pickupConfirmation, statusReason };
    if (bookingId) await this.bookings.setCarrierBookingId(tenant, booking.id, bookingId);
    if (bol) await this.carrierFiles.store(tenant, freight.id, 'bill_of_lading', bol);
    if (freight.status === 'voided') {
      await this.bookings.scheduleCancellation(tenant, booking);
      return this.freightLifecycle.applyChanges(tenant, freight, values);
    }
    await this.bookings.closeCall(tenant, booking.id);
    const trigger = freight.status === 'created' ? 'confirm' : 'accept';
    const confirmed = pickupConfirmation !== null && PICKUP_STATES.next(freight.pickupStatus, 'confirm');
    const changes = { ...values, ...(confirmed && { pickup: 'confirm' as const }) };
    const accepted =
      FREIGHT_STATES.next(freight.status, trigger) === null
        ? await this.freightLifecycle.applyChanges(tenant, freight, changes)
        : await this.freightLifecycle.transition(tenant, freight, trigger, changes);
    return pickupConfirmation && FREIGHT_STATES.next(accepted.status, 'schedule')
      ? this.freightLifecycle.transition(tenant, accepted, 'schedule')
      : accepted;
  }

  /**
   * Restores the draft with the reason and releases the quote. Voided freight only loses its open call.
   * @param code the carrier's code of the reason
   * @param answered false if the carrier gave no answer, so that only the status reason is stored
   */
  async decline(
    tenant: Tenant,
    freight: Freight,
    booking: Booking,
    reason: string,
    { code = null, answered = true }: { code?: string | null; answered?: boolean } = {},
  ): Promise<Freight> {
    if (FREIGHT_STATES.next(freight.status, 'decline') === null) {
      await this.bookings.closeCall(tenant, booking.id);
      return freight.status === 'voided'
        ? this.freightLifecycle.setVoidedStatusReason(tenant, freight, null)
        : freight;
    }
    await this.bookings.delete(tenant, booking.id);
    await this.bols.unfreeze(tenant, freight.id);
    const declined = await this.freightLifecycle.transition(tenant, freight, 'decline', {
      statusReason: reason.slice(0, 255),
      decline: answered ? { carrier: freight.carrierName, code, message: reason } : null,
      pickup: 'withdraw',
      pickupDate: null,
      pickupTimes: booking.draftPickupTimes,
    });
    const draft = await this.repricing.release(tenant, declined);
    await this.freightLifecycle.publish(tenant, shipmentException, draft);
    return draft;
  }

  /** Stores the answer to an emailed tender. */
  async applyEmailAnswer(
    tenant: Tenant,
    freight: Freight,
    answer:
      { accepted: true; proNumber: string | null } | { accepted: false; reason: string; answered: boolean },
  ): Promise<Freight> {
    const booking = (await this.bookings.findByFreight(tenant, freight.id))!;
    return answer.accepted
      ? this.accept(tenant, freight, booking, { proNumber: answer.proNumber, pickupConfirmation: null })
      : this.decline(tenant, freight, booking, answer.reason, { answered: answer.answered });
  }
}
