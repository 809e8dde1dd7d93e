import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { EventsService } from '../../events/events.service.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import { QuoteLifecycle } from '../../quotes/quote-lifecycle.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { FreightDto } from '../record/freight.dto.js';
import type { Freight } from '../record/freight.entity.js';
import { FREIGHT_STATES } from '../record/freight-states.js';
import { PICKUP_STATES } from '../record/pickup-states.js';
import { toFreightEventSubjects, shipmentCancelled, toEventShipment } from '../record/freight.events.js';
import type { TransitionValues } from '../record/transition-values.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { TendersService } from '../tenders/tenders.service.js';
import { BookingsRepository, type CarrierCallLease } from './bookings.repository.js';
import {
  formatCancellationMailedMessage,
  formatCallCarrierMessage,
  formatPossiblyBookedMessage,
  formatCancellationPendingMessage,
} from './cancellation-messages.js';
import { BookingCarrierClient, type CarrierCallResult } from './booking-carrier-client.js';
import { buildCommandKey } from './command-key.js';

/**
 * Cancels a shipment that no carrier has picked up yet. One that a carrier has booked is called off with the carrier
 * first: the claim on the call is stored, the call is made outside of any transaction, and then what came of it is
 * stored and answered. A carrier that doesn't answer is told again by the recovery until it does; until then, and where it
 * can only be telephoned, the voided shipment's reason says so.
 */
@Injectable()
export class CancelFreightCommand {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly quotes: QuoteLifecycle,
    private readonly tenders: TendersService,
    private readonly carrierClient: BookingCarrierClient,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError freight_not_cancellable, carrier_refused_cancel */
  async execute(tenant: Tenant, id: number): Promise<FreightDto> {
    const claim = await this.transactions.run(() => this.startCancellation(tenant, id));
    if (!claim)
      return this.transactions.finish(async () =>
        this.freightLifecycle.toDto(await this.freightLifecycle.get(tenant, id)),
      );
    const result = await this.notifyCarrier(claim, this.carrierClient.deadlineMs);
    if (result.kind === 'refused') {
      await this.transactions.run(() => this.applyResult(claim, result));
      throw new ApiError('carrier_refused_cancel', { message: `The carrier refused: ${result.reason}` });
    }
    // What came of it is kept also where the shipment was picked up meanwhile: only then is the request refused.
    const voided = await this.transactions.run(async () => {
      const freight = await this.applyResult(claim, result);
      if (freight.status !== 'voided') return null;
      return this.transactions.finish(() => Promise.resolve(this.freightLifecycle.toDto(freight)));
    });
    if (!voided) throw new ApiError('freight_not_cancellable');
    return voided;
  }

  /**
   * The first transaction: a claim on the call to the carrier that has the freight booked, or null when no carrier
   * needs to be asked and the shipment is voided already.
   */
  private async startCancellation(tenant: Tenant, id: number): Promise<CarrierCallLease | null> {
    const freight = await this.freightLifecycle.lock(tenant, id);
    const key = buildCommandKey('cancel');
    const repeated = key !== null && freight.commandKey === key;
    if (repeated && freight.status === 'voided') return null;
    const booking = await this.bookings.findByFreight(tenant, id);
    const inProgress = booking?.pending === 'cancel' && !repeated;
    if (inProgress || FREIGHT_STATES.next(freight.status, 'cancel') === null) {
      throw new ApiError('freight_not_cancellable');
    }
    if (booking && freight.proNumber !== null) {
      await this.freightLifecycle.applyChanges(tenant, freight, { commandKey: key });
      return this.bookings.claimCall(tenant, booking, 'cancel', this.carrierClient.leaseMs);
    }
    // What was not sent yet stays unsent. What was sent stays open: if the carrier accepts, it is cancelled with it.
    if (booking && freight.status === 'booked') await this.bookings.closeCall(tenant, booking.id);
    const open = booking?.pending === 'tender' && freight.status === 'tendered';
    const unsure = open && freight.statusReason !== null;
    const mailed = await this.canMailCancellation(tenant, freight);
    const statusReason = unsure
      ? formatPossiblyBookedMessage(freight)
      : mailed
        ? formatCancellationMailedMessage(freight)
        : freight.statusReason;
    const voided = await this.voidFreight(tenant, freight, { commandKey: key, statusReason });
    if (open) await this.bookings.scheduleReconciliation(tenant, booking.id);
    if (unsure) await this.freightLifecycle.setVoidedStatusReason(tenant, voided, statusReason);
    return null;
  }

  /** Tells the carrier, outside of any transaction. */
  private async notifyCarrier(
    { tenant, booking }: CarrierCallLease,
    limitMs?: number,
  ): Promise<CarrierCallResult<boolean>> {
    const { proNumber } = await this.freightLifecycle.get(tenant, booking.freightId);
    return this.carrierClient.sendCancellation({ tenant, booking }, proNumber!, limitMs);
  }

  /**
   * The outcome, in the caller's transaction. A refusal leaves the shipment as it is: the carrier comes for the freight
   * all the same, and the shipment says why. Silence voids it, and the carrier is told again.
   */
  private async applyResult(claim: CarrierCallLease, result: CarrierCallResult<boolean>): Promise<Freight> {
    const { tenant, booking } = claim;
    const freight = await this.freightLifecycle.lock(tenant, booking.freightId);
    if (!(await this.bookings.lockIfHeld(claim))) return freight;
    if (isTooLate(freight)) return this.applyLateResult(claim, freight, result);
    if (result.kind === 'refused') return this.applyRefusal(claim, freight, result.reason);
    if (result.kind === 'failed') {
      await this.bookings.scheduleRetry(claim, this.carrierClient.retryDelayMs(claim));
      return this.voidAwaitingCarrier(tenant, freight, formatCancellationPendingMessage(freight));
    }
    await this.bookings.closeCanceledCall(tenant, booking.id);
    if (result.answer) return this.voidAndFlag(tenant, freight, null);
    if (await this.canMailCancellation(tenant, freight))
      return this.voidAwaitingCarrier(tenant, freight, formatCancellationMailedMessage(freight));
    return this.voidAndFlag(tenant, freight, formatCallCarrierMessage(freight));
  }

  private async applyRefusal(
    { tenant, booking }: CarrierCallLease,
    freight: Freight,
    reason: string,
  ): Promise<Freight> {
    await this.bookings.closeCall(tenant, booking.id);
    const statusReason = reason.slice(0, 255);
    return freight.status === 'voided'
      ? this.freightLifecycle.setVoidedStatusReason(tenant, freight, statusReason)
      : this.freightLifecycle.applyChanges(tenant, freight, { statusReason });
  }

  /** The service itself tells the carrier yet: by another call, or by mail. */
  private async voidAwaitingCarrier(
    tenant: Tenant,
    freight: Freight,
    statusReason: string,
  ): Promise<Freight> {
    const voided = await this.ensureVoided(tenant, freight, statusReason);
    if (voided.statusReason === statusReason) return voided;
    return this.freightLifecycle.applyChanges(tenant, voided, { statusReason });
  }

  /** @param statusReason what a person must do yet, if anything */
  private async voidAndFlag(tenant: Tenant, freight: Freight, statusReason: string | null): Promise<Freight> {
    const voided = await this.ensureVoided(tenant, freight, statusReason);
    return this.freightLifecycle.setVoidedStatusReason(tenant, voided, statusReason);
  }

  private async ensureVoided(
    tenant: Tenant,
    freight: Freight,
    statusReason: string | null,
  ): Promise<Freight> {
    return freight.status === 'voided' ? freight : this.voidFreight(tenant, freight, { statusReason });
  }

  /** Whether who took the tender by mail gets one that it is cancelled. @param freight before it is voided */
  private async canMailCancellation(tenant: Tenant, { tender }: Freight): Promise<boolean> {
    if (tender?.state !== 'accepted' || tender.sentAt === null) return false;
    return (await this.tenders.getUnreachableReason(tenant, tender.email)) === null;
  }

  /** The carrier picked it up before it answered: the freight goes on, and the carrier isn't told of it again. */
  private async applyLateResult(
    { tenant, booking }: CarrierCallLease,
    freight: Freight,
    result: CarrierCallResult<boolean>,
  ): Promise<Freight> {
    await this.bookings.closeCall(tenant, booking.id);
    if (result.kind !== 'done' || !result.answer) return freight;
    const { scac, proNumber } = freight;
    const statusReason = `${scac} has cancelled PRO ${proNumber} although it was picked up: telephone it.`;
    return this.freightLifecycle.applyChanges(tenant, freight, { statusReason });
  }

  /**
   * Voids a shipment in the caller's transaction, whoever cancelled it: the shipper or the carrier. The quote is free
   * if a booking held it. @param freight locked
   */
  async voidFreight(tenant: Tenant, freight: Freight, values: TransitionValues = {}): Promise<Freight> {
    const expected = PICKUP_STATES.next(freight.pickupStatus, 'cancel') !== null;
    const voided = await this.freightLifecycle.transition(tenant, freight, 'cancel', {
      ...values,
      ...(expected && { pickup: 'cancel' }),
    });
    if (freight.status !== 'draft') await this.quotes.release(tenant, freight.quoteId);
    const shipment = toEventShipment(voided, 'VOIDED');
    await this.events.publish(tenant, shipmentCancelled, { shipment }, toFreightEventSubjects(voided));
    return voided;
  }

  /** Tells the carrier for a claim that was taken over, and writes down. */
  async complete(claim: CarrierCallLease): Promise<void> {
    if (!(await this.transactions.run(() => this.isStillCancelable(claim)))) return;
    const result = await this.notifyCarrier(claim);
    await this.transactions.run(() => this.applyResult(claim, result));
  }

  /** False when the shipment was picked up meanwhile, which closes the call, or when somebody else has it. */
  private async isStillCancelable(claim: CarrierCallLease): Promise<boolean> {
    const { tenant, booking } = claim;
    const freight = await this.freightLifecycle.lock(tenant, booking.freightId);
    if (!(await this.bookings.lockIfHeld(claim))) return false;
    if (!isTooLate(freight)) return true;
    await this.bookings.closeCall(tenant, booking.id);
    return false;
  }
}

/** It can't be cancelled any more, and wasn't. */
function isTooLate({ status }: Freight): boolean {
  return status !== 'voided' && FREIGHT_STATES.next(status, 'cancel') === null;
}
