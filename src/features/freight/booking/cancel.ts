import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { EventsService } from '../../events/events.service.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import { Quotes } from '../../quotes/quotes.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import type { FreightDto } from '../record/freight.dto.js';
import type { Freight } from '../record/freight.entity.js';
import { FREIGHT_STATES } from '../record/freight-states.js';
import { PICKUP_STATES } from '../record/pickup-states.js';
import { aboutFreight, shipmentCancelled, shipmentInEvent } from '../record/shipment.events.js';
import type { MoveValues } from '../record/move-values.js';
import { Shipments } from '../record/shipments.js';
import { Tenders } from '../tenders/tenders.service.js';
import { BookingsRepository, type Claim } from './bookings.repository.js';
import { byMail, byTelephone, mayHaveIt, notHeard } from './called-off.js';
import { CarrierCalls, type CallResult } from './carrier-calls.js';
import { commandKey } from './command-key.js';

/**
 * Cancels a shipment that no carrier has picked up yet. One that a carrier has booked is called off with the carrier
 * first: the claim on the call is stored, the call is made outside of any transaction, and then what came of it is
 * stored and answered. A carrier that doesn't answer is told again by the recovery until it does; until then, and where it
 * can only be telephoned, the voided shipment's reason says so.
 */
@Injectable()
export class CancelShipment {
  constructor(
    private readonly shipments: Shipments,
    private readonly bookings: BookingsRepository,
    private readonly quotes: Quotes,
    private readonly tenders: Tenders,
    private readonly calls: CarrierCalls,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws ApiError freight_not_cancellable, carrier_refused_cancel */
  async run(tenant: Tenant, id: number): Promise<FreightDto> {
    const claim = await this.transactions.run(() => this.begin(tenant, id));
    if (!claim)
      return this.transactions.finish(async () =>
        this.shipments.present(await this.shipments.get(tenant, id)),
      );
    const result = await this.tell(claim, this.calls.deadlineMs);
    if (result.kind === 'refused') {
      await this.transactions.run(() => this.settle(claim, result));
      throw new ApiError('carrier_refused_cancel', { message: `The carrier refused: ${result.reason}` });
    }
    // What came of it is kept also where the shipment was picked up meanwhile: only then is the request refused.
    const voided = await this.transactions.run(async () => {
      const freight = await this.settle(claim, result);
      if (freight.status !== 'voided') return null;
      return this.transactions.finish(() => Promise.resolve(this.shipments.present(freight)));
    });
    if (!voided) throw new ApiError('freight_not_cancellable');
    return voided;
  }

  /**
   * The first transaction: a claim on the call to the carrier that has the freight booked, or null when no carrier
   * needs to be asked and the shipment is voided already.
   */
  private async begin(tenant: Tenant, id: number): Promise<Claim | null> {
    const freight = await this.shipments.lock(tenant, id);
    const key = commandKey('cancel');
    const repeated = key !== null && freight.commandKey === key;
    if (repeated && freight.status === 'voided') return null;
    const booking = await this.bookings.ofFreight(tenant, id);
    const inProgress = booking?.pending === 'cancel' && !repeated;
    if (inProgress || FREIGHT_STATES.next(freight.status, 'cancel') === null) {
      throw new ApiError('freight_not_cancellable');
    }
    if (booking && freight.proNumber !== null) {
      await this.shipments.note(tenant, freight, { commandKey: key });
      return this.bookings.claim(tenant, booking, 'cancel', this.calls.leaseMs);
    }
    // What was not sent yet stays unsent. What was sent stays open: if the carrier accepts, it is cancelled with it.
    if (booking && freight.status === 'booked') await this.bookings.close(tenant, booking.id);
    const open = booking?.pending === 'tender' && freight.status === 'tendered';
    const unsure = open && freight.statusReason !== null;
    const mailed = await this.isMailed(tenant, freight);
    const statusReason = unsure ? mayHaveIt(freight) : mailed ? byMail(freight) : freight.statusReason;
    const voided = await this.void(tenant, freight, { commandKey: key, statusReason });
    if (open) await this.bookings.watch(tenant, booking.id);
    if (unsure) await this.shipments.leaveVoided(tenant, voided, statusReason);
    return null;
  }

  /** Tells the carrier, outside of any transaction. */
  private async tell({ tenant, booking }: Claim, limitMs?: number): Promise<CallResult<boolean>> {
    const { proNumber } = await this.shipments.get(tenant, booking.freightId);
    return this.calls.cancel({ tenant, booking }, proNumber!, limitMs);
  }

  /**
   * The outcome, in the caller's transaction. A refusal leaves the shipment as it is: the carrier comes for the freight
   * all the same, and the shipment says why. Silence voids it, and the carrier is told again.
   */
  private async settle(claim: Claim, result: CallResult<boolean>): Promise<Freight> {
    const { tenant, booking } = claim;
    const freight = await this.shipments.lock(tenant, booking.freightId);
    if (!(await this.bookings.holding(claim))) return freight;
    if (isTooLate(freight)) return this.settleTooLate(claim, freight, result);
    if (result.kind === 'refused') return this.settleRefused(claim, freight, result.reason);
    if (result.kind === 'failed') {
      await this.bookings.postpone(claim, this.calls.retryDelayMs(claim));
      return this.voidMeanwhile(tenant, freight, notHeard(freight));
    }
    await this.bookings.closeCancelled(tenant, booking.id);
    if (result.answer) return this.voidForGood(tenant, freight, null);
    if (await this.isMailed(tenant, freight)) return this.voidMeanwhile(tenant, freight, byMail(freight));
    return this.voidForGood(tenant, freight, byTelephone(freight));
  }

  private async settleRefused(
    { tenant, booking }: Claim,
    freight: Freight,
    reason: string,
  ): Promise<Freight> {
    await this.bookings.close(tenant, booking.id);
    const statusReason = reason.slice(0, 255);
    return freight.status === 'voided'
      ? this.shipments.leaveVoided(tenant, freight, statusReason)
      : this.shipments.note(tenant, freight, { statusReason });
  }

  /** The service itself tells the carrier yet: by another call, or by mail. */
  private async voidMeanwhile(tenant: Tenant, freight: Freight, statusReason: string): Promise<Freight> {
    const voided = await this.voided(tenant, freight, statusReason);
    if (voided.statusReason === statusReason) return voided;
    return this.shipments.note(tenant, voided, { statusReason });
  }

  /** @param statusReason what a person must do yet, if anything */
  private async voidForGood(tenant: Tenant, freight: Freight, statusReason: string | null): Promise<Freight> {
    const voided = await this.voided(tenant, freight, statusReason);
    return this.shipments.leaveVoided(tenant, voided, statusReason);
  }

  private async voided(tenant: Tenant, freight: Freight, statusReason: string | null): Promise<Freight> {
    return freight.status === 'voided' ? freight : this.void(tenant, freight, { statusReason });
  }

  /** Whether who took the tender by mail gets one that it is cancelled. @param freight before it is voided */
  private async isMailed(tenant: Tenant, { tender }: Freight): Promise<boolean> {
    if (tender?.state !== 'accepted' || tender.sentAt === null) return false;
    return (await this.tenders.unreachable(tenant, tender.email)) === null;
  }

  /** The carrier picked it up before it answered: the freight goes on, and the carrier isn't told of it again. */
  private async settleTooLate(
    { tenant, booking }: Claim,
    freight: Freight,
    result: CallResult<boolean>,
  ): Promise<Freight> {
    await this.bookings.close(tenant, booking.id);
    if (result.kind !== 'done' || !result.answer) return freight;
    const { scac, proNumber } = freight;
    const statusReason = `${scac} has cancelled PRO ${proNumber} although it was picked up: telephone it.`;
    return this.shipments.note(tenant, freight, { statusReason });
  }

  /**
   * Voids a shipment in the caller's transaction, whoever cancelled it: the shipper or the carrier. The quote is free
   * if a booking held it. @param freight locked
   */
  async void(tenant: Tenant, freight: Freight, values: MoveValues = {}): Promise<Freight> {
    const expected = PICKUP_STATES.next(freight.pickupStatus, 'cancel') !== null;
    const voided = await this.shipments.move(tenant, freight, 'cancel', {
      ...values,
      ...(expected && { pickup: 'cancel' }),
    });
    if (freight.status !== 'draft') await this.quotes.release(tenant, freight.quoteId);
    const shipment = shipmentInEvent(voided, 'VOIDED');
    await this.events.publish(tenant, shipmentCancelled, { shipment }, aboutFreight(voided));
    return voided;
  }

  /** Tells the carrier for a claim that was taken over, and writes down. */
  async complete(claim: Claim): Promise<void> {
    if (!(await this.transactions.run(() => this.stillWanted(claim)))) return;
    const result = await this.tell(claim);
    await this.transactions.run(() => this.settle(claim, result));
  }

  /** False when the shipment was picked up meanwhile, which closes the call, or when somebody else has it. */
  private async stillWanted(claim: Claim): Promise<boolean> {
    const { tenant, booking } = claim;
    const freight = await this.shipments.lock(tenant, booking.freightId);
    if (!(await this.bookings.holding(claim))) return false;
    if (!isTooLate(freight)) return true;
    await this.bookings.close(tenant, booking.id);
    return false;
  }
}

/** It can't be cancelled any more, and wasn't. */
function isTooLate({ status }: Freight): boolean {
  return status !== 'voided' && FREIGHT_STATES.next(status, 'cancel') === null;
}
