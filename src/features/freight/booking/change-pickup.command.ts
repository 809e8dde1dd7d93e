import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { PickupAnswer } from '../../carriers/carrier-gateway.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import { QuoteLifecycle } from '../../quotes/quote-lifecycle.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { FreightDto } from '../record/freight.dto.js';
import type { Freight } from '../record/freight.entity.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import type { Booking, PickupChange } from './booking.entity.js';
import type { ChangePickupDto } from '../record/pickup.dto.js';
import { BookingsRepository, type CarrierCallLease } from './bookings.repository.js';
import { BookingCarrierClient, type CarrierCallResult } from './booking-carrier-client.js';
import { buildCommandKey } from './command-key.js';
import {
  buildAcceptedChange,
  buildRestoredPickup,
  isPickupUnchanged,
  buildPendingChange,
  buildManualCallChange,
  buildPickupChange,
} from './pickup-change.js';

const CHANGEABLE_STATUSES = ['created', 'carrier_accepted', 'scheduled'];

/**
 * Changes the pickup of a booked shipment, or calls it off and leaves the booking. Built like booking itself: what is wanted
 * is stored with a claim on the call, the carrier is asked outside of any transaction, then what came of it is stored. A
 * carrier that doesn't answer is asked again by the recovery; until then the pickup is `requested`, or `cancelled`. So is
 * one whose carrier can only be telephoned: the shipment says so.
 */
@Injectable()
export class ChangePickupCommand {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly quotes: QuoteLifecycle,
    private readonly carrierClient: BookingCarrierClient,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @param wish null calls the pickup off
   * @throws ApiError pickup_not_changeable, pickup_cutoff_passed, quote_expires_before_pickup, carrier_refused_pickup
   */
  async execute(tenant: Tenant, id: number, wish: ChangePickupDto | null): Promise<FreightDto> {
    const claim = await this.transactions.run(() => this.startChange(tenant, id, wish));
    if (!claim)
      return this.transactions.finish(async () =>
        this.freightLifecycle.toDto(await this.freightLifecycle.get(tenant, id)),
      );
    const result = await this.notifyCarrier(claim, this.carrierClient.deadlineMs);
    if (result.kind === 'refused') {
      await this.transactions.run(() => this.applyResult(claim, result));
      throw new ApiError('carrier_refused_pickup', { message: `The carrier refused: ${result.reason}` });
    }
    return this.transactions.finish(async () =>
      this.freightLifecycle.toDto(await this.applyResult(claim, result)),
    );
  }

  /** The first transaction: what is wanted, and a claim on the call; null when there is no carrier to call. */
  private async startChange(
    tenant: Tenant,
    id: number,
    wish: ChangePickupDto | null,
  ): Promise<CarrierCallLease | null> {
    const freight = await this.freightLifecycle.lock(tenant, id);
    const booking = await this.bookings.findByFreight(tenant, id);
    const key = buildCommandKey('pickup');
    if (key !== null && freight.commandKey === key) {
      return booking?.pending === 'pickup'
        ? this.bookings.claimCall(tenant, booking, 'pickup', this.carrierClient.leaseMs)
        : null;
    }
    if (!booking || booking.pending || !CHANGEABLE_STATUSES.includes(freight.status)) {
      throw new ApiError('pickup_not_changeable');
    }
    const quote = await this.quotes.get(tenant, freight.quoteId);
    const change = buildPickupChange(freight, wish, {
      quote,
      bookedDate: booking.tender.pickupDate,
      now: new Date(),
      cutoff: this.carrierClient.pickupCutoff,
    });
    if (isPickupUnchanged(change)) {
      const { warnings } = change.wanted!;
      if (!isDeepStrictEqual(warnings, freight.warnings))
        await this.freightLifecycle.applyChanges(tenant, freight, { warnings });
      return null;
    }
    // Nobody was asked: somebody has to call, and the pickup stays requested until the shipment is confirmed.
    if (freight.proNumber === null) {
      await this.freightLifecycle.applyChanges(tenant, freight, {
        ...buildManualCallChange(freight, change),
        commandKey: key,
      });
      return null;
    }
    await this.freightLifecycle.applyChanges(tenant, freight, { commandKey: key });
    return this.bookings.claimPickupChange(tenant, booking, change, this.carrierClient.leaseMs);
  }

  /** Tells the carrier, outside of any transaction. */
  private async notifyCarrier(
    { tenant, booking }: CarrierCallLease,
    limitMs?: number,
  ): Promise<CarrierCallResult<PickupAnswer>> {
    const { proNumber } = await this.freightLifecycle.get(tenant, booking.freightId);
    return this.carrierClient.sendPickupChange({ tenant, booking }, proNumber!, limitMs);
  }

  /** The outcome, in the caller's transaction. A refusal leaves the pickup as it was; silence shows what was asked for. */
  private async applyResult(
    claim: CarrierCallLease,
    result: CarrierCallResult<PickupAnswer>,
  ): Promise<Freight> {
    const { tenant } = claim;
    const freight = await this.freightLifecycle.lock(tenant, claim.booking.freightId);
    const booking = await this.bookings.lockIfHeld(claim);
    if (!booking) return freight;
    const change = getPickupChange(booking);
    const first = booking.attempts === 1;
    if (!CHANGEABLE_STATUSES.includes(freight.status)) {
      await this.bookings.closeCall(tenant, booking.id);
      return freight;
    }
    if (result.kind === 'failed') {
      await this.bookings.scheduleRetry(claim, this.carrierClient.retryDelayMs(claim));
      return first
        ? this.freightLifecycle.applyChanges(tenant, freight, buildPendingChange(freight, change))
        : freight;
    }
    await this.bookings.closeCall(tenant, booking.id);
    if (result.kind === 'done') {
      const { notified: told, confirmation } = result.answer;
      const values = told
        ? buildAcceptedChange(freight, change, confirmation)
        : buildManualCallChange(freight, change);
      return this.freightLifecycle.applyChanges(tenant, freight, values);
    }
    const statusReason = result.reason.slice(0, 255);
    return this.freightLifecycle.applyChanges(tenant, freight, {
      ...(!first && buildRestoredPickup(freight, change)),
      statusReason,
    });
  }

  /** Tells the carrier for a claim that was taken over, and writes down. */
  async complete(claim: CarrierCallLease): Promise<void> {
    const result = await this.notifyCarrier(claim);
    await this.transactions.run(() => this.applyResult(claim, result));
  }
}

function getPickupChange({ pickupChange }: Booking): PickupChange {
  return pickupChange!;
}
