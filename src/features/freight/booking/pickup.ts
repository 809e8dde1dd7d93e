import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { PickupAnswer } from '../../carriers/carrier-gateway.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import { Quotes } from '../../quotes/quotes.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { FreightDto } from '../record/freight.dto.js';
import type { Freight } from '../record/freight.entity.js';
import { Shipments } from '../record/shipments.js';
import type { Booking, PickupChange } from './booking.entity.js';
import type { ChangePickupDto } from '../record/pickup.dto.js';
import { BookingsRepository, type Claim } from './bookings.repository.js';
import { CarrierCalls, type CallResult } from './carrier-calls.js';
import { commandKey } from './command-key.js';
import { changed, restored, standsAlready, unanswered, untold, wantedPickup } from './pickup-change.js';

const UNDER_WAY = ['created', 'carrier_accepted', 'scheduled'];

/**
 * Changes the pickup of a booked shipment, or calls it off and leaves the booking. Built like booking itself: what is wanted
 * is stored with a claim on the call, the carrier is asked outside of any transaction, then what came of it is stored. A
 * carrier that doesn't answer is asked again by the recovery; until then the pickup is `requested`, or `cancelled`. So is
 * one whose carrier can only be telephoned: the shipment says so.
 */
@Injectable()
export class ChangePickup {
  constructor(
    private readonly shipments: Shipments,
    private readonly bookings: BookingsRepository,
    private readonly quotes: Quotes,
    private readonly calls: CarrierCalls,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @param wish null calls the pickup off
   * @throws ApiError pickup_not_changeable, pickup_cutoff_passed, quote_expires_before_pickup, carrier_refused_pickup
   */
  async run(tenant: Tenant, id: number, wish: ChangePickupDto | null): Promise<FreightDto> {
    const claim = await this.transactions.run(() => this.begin(tenant, id, wish));
    if (!claim)
      return this.transactions.finish(async () =>
        this.shipments.present(await this.shipments.get(tenant, id)),
      );
    const result = await this.tell(claim, this.calls.deadlineMs);
    if (result.kind === 'refused') {
      await this.transactions.run(() => this.settle(claim, result));
      throw new ApiError('carrier_refused_pickup', { message: `The carrier refused: ${result.reason}` });
    }
    return this.transactions.finish(async () => this.shipments.present(await this.settle(claim, result)));
  }

  /** The first transaction: what is wanted, and a claim on the call; null when there is no carrier to call. */
  private async begin(tenant: Tenant, id: number, wish: ChangePickupDto | null): Promise<Claim | null> {
    const freight = await this.shipments.lock(tenant, id);
    const booking = await this.bookings.ofFreight(tenant, id);
    const key = commandKey('pickup');
    if (key !== null && freight.commandKey === key) {
      return booking?.pending === 'pickup'
        ? this.bookings.claim(tenant, booking, 'pickup', this.calls.leaseMs)
        : null;
    }
    if (!booking || booking.pending || !UNDER_WAY.includes(freight.status)) {
      throw new ApiError('pickup_not_changeable');
    }
    const quote = await this.quotes.get(tenant, freight.quoteId);
    const change = wantedPickup(freight, wish, {
      quote,
      booked: booking.tender.pickupDate,
      now: new Date(),
      cutoff: this.calls.pickupCutoff,
    });
    if (standsAlready(change)) {
      const { warnings } = change.wanted!;
      if (!isDeepStrictEqual(warnings, freight.warnings))
        await this.shipments.note(tenant, freight, { warnings });
      return null;
    }
    // Nobody was asked: somebody has to call, and the pickup stays requested until the shipment is confirmed.
    if (freight.proNumber === null) {
      await this.shipments.note(tenant, freight, { ...untold(freight, change), commandKey: key });
      return null;
    }
    await this.shipments.note(tenant, freight, { commandKey: key });
    return this.bookings.claimPickup(tenant, booking, change, this.calls.leaseMs);
  }

  /** Tells the carrier, outside of any transaction. */
  private async tell({ tenant, booking }: Claim, limitMs?: number): Promise<CallResult<PickupAnswer>> {
    const { proNumber } = await this.shipments.get(tenant, booking.freightId);
    return this.calls.pickup({ tenant, booking }, proNumber!, limitMs);
  }

  /** The outcome, in the caller's transaction. A refusal leaves the pickup as it was; silence shows what was asked for. */
  private async settle(claim: Claim, result: CallResult<PickupAnswer>): Promise<Freight> {
    const { tenant } = claim;
    const freight = await this.shipments.lock(tenant, claim.booking.freightId);
    const booking = await this.bookings.holding(claim);
    if (!booking) return freight;
    const change = changeOf(booking);
    const first = booking.attempts === 1;
    if (!UNDER_WAY.includes(freight.status)) {
      await this.bookings.close(tenant, booking.id);
      return freight;
    }
    if (result.kind === 'failed') {
      await this.bookings.postpone(claim, this.calls.retryDelayMs(claim));
      return first ? this.shipments.note(tenant, freight, unanswered(freight, change)) : freight;
    }
    await this.bookings.close(tenant, booking.id);
    if (result.kind === 'done') {
      const { told, confirmation } = result.answer;
      const values = told ? changed(freight, change, confirmation) : untold(freight, change);
      return this.shipments.note(tenant, freight, values);
    }
    const statusReason = result.reason.slice(0, 255);
    return this.shipments.note(tenant, freight, { ...(!first && restored(freight, change)), statusReason });
  }

  /** Tells the carrier for a claim that was taken over, and writes down. */
  async complete(claim: Claim): Promise<void> {
    const result = await this.tell(claim);
    await this.transactions.run(() => this.settle(claim, result));
  }
}

function changeOf({ pickupChange }: Booking): PickupChange {
  return pickupChange!;
}
