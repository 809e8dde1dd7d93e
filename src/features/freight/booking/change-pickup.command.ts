import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { PickupAnswer } from '../../carriers/carrier-gateway.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import { QuoteLifecycle } from '../../quotes/quote-lifecycle.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { FreightDto } from '../record/freight.dto.js';
import type { Freight } from '../record/freight.entity.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import type { ChangePickupDto } from '../record/pickup.dto.js';
import { EdiBookingService } from './edi-booking.service.js';
import { BookingsRepository, type CarrierCallLease } from './bookings.repository.js';
import { PickupRepricingService } from './pickup-repricing.service.js';
import { BookingCarrierClient, type CarrierCallResult } from './booking-carrier-client.js';
import { buildCommandKey, CarrierCommandRunner, type CarrierCommand } from './carrier-command-runner.js';
import {
  buildAcceptedChange,
  buildChangedTender,
  buildRestoredPickup,
  isPickupUnchanged,
  buildPendingChange,
  buildManualCallChange,
  buildPickupChange,
} from './pickup-change.js';

const CHANGEABLE_STATUSES = ['created', 'carrier_accepted', 'scheduled'];

/** Changes the pickup of booked freight, or cancels the pickup and keeps the booking. */
@Injectable()
export class ChangePickupCommand implements CarrierCommand<PickupAnswer> {
  readonly atDeadline = 'abort';

  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly quotes: QuoteLifecycle,
    private readonly carrierClient: BookingCarrierClient,
    private readonly runner: CarrierCommandRunner,
    private readonly repricing: PickupRepricingService,
    private readonly edi: EdiBookingService,
  ) {}

  /**
   * @param request null cancels the pickup
   * @throws ApiError pickup_not_changeable, pickup_cutoff_passed, quote_expires_before_pickup, pickup_changes_price,
   *   carrier_refused_pickup
   */
  execute(tenant: Tenant, id: number, request: ChangePickupDto | null): Promise<FreightDto> {
    return this.runner.runCarrierCommand(this, tenant, id, () => this.storeIntent(tenant, id, request));
  }

  /** Completes a change that the recovery has claimed. */
  complete(lease: CarrierCallLease): Promise<void> {
    return this.runner.complete(this, lease);
  }

  /** Returns null if no carrier has to be called. */
  private async storeIntent(
    tenant: Tenant,
    id: number,
    request: ChangePickupDto | null,
  ): Promise<CarrierCallLease | null> {
    const { leaseMs, pickupCutoff } = this.carrierClient;
    const freight = await this.freightLifecycle.lock(tenant, id);
    const commandKey = buildCommandKey('pickup');
    if (commandKey !== null && freight.commandKey === commandKey)
      return this.bookings.reclaimCall(tenant, id, 'pickup', leaseMs);
    const booking = await this.bookings.findByFreight(tenant, id);
    if (!booking || booking.pending || !CHANGEABLE_STATUSES.includes(freight.status))
      throw new ApiError('pickup_not_changeable');
    const quote = await this.quotes.get(tenant, freight.quoteId);
    const change = buildPickupChange(freight, request, {
      quote,
      bookedDate: booking.tender.pickupDate,
      now: new Date(),
      cutoff: pickupCutoff,
    });
    const { wanted } = change;
    if (wanted) {
      const { pickupDate, warnings } = wanted;
      const checked = await this.repricing.checkDay(tenant, quote, pickupDate, { warnings, param: 'date' });
      Object.assign(wanted, checked);
    }
    if (isPickupUnchanged(change)) {
      const { warnings } = change.wanted!;
      if (!isDeepStrictEqual(warnings, freight.warnings))
        await this.freightLifecycle.applyChanges(tenant, freight, { warnings });
      return null;
    }
    // A carrier without a PRO number for the shipment has to be called by a person, unless it gets documents.
    const notifiesByEdi = booking.sentByEdi && wanted !== null;
    if (freight.proNumber === null || notifiesByEdi) {
      const values = notifiesByEdi
        ? { ...buildPendingChange(freight, change), statusReason: null }
        : buildManualCallChange(freight, change);
      const changed = await this.freightLifecycle.applyChanges(tenant, freight, { ...values, commandKey });
      if (notifiesByEdi)
        await this.edi.writeChange(tenant, changed, buildChangedTender(booking.tender, wanted));
      await this.repricing.adjust(tenant, changed, { isRerated: wanted?.isRerated ?? false, quote });
      return null;
    }
    await this.freightLifecycle.applyChanges(tenant, freight, { commandKey });
    return this.bookings.claimPickupChange(tenant, booking, change, leaseMs);
  }

  async callCarrier(lease: CarrierCallLease, limitMs?: number): Promise<CarrierCallResult<PickupAnswer>> {
    const { proNumber } = await this.freightLifecycle.get(lease.tenant, lease.booking.freightId);
    return this.carrierClient.sendPickupChange(lease, proNumber!, limitMs);
  }

  /** A first refusal leaves the pickup unchanged. A refusal after a failed call restores the pickup. */
  async applyResult(
    lease: CarrierCallLease,
    freight: Freight,
    result: CarrierCallResult<PickupAnswer>,
  ): Promise<Freight> {
    const { tenant, booking } = lease;
    const changeable = CHANGEABLE_STATUSES.includes(freight.status);
    if (changeable && result.kind === 'failed')
      await this.bookings.scheduleRetry(lease, this.carrierClient.retryDelayMs(lease));
    else await this.bookings.closeCall(tenant, booking.id);
    const values = changeable && this.buildValues(lease, freight, result);
    if (!values) return freight;
    const changed = await this.freightLifecycle.applyChanges(tenant, freight, values);
    const { isRerated = false } = booking.pickupChange?.wanted ?? {};
    return this.repricing.adjust(tenant, changed, { isRerated });
  }

  private buildValues(
    { booking }: CarrierCallLease,
    freight: Freight,
    result: CarrierCallResult<PickupAnswer>,
  ) {
    const change = booking.pickupChange!;
    const first = booking.attempts === 1;
    switch (result.kind) {
      case 'failed':
        return first ? buildPendingChange(freight, change) : null;
      case 'done':
        return result.answer.notified
          ? buildAcceptedChange(freight, change, result.answer.confirmation)
          : buildManualCallChange(freight, change);
      case 'refused':
        return {
          ...(!first && buildRestoredPickup(freight, change)),
          statusReason: result.reason.slice(0, 255),
        };
    }
  }

  findRejection(_freight: Freight, result: CarrierCallResult<PickupAnswer> | null): ApiError | null {
    return result?.kind === 'refused'
      ? new ApiError('carrier_refused_pickup', { message: `The carrier refused: ${result.reason}` })
      : null;
  }
}
