import { Injectable } from '@nestjs/common';
import { EventsService } from '../events/events.service.js';
import { ApiError } from '../http/api-error.js';
import { QuoteStatusService } from '../quotes/quote-status.service.js';
import type { Tenant } from '../tenancy/tenant.js';
import { composeBol } from './bol.js';
import type { Booking } from './booking.entity.js';
import { checkBookable } from './booking-check.js';
import { BookingsRepository } from './bookings.repository.js';
import type { Freight } from './freight.entity.js';
import { FreightRepository } from './freight.repository.js';
import { FREIGHT_STATES, type FreightTrigger } from './freight-states.js';
import { FreightTransitions } from './freight-transitions.js';
import { shipmentInEvent } from './shipment-event.js';
import { tenderRequest } from './tender-request.js';

/** A shipment that has just left the draft. */
export interface Intent {
  freight: Freight;
  booking: Booking;
}

/** Stores the will to book: state, quote, papers and event, all in the caller's transaction. */
@Injectable()
export class BookingIntents {
  constructor(
    private readonly freight: FreightRepository,
    private readonly bookings: BookingsRepository,
    private readonly transitions: FreightTransitions,
    private readonly quotes: QuoteStatusService,
    private readonly events: EventsService,
  ) {}

  /**
   * @param draft locked
   * @param trigger how its carrier is booked
   * @throws ApiError freight_not_draft, quote_expired, quote_already_booked, booking_incomplete, address_differs_from_quote
   */
  async open(
    tenant: Tenant,
    draft: Freight,
    trigger: Extract<FreightTrigger, 'book' | 'book_by_hand'>,
    commandKey: string | null,
  ): Promise<Intent> {
    if (FREIGHT_STATES.next(draft.status, trigger) === null) throw new ApiError('freight_not_draft');
    const quote = await this.quotes.book(tenant, draft.quoteId);
    checkBookable(draft, quote);
    const pickupDate = await this.freight.pickupDay(draft.shipDate);
    const freight = await this.transitions.move(tenant, draft, trigger, { statusReason: null, commandKey });
    const booking = await this.bookings.insert(tenant, {
      freightId: freight.id,
      carrierId: quote.carrierId,
      bol: composeBol(freight, quote),
      tender: tenderRequest(freight, quote, pickupDate),
    });
    await this.events.publish(tenant, 'shipment.booked', { shipment: shipmentInEvent(freight, 'booked') });
    return { freight, booking };
  }
}
