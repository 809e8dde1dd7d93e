import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import { QuoteLifecycle } from '../../quotes/quote-lifecycle.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { FreightDto } from '../record/freight.dto.js';
import type { Freight } from '../record/freight.entity.js';
import { FREIGHT_STATES, PICKUP_STATES } from '../record/freight-states.js';
import { shipmentCancelled } from '../record/freight.events.js';
import type { TransitionValues } from '../record/transition-values.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { TendersService } from '../tenders/tenders.service.js';
import type { Booking } from './booking.entity.js';
import { BookingsRepository, type CarrierCallLease } from './bookings.repository.js';
import {
  formatCancellationByEdiMessage,
  formatCancellationMailedMessage,
  formatCallCarrierMessage,
  formatPossiblyBookedMessage,
  formatCancellationPendingMessage,
} from './cancellation-messages.js';
import { BookingCarrierClient, type CarrierCallResult } from './booking-carrier-client.js';
import { EdiBookingService } from './edi-booking.service.js';
import { buildCommandKey, CarrierCommandRunner, type CarrierCommand } from './carrier-command-runner.js';

/**
 * Cancels freight that no carrier has picked up yet. Freight with a PRO number is canceled with its carrier first.
 * Freight is voided even if the carrier stays silent or has no API; its status reason then says what is left to do.
 */
@Injectable()
export class CancelFreightCommand implements CarrierCommand<boolean> {
  readonly atDeadline = 'abort';

  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly quotes: QuoteLifecycle,
    private readonly tenders: TendersService,
    private readonly carrierClient: BookingCarrierClient,
    private readonly edi: EdiBookingService,
    private readonly runner: CarrierCommandRunner,
  ) {}

  /** @throws ApiError freight_not_cancellable, carrier_refused_cancel */
  execute(tenant: Tenant, id: number): Promise<FreightDto> {
    return this.runner.runCarrierCommand(this, tenant, id, () => this.storeIntent(tenant, id));
  }

  /** Completes a cancellation that the recovery has claimed, unless the freight was picked up in the meantime. */
  async complete(lease: CarrierCallLease): Promise<void> {
    const needed = await this.runner.runIfHeld(lease, async (freight, { id }) => {
      if (!isPickedUp(freight)) return true;
      await this.bookings.closeCall(lease.tenant, id);
      return false;
    });
    if (needed) await this.runner.complete(this, lease);
  }

  /** Returns null if no carrier has to be called: the freight is voided already. */
  private async storeIntent(tenant: Tenant, id: number): Promise<CarrierCallLease | null> {
    const freight = await this.freightLifecycle.lock(tenant, id);
    const commandKey = buildCommandKey('cancel');
    const repeated = commandKey !== null && freight.commandKey === commandKey;
    if (repeated && freight.status === 'voided') return null;
    const booking = await this.bookings.findByFreight(tenant, id);
    const inProgress = booking?.pending === 'cancel' && !repeated;
    if (inProgress || FREIGHT_STATES.next(freight.status, 'cancel') === null)
      throw new ApiError('freight_not_cancellable');
    if (booking && freight.proNumber !== null && !booking.sentByEdi) {
      await this.freightLifecycle.applyChanges(tenant, freight, { commandKey });
      return this.bookings.claimCall(tenant, booking, 'cancel', this.carrierClient.leaseMs);
    }
    await this.voidWithoutCall(tenant, freight, booking, commandKey);
    return null;
  }

  /**
   * Voids freight without a PRO number, or with a tender by EDI, which is withdrawn. A tender that was not sent yet is
   * dropped. Another one stays open: if the carrier accepts it, the booking is canceled with the carrier.
   */
  private async voidWithoutCall(
    tenant: Tenant,
    freight: Freight,
    booking: Booking | null,
    commandKey: string | null,
  ): Promise<void> {
    if (booking && freight.status === 'booked') await this.bookings.closeCall(tenant, booking.id);
    const open = booking?.pending === 'tender' && freight.status === 'tendered';
    const unsure = open && freight.statusReason !== null;
    const mailed = await this.canMailCancellation(tenant, freight);
    if (booking?.sentByEdi) await this.edi.writeCancellation(tenant, freight, booking.tender);
    const statusReason = unsure
      ? formatPossiblyBookedMessage(freight)
      : mailed
        ? formatCancellationMailedMessage(freight)
        : booking?.sentByEdi
          ? formatCancellationByEdiMessage(freight)
          : freight.statusReason;
    const voided = await this.voidFreight(tenant, freight, { commandKey, statusReason });
    if (open) await this.bookings.scheduleReconciliation(tenant, booking.id);
    if (unsure) await this.freightLifecycle.setVoidedStatusReason(tenant, voided, statusReason);
  }

  async callCarrier(lease: CarrierCallLease, limitMs?: number): Promise<CarrierCallResult<boolean>> {
    const { proNumber } = await this.freightLifecycle.get(lease.tenant, lease.booking.freightId);
    return this.carrierClient.sendCancellation(lease, proNumber!, limitMs);
  }

  async applyResult(
    lease: CarrierCallLease,
    freight: Freight,
    result: CarrierCallResult<boolean>,
  ): Promise<Freight> {
    const { tenant, booking } = lease;
    if (isPickedUp(freight)) return this.applyLateResult(lease, freight, result);
    if (result.kind === 'refused') return this.applyRefusal(lease, freight, result.reason);
    if (result.kind === 'failed') {
      await this.bookings.scheduleRetry(lease, this.carrierClient.retryDelayMs(lease));
      return this.voidAwaitingCarrier(tenant, freight, formatCancellationPendingMessage(freight));
    }
    await this.bookings.closeCanceledCall(tenant, booking.id);
    if (result.answer) return this.voidAndFlag(tenant, freight, null);
    if (await this.canMailCancellation(tenant, freight))
      return this.voidAwaitingCarrier(tenant, freight, formatCancellationMailedMessage(freight));
    return this.voidAndFlag(tenant, freight, formatCallCarrierMessage(freight));
  }

  findRejection(freight: Freight, result: CarrierCallResult<boolean> | null): ApiError | null {
    if (result?.kind === 'refused')
      return new ApiError('carrier_refused_cancel', { message: `The carrier refused: ${result.reason}` });
    return freight.status === 'voided' ? null : new ApiError('freight_not_cancellable');
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

  /** Voids freight whose carrier is still notified by the service, by another call or by email. */
  private async voidAwaitingCarrier(
    tenant: Tenant,
    freight: Freight,
    statusReason: string,
  ): Promise<Freight> {
    const voided = await this.ensureVoided(tenant, freight, statusReason);
    if (voided.statusReason === statusReason) return voided;
    return this.freightLifecycle.applyChanges(tenant, voided, { statusReason });
  }

  /** @param statusReason what a person has to do; null if nothing */
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

  /** Returns whether the carrier accepted an emailed tender and can be emailed again. @param freight before it is voided */
  private async canMailCancellation(tenant: Tenant, { tender }: Freight): Promise<boolean> {
    if (tender?.state !== 'accepted' || tender.sentAt === null) return false;
    return (await this.tenders.getUnreachableReason(tenant, tender.email)) === null;
  }

  /** Stores a result that arrived after the pickup: the freight goes on and the carrier is not called again. */
  private async applyLateResult(
    { tenant, booking }: CarrierCallLease,
    freight: Freight,
    result: CarrierCallResult<boolean>,
  ): Promise<Freight> {
    await this.bookings.closeCall(tenant, booking.id);
    if (result.kind !== 'done' || !result.answer) return freight;
    const { scac, proNumber } = freight;
    const statusReason = `${scac} canceled PRO ${proNumber} although it was picked up. Call the carrier.`;
    return this.freightLifecycle.applyChanges(tenant, freight, { statusReason });
  }

  /** Voids locked freight in the caller's transaction and releases its quote. The shipper or the carrier canceled it. */
  async voidFreight(tenant: Tenant, freight: Freight, values: TransitionValues = {}): Promise<Freight> {
    const cancelsPickup = PICKUP_STATES.next(freight.pickupStatus, 'cancel') !== null;
    const voided = await this.freightLifecycle.transition(tenant, freight, 'cancel', {
      ...values,
      ...(cancelsPickup && { pickup: 'cancel' }),
    });
    if (freight.status !== 'draft') await this.quotes.release(tenant, freight.quoteId);
    await this.freightLifecycle.publish(tenant, shipmentCancelled, voided);
    return voided;
  }
}

function isPickedUp({ status }: Freight): boolean {
  return status !== 'voided' && FREIGHT_STATES.next(status, 'cancel') === null;
}
