import { Injectable } from '@nestjs/common';
import type { TenderAnswer } from '../../carriers/parse-tender.js';
import { withDeadline } from '../../../platform/async/with-deadline.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { EventsService } from '../../events/events.service.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import type { Warning } from '../../quotes/quote-warnings.js';
import { QuoteLifecycle } from '../../quotes/quote-lifecycle.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { FreightDto } from '../record/freight.dto.js';
import type { Freight } from '../record/freight.entity.js';
import { FREIGHT_STATES, type FreightTrigger } from '../record/freight-states.js';
import { omitNulls } from '../record/merge-patch.js';
import { buildPickupSchedule } from '../record/pickup-values.js';
import { PICKUP_STATES } from '../record/pickup-states.js';
import { assertMatchesQuote } from '../record/immutable-fields.js';
import {
  toFreightEventSubjects,
  shipmentBooked,
  shipmentException,
  toEventShipment,
} from '../record/freight.events.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import type { Booking } from './booking.entity.js';
import { assertBookable } from './booking-validation.js';
import type { BookFreightDto } from './booking.dto.js';
import { BookingDocumentsService } from './booking-documents.service.js';
import { BookingMethodService } from './booking-method.service.js';
import { BookingsRepository, type CarrierCallLease } from './bookings.repository.js';
import { formatPossiblyBookedMessage } from './cancellation-messages.js';
import { buildCommandKey } from './command-key.js';
import { BookingCarrierClient, type CarrierCallResult } from './booking-carrier-client.js';
import { describeProNumberConflict } from './pro-number-conflict.js';
import { buildTenderRequest } from './tender-request.js';
import { resolvePickupDate } from './resolve-pickup-date.js';

type TenderResult = CarrierCallResult<TenderAnswer>;

/** Attempts after which a carrier isn't asked any more what became of a booking: about half an hour. */
const MAX_TENDER_INQUIRIES = 10;

/** A carrier that answers in person may give its PRO number later. */
type AcceptedTender = Omit<TenderAnswer, 'proNumber'> & { proNumber: string | null };

/** How a shipment leaves the draft: `book_by_hand` with a carrier that has no booking API. */
type BookTrigger = Extract<FreightTrigger, 'book' | 'book_by_hand'>;

interface LeaveDraftOptions {
  /** How long the call to the carrier is this process's; null when there is none to make. */
  leaseMs?: number | null;
  /** Of the request, for its repeat. */
  commandKey?: string | null;
  request?: BookFreightDto;
  /** What else the shipment warns of from now on. */
  warning?: Warning | null;
  carrierId?: number;
}

/**
 * Books a shipment: the intent is stored, then the carrier is asked, outside of any transaction, then what came of it
 * is stored and answered. What a crash leaves open is found by its due time and completed by the recovery; each
 * attempt is a claim with a number of its own, and only the latest one's result counts.
 */
@Injectable()
export class BookFreightCommand {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly quotes: QuoteLifecycle,
    private readonly bookingDocuments: BookingDocumentsService,
    private readonly bookingMethods: BookingMethodService,
    private readonly carrierClient: BookingCarrierClient,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Answers the state reached when the carrier has answered or the deadline is over; then the booking goes on by itself.
   * @throws ApiError conflicting_values, freight_not_draft, quote_expired, quote_already_booked, booking_incomplete,
   *   address_differs_from_quote, freight_differs_from_quote, quote_expires_before_pickup, carrier_not_connected,
   *   carrier_declined
   */
  async execute(tenant: Tenant, id: number, wish: BookFreightDto): Promise<FreightDto> {
    const claim = await this.transactions.run(() => this.storeIntent(tenant, id, wish));
    if (!claim) return this.transactions.finish(() => this.loadDto(tenant, id));
    const asking = this.sendTender(claim);
    const result = await withDeadline(
      this.carrierClient.deadlineMs,
      () => asking,
      () => undefined,
    );
    if (!result) void this.carrierClient.runInBackground(this.complete(claim, asking));
    if (result?.kind === 'refused') {
      await this.transactions.run(() => this.applyResult(claim, result));
      throw new ApiError('carrier_declined', { message: `The carrier declined: ${result.reason}` });
    }
    return this.transactions.finish(async () =>
      result ? this.freightLifecycle.toDto(await this.applyResult(claim, result)) : this.loadDto(tenant, id),
    );
  }

  /**
   * The first transaction: the intent, and this process's claim on the call that follows. Null when there is no call
   * to make: the carrier has no booking API and gets a mail, if anything, or a repeat of the request finds everything done.
   */
  private async storeIntent(
    tenant: Tenant,
    id: number,
    wish: BookFreightDto,
  ): Promise<CarrierCallLease | null> {
    const freight = await this.freightLifecycle.lock(tenant, id);
    const key = buildCommandKey('book');
    if (freight.status !== 'draft' && key !== null && freight.commandKey === key) {
      return this.resume(tenant, freight);
    }
    const how = await this.bookingMethods.resolve(tenant, await this.quotes.get(tenant, freight.quoteId));
    const byHand = how.way === 'by_hand';
    const leaving: LeaveDraftOptions = {
      leaseMs: how.way === 'online' ? this.carrierClient.leaseMs : null,
      commandKey: key,
      request: wish,
    };
    if (byHand) leaving.warning = how.warning;
    if (how.way === 'online') leaving.carrierId = how.carrierId;
    const left = await this.leaveDraft(tenant, freight, byHand ? 'book_by_hand' : 'book', leaving);
    if (how.way === 'not_connected') throw new ApiError('carrier_not_connected');
    if (how.way === 'by_mail') {
      const tendered = await this.freightLifecycle.transition(tenant, left.freight, 'tender');
      await this.bookingMethods.sendTender(tenant, tendered, how.email);
    }
    return how.way === 'online' ? { tenant, booking: left.booking } : null;
  }

  /** The request that left the draft died on the way: its repeat takes its call over. */
  private async resume(tenant: Tenant, freight: Freight): Promise<CarrierCallLease | null> {
    const booking = await this.bookings.findByFreight(tenant, freight.id);
    if (booking?.pending !== 'tender') return null;
    return this.bookings.claimCall(tenant, booking, 'tender', this.carrierClient.leaseMs);
  }

  /** The intent: state, quote, what was agreed on, papers and event. @param draft locked */
  private async leaveDraft(
    tenant: Tenant,
    draft: Freight,
    trigger: BookTrigger,
    {
      leaseMs = null,
      commandKey: key = null,
      request: wish = {},
      warning = null,
      carrierId,
    }: LeaveDraftOptions = {},
  ): Promise<{ freight: Freight; booking: Booking }> {
    if (FREIGHT_STATES.next(draft.status, trigger) === null) throw new ApiError('freight_not_draft');
    const quote = await this.quotes.book(tenant, draft.quoteId);
    assertMatchesQuote(wish, quote);
    assertBookable(draft, quote);
    const { shipDate, pickupDate, warnings } = resolvePickupDate(
      draft,
      quote,
      wish,
      this.carrierClient.pickupCutoff,
    );
    const freight = await this.freightLifecycle.transition(tenant, draft, trigger, {
      ...buildPickupSchedule(draft, pickupDate, wish.pickup ? omitNulls(wish.pickup) : draft.pickupTimes),
      pickup: 'request',
      shipDate,
      warnings: warning === null ? warnings : [...warnings, warning],
      statusReason: null,
      commandKey: key,
    });
    const tender = buildTenderRequest(freight, quote, pickupDate);
    const booker = carrierId ?? quote.carrierId;
    const agreed = { freightId: freight.id, carrierId: booker, tender, draftPickupTimes: draft.pickupTimes };
    const booking = await this.bookings.create(tenant, agreed, leaseMs);
    await this.bookingDocuments.freezeBol(tenant, freight, quote);
    const shipment = toEventShipment(freight, 'BOOKED');
    await this.events.publish(tenant, shipmentBooked, { shipment }, toFreightEventSubjects(freight));
    return { freight, booking };
  }

  /** Asks the carrier, outside of any transaction; undefined when the claim is no longer this process's. */
  private async sendTender(claim: CarrierCallLease): Promise<TenderResult | undefined> {
    const sent = await this.transactions.run(() => this.markSent(claim));
    return sent ? this.carrierClient.sendTender(claim, sent === 'first') : undefined;
  }

  /** Before any call: what isn't marked was surely never sent. Null when the claim is no longer this process's. */
  private async markSent(claim: CarrierCallLease): Promise<'first' | 'again' | null> {
    const { tenant, booking } = claim;
    const freight = await this.freightLifecycle.lock(tenant, booking.freightId);
    if (!(await this.bookings.lockIfHeld(claim))) return null;
    if (freight.status !== 'booked') return 'again';
    await this.freightLifecycle.transition(tenant, freight, 'tender');
    return 'first';
  }

  /** The outcome, in the caller's transaction. A carrier of which nobody knows what it did is asked again. */
  private async applyResult(claim: CarrierCallLease, result: TenderResult | undefined): Promise<Freight> {
    const { tenant } = claim;
    const freight = await this.freightLifecycle.lock(tenant, claim.booking.freightId);
    const booking = result && (await this.bookings.lockIfHeld(claim));
    if (!booking) return freight;
    if (result.kind === 'done') return this.accept(tenant, freight, booking, result.answer);
    if (result.kind === 'refused') return this.decline(tenant, freight, booking, result.reason);
    if (result.unsure) return this.flagForManualFollowUp(claim, freight, result.reason);
    await this.bookings.scheduleRetry(claim, this.carrierClient.retryDelayMs(claim), result.unheard);
    return freight;
  }

  /** The shipment says what to ask the carrier; who asks confirms or cancels. The carrier, which may know later, is asked on. */
  private async flagForManualFollowUp(
    claim: CarrierCallLease,
    freight: Freight,
    reason: string,
  ): Promise<Freight> {
    const { tenant, booking } = claim;
    if (booking.attempts < MAX_TENDER_INQUIRIES)
      await this.bookings.scheduleRetry(claim, this.carrierClient.retryDelayMs(claim));
    else await this.bookings.stopRetrying(claim);
    if (freight.status === 'voided')
      return this.freightLifecycle.setVoidedStatusReason(
        tenant,
        freight,
        formatPossiblyBookedMessage(freight),
      );
    const statusReason = reason.slice(0, 255);
    return freight.statusReason === statusReason
      ? freight
      : this.freightLifecycle.applyChanges(tenant, freight, { statusReason });
  }

  /**
   * The carrier takes the shipment, in the caller's transaction. One that was cancelled meanwhile is cancelled with the
   * carrier next. @param freight locked
   */
  async accept(
    tenant: Tenant,
    freight: Freight,
    booking: Booking,
    { proNumber, pickupConfirmation, bookingId, warning = null, bol }: AcceptedTender,
  ): Promise<Freight> {
    const twice =
      proNumber === null
        ? null
        : await describeProNumberConflict(this.freightLifecycle, tenant, freight, proNumber);
    const statusReason = [twice, warning].filter(Boolean).join(' ').slice(0, 255) || null;
    const values = { proNumber, pickupConfirmation, statusReason };
    if (bookingId) await this.bookings.setCarrierBookingId(tenant, booking.id, bookingId);
    if (bol) await this.bookingDocuments.storeCarrierBol(tenant, freight.id, bol);
    if (freight.status === 'voided') {
      await this.bookings.scheduleCancellation(tenant, booking.id);
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

  /** The carrier says no: the draft again as it was, with the reason, and the quote is free. */
  private async decline(
    tenant: Tenant,
    freight: Freight,
    booking: Booking,
    reason: string,
  ): Promise<Freight> {
    if (FREIGHT_STATES.next(freight.status, 'decline') === null) {
      await this.bookings.closeCall(tenant, booking.id);
      return freight.status === 'voided'
        ? this.freightLifecycle.setVoidedStatusReason(tenant, freight, null)
        : freight;
    }
    await this.bookings.delete(tenant, booking.id);
    await this.bookingDocuments.unfreezeBol(tenant, freight.id);
    const draft = await this.freightLifecycle.transition(tenant, freight, 'decline', {
      statusReason: reason.slice(0, 255),
      pickup: 'withdraw',
      pickupDate: null,
      pickupTimes: booking.draftPickupTimes,
    });
    await this.quotes.release(tenant, freight.quoteId);
    const shipment = toEventShipment(draft, 'EXCEPTION');
    await this.events.publish(tenant, shipmentException, { shipment }, toFreightEventSubjects(draft));
    return draft;
  }

  /** What a carrier answered by itself, without a call, in the caller's transaction. @param freight locked */
  async applyCarrierAnswer(
    tenant: Tenant,
    freight: Freight,
    answer: { accepted: true; proNumber: string | null } | { accepted: false; reason: string },
  ): Promise<Freight> {
    const booking = (await this.bookings.findByFreight(tenant, freight.id))!;
    return answer.accepted
      ? this.accept(tenant, freight, booking, { proNumber: answer.proNumber, pickupConfirmation: null })
      : this.decline(tenant, freight, booking, answer.reason);
  }

  private async loadDto(tenant: Tenant, id: number): Promise<FreightDto> {
    return this.freightLifecycle.toDto(await this.freightLifecycle.get(tenant, id));
  }

  /** Asks for a claim that was taken over, or waits for an answer that no request waits for any more; then writes down. */
  async complete(claim: CarrierCallLease, asking = this.sendTender(claim)): Promise<void> {
    const result = await asking;
    await this.transactions.run(() => this.applyResult(claim, result));
  }

  /**
   * Books with an answer that is known without asking, in the caller's transaction. A shipment that a carrier has
   * accepted or that is voided stays as it is. @throws ApiError what `run` throws before it asks
   */
  async bookWithAnswer(
    tenant: Tenant,
    id: number,
    answer: (scac: string, reference: string) => TenderAnswer,
  ): Promise<Freight> {
    let freight = await this.freightLifecycle.lock(tenant, id);
    if (freight.status === 'draft') ({ freight } = await this.leaveDraft(tenant, freight, 'book'));
    const booking = await this.bookings.findByFreight(tenant, id);
    if (!booking || freight.proNumber !== null || freight.status === 'voided') return freight;
    if (freight.status === 'booked')
      freight = await this.freightLifecycle.transition(tenant, freight, 'tender');
    return this.accept(tenant, freight, booking, answer(freight.scac, booking.tender.reference));
  }
}
