import { Injectable } from '@nestjs/common';
import type { TenderAnswer } from '../carriers/carrier-adapter.js';
import { EventsService } from '../events/events.service.js';
import { QuoteStatusService } from '../quotes/quote-status.service.js';
import { sql } from '../tenancy/owned.repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import type { Booking } from './booking.entity.js';
import { BookingsRepository } from './bookings.repository.js';
import type { Freight } from './freight.entity.js';
import { FREIGHT_STATES } from './freight-states.js';
import { FreightTransitions, type MoveValues } from './freight-transitions.js';
import { shipmentInEvent } from './shipment-event.js';

/** What becomes of a booking, each step inside the caller's transaction with the shipment's row locked. */
@Injectable()
export class FreightOutcomes {
  constructor(
    private readonly bookings: BookingsRepository,
    private readonly transitions: FreightTransitions,
    private readonly quotes: QuoteStatusService,
    private readonly events: EventsService,
  ) {}

  /** On its way to the carrier. */
  sent(tenant: Tenant, freight: Freight): Promise<Freight> {
    return this.transitions.move(tenant, freight, 'tender');
  }

  /** The carrier takes the shipment. One that was cancelled meanwhile is cancelled with the carrier next. */
  async accepted(
    tenant: Tenant,
    freight: Freight,
    booking: Booking,
    { proNumber, pickupConfirmation }: TenderAnswer,
  ): Promise<Freight> {
    const { pickupDate } = booking.tender;
    const values = { proNumber, pickupConfirmation, pickupDate };
    if (freight.status === 'voided') {
      await this.bookings.update(tenant, booking.id, { pending: 'cancel', attempts: 0, dueAt: sql('now()') });
      return this.transitions.note(tenant, freight, values);
    }
    await this.bookings.close(tenant, booking.id);
    const trigger = freight.status === 'created' ? 'confirm' : 'accept';
    if (FREIGHT_STATES.next(freight.status, trigger) === null) {
      return this.transitions.note(tenant, freight, values);
    }
    const accepted = await this.transitions.move(tenant, freight, trigger, values);
    return pickupConfirmation && FREIGHT_STATES.next(accepted.status, 'schedule')
      ? this.transitions.move(tenant, accepted, 'schedule')
      : accepted;
  }

  /** The carrier says no: a draft again, with the reason, and the quote is free. */
  async declined(tenant: Tenant, freight: Freight, booking: Booking, reason: string): Promise<Freight> {
    if (FREIGHT_STATES.next(freight.status, 'decline') === null) {
      await this.bookings.close(tenant, booking.id);
      return freight;
    }
    await this.bookings.delete(tenant, booking.id);
    const statusReason = reason.slice(0, 255);
    const draft = await this.transitions.move(tenant, freight, 'decline', { statusReason });
    await this.quotes.release(tenant, freight.quoteId);
    await this.events.publish(tenant, 'shipment.exception', {
      shipment: shipmentInEvent(draft, 'exception'),
    });
    return draft;
  }

  /** Cancelled, by the shipper or the carrier. The quote is free if a booking held it. */
  async voided(tenant: Tenant, freight: Freight, values: MoveValues = {}): Promise<Freight> {
    const voided = await this.transitions.move(tenant, freight, 'cancel', values);
    if (freight.status !== 'draft') await this.quotes.release(tenant, freight.quoteId);
    await this.events.publish(tenant, 'shipment.cancelled', { shipment: shipmentInEvent(voided, 'voided') });
    return voided;
  }

  /** The carrier comes for the freight all the same; the shipment says why. */
  cancelRefused(tenant: Tenant, freight: Freight, reason: string): Promise<Freight> {
    return this.transitions.note(tenant, freight, { statusReason: reason.slice(0, 255) });
  }
}
