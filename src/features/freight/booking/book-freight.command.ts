/**
 * Booking: how Lading books, cancels and reschedules freight with a carrier.
 *
 * A carrier may be slow, decline, stay silent, or accept while this process dies. Lading never books a shipment twice
 * and never loses a booking: it stores what it is about to do before it calls the carrier.
 *
 * ## Entities
 *
 * - `freight` holds the status (`freight-states.ts`) and the pickup status (`pickup-states.ts`). A transaction that
 *   changes a booking locks this row first, so commands on one shipment run one after the other.
 * - `bookings` has one row per shipment that left the draft: the tender as the carrier gets it on every attempt, and at
 *   most one open call. `pending` names the call (`tender`, `cancel`, `pickup`), `due_at` is the time of its next attempt,
 *   `attempts` counts attempts. A declined tender deletes the row.
 * - `CarrierCallLease` is one attempt at the open call. Its identity is (`booking.id`, `pending`, `attempts`).
 *
 * ## Steps
 *
 * `CarrierCommandRunner.runCarrierCommand()` runs the same three steps for `BookFreightCommand`, `CancelFreightCommand`
 * and `ChangePickupCommand`:
 *
 * 1. Intent, one transaction: validate, store the request and open the call with a lease. Booking also takes the quote,
 *    freezes the bill of lading and publishes `shipment.booked`. A tender by email or EDI is written here too, and
 *    needs no call.
 * 2. Call, outside of any transaction: the reference is the bill of lading number, by which most carriers recognize a
 *    repeat. For other carriers a repeat has `repeated: true`: the adapter looks the booking up or throws `CarrierUnsure`.
 *    Booking marks the freight `tendered` before the first call, so freight that is still `booked` never reached the carrier.
 * 3. Result, one transaction together with the stored response of the `Idempotency-Key`.
 *
 * | result of the call               | book                              | cancel                     | pickup                        |
 * | -------------------------------- | --------------------------------- | -------------------------- | ----------------------------- |
 * | `done`                           | `carrier_accepted` or `scheduled` | `voided`                   | `confirmed` or `changed`      |
 * | `refused`                        | draft again, 422                  | unchanged, 422             | unchanged, 422                |
 * | `failed`                         | stays `tendered`, retry           | `voided`, retry            | `requested`/`cancelled`, retry |
 * | `failed` and `unsure`            | `status_reason` asks a person     | -                          | -                             |
 * | no result before the deadline    | call goes on in the background    | aborted, same as `failed`  | aborted, same as `failed`     |
 *
 * ## Leases and due times
 *
 * A request waits for `BOOKING_DEADLINE` (10 s by default). A call is aborted after three times that long. A lease sets
 * `due_at` five seconds after the abort, so a due call has no live owner. `BookingRecoveryService` claims due calls every two
 * seconds, ten at a time, with `FOR UPDATE SKIP LOCKED`. Each claim increments `attempts`, and `lockIfHeld` discards the
 * result of an older attempt. A failed call is due again after 5 s, doubled on each attempt up to 15 minutes.
 *
 * ## Crash recovery
 *
 * | the process dies …             | stored state                       | what happens next                                       |
 * | ------------------------------ | ---------------------------------- | ------------------------------------------------------- |
 * | before the intent commits      | draft                              | nothing; the client retries                             |
 * | after the intent               | `booked`, call due                 | the recovery makes the first call                       |
 * | during the call                | `tendered`, call due               | the recovery repeats the call with the same reference   |
 * | before the result commits      | `tendered`, call due               | the same; the carrier returns the booking it has        |
 *
 * A repeat of the request is recognized by `freight.command_key` and takes the open call over without waiting for the
 * recovery. A stopping process gives its calls three seconds, then makes them due at once.
 *
 * ## Limits
 *
 * - An adapter that cannot look up a booking reports `CarrierUnsure`. It is asked ten times (about half an hour),
 *   then a person has to confirm or cancel.
 * - Retries of a silent carrier have no limit: the shipment is listed by `attention=true` after 15 minutes.
 * - Canceled freight is compared with the carrier's tracking once a day until ten days after the pickup day
 *   (`BookingReconciliationService`).
 * - The price holds for a pickup up to 14 days after the booked day. A tariff's price also depends on the pickup day
 *   (`PickupRepricingService`).
 */
import { Injectable } from '@nestjs/common';
import type { TenderAnswer } from '../../carriers/parse-tender.js';
import { ApiError } from '../../../platform/http/errors/api-error.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { BolService } from '../bol/bol.service.js';
import type { FreightDto } from '../record/freight.dto.js';
import type { Freight } from '../record/freight.entity.js';
import { shipmentBooked } from '../record/freight.events.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { BookingCarrierClient, type CarrierCallResult } from './booking-carrier-client.js';
import { BookingMethodService, type BookingMethod } from './booking-method.service.js';
import { planBooking } from './booking-plan.js';
import type { BookFreightDto } from './booking.dto.js';
import { BookingsRepository, type CarrierCallLease } from './bookings.repository.js';
import { formatPossiblyBookedMessage } from './cancellation-messages.js';
import { buildCommandKey, CarrierCommandRunner, type CarrierCommand } from './carrier-command-runner.js';
import { PickupRepricingService } from './pickup-repricing.service.js';
import { TenderOutcomeService } from './tender-outcome.service.js';

/** Calls after which the recovery stops asking a carrier whether it has a booking: about half an hour. */
const MAX_TENDER_INQUIRIES = 10;

@Injectable()
export class BookFreightCommand implements CarrierCommand<TenderAnswer> {
  readonly atDeadline = 'continue';

  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly bols: BolService,
    private readonly bookingMethods: BookingMethodService,
    private readonly carrierClient: BookingCarrierClient,
    private readonly outcomes: TenderOutcomeService,
    private readonly repricing: PickupRepricingService,
    private readonly runner: CarrierCommandRunner,
  ) {}

  /**
   * Returns the freight once the carrier has responded or the deadline has passed.
   * @throws ApiError conflicting_values, freight_not_draft, quote_expired, quote_already_booked, booking_incomplete,
   *   address_differs_from_quote, freight_differs_from_quote, quote_expires_before_pickup, pickup_changes_price,
   *   carrier_not_connected, carrier_declined, quota_exceeded
   */
  execute(tenant: Tenant, id: number, request: BookFreightDto): Promise<FreightDto> {
    return this.runner.runCarrierCommand(this, tenant, id, () => this.storeIntent(tenant, id, request));
  }

  /** Completes a tender that the recovery has claimed. */
  complete(lease: CarrierCallLease): Promise<void> {
    return this.runner.complete(this, lease);
  }

  /** Returns null if no call is needed: a manual booking, a tender by email or EDI, or a repeat that finds the call closed. */
  private async storeIntent(
    tenant: Tenant,
    id: number,
    request: BookFreightDto,
  ): Promise<CarrierCallLease | null> {
    const freight = await this.freightLifecycle.lock(tenant, id);
    const commandKey = buildCommandKey('book');
    if (freight.status !== 'draft' && commandKey !== null && freight.commandKey === commandKey)
      return this.bookings.reclaimCall(tenant, id, 'tender', this.carrierClient.leaseMs);
    const method = await this.bookingMethods.resolve(
      tenant,
      await this.repricing.getQuote(tenant, freight.quoteId),
    );
    const booked = await this.leaveDraft(tenant, freight, method, request, commandKey);
    // Errors in the draft take precedence over a missing connection.
    if (method.kind === 'not_connected') throw new ApiError('carrier_not_connected');
    if (method.kind === 'api') return { tenant, booking: booked.booking };
    if (method.kind === 'email') {
      const tendered = await this.freightLifecycle.transition(tenant, booked.freight, 'tender');
      await this.bookingMethods.sendTender(tenant, tendered, method.email);
    }
    if (method.kind === 'edi') await this.tenderByEdi(tenant, booked, method);
    return null;
  }

  /** The document commits together with the booking, so a repeat never writes a second one. */
  private async tenderByEdi(
    tenant: Tenant,
    { freight, booking }: { freight: Freight; booking: CarrierCallLease['booking'] },
    { terms }: BookingMethod & { kind: 'edi' },
  ): Promise<void> {
    const tendered = await this.freightLifecycle.transition(tenant, freight, 'tender');
    await this.bookingMethods.writeTender(tenant, tendered, booking, terms);
    if (terms.expectsResponse) return;
    await this.outcomes.accept(tenant, tendered, booking, { proNumber: null, pickupConfirmation: null });
  }

  private async leaveDraft(
    tenant: Tenant,
    draft: Freight,
    method: BookingMethod | { kind: 'simulated' },
    request: BookFreightDto,
    commandKey: string | null,
  ) {
    if (draft.status !== 'draft') throw new ApiError('freight_not_draft');
    const manual = method.kind === 'manual';
    const quote = await this.repricing.bookQuote(tenant, draft.quoteId);
    const { pickupCutoff, leaseMs } = this.carrierClient;
    const { values, tender } = planBooking(
      draft,
      quote,
      request,
      pickupCutoff,
      manual ? method.warning : null,
    );
    const { warnings, isRerated } = await this.repricing.checkDay(tenant, quote, values.pickupDate, {
      warnings: values.warnings,
      param: 'ship_date',
    });
    const trigger = manual ? 'book_by_hand' : 'book';
    const booked = await this.freightLifecycle.transition(tenant, draft, trigger, {
      ...values,
      warnings,
      commandKey,
    });
    const freight = await this.repricing.adjust(tenant, booked, { isRerated, quote });
    const booking = await this.bookings.create(
      tenant,
      {
        freightId: draft.id,
        carrierId: method.kind === 'api' ? method.carrierId : quote.carrierId,
        sentByEdi: method.kind === 'edi',
        tender,
        draftPickupTimes: draft.pickupTimes,
      },
      method.kind === 'api' ? leaseMs : null,
    );
    await this.bols.freeze(tenant, freight, quote);
    await this.freightLifecycle.publish(tenant, shipmentBooked, freight);
    return { freight, booking };
  }

  async callCarrier(lease: CarrierCallLease): Promise<CarrierCallResult<TenderAnswer> | null> {
    const attempt = await this.runner.runIfHeld(lease, async (freight) => {
      if (freight.status !== 'booked') return 'repeated';
      await this.freightLifecycle.transition(lease.tenant, freight, 'tender');
      return 'first';
    });
    return attempt && this.carrierClient.sendTender(lease, attempt === 'first');
  }

  async applyResult(
    lease: CarrierCallLease,
    freight: Freight,
    result: CarrierCallResult<TenderAnswer>,
  ): Promise<Freight> {
    const { tenant, booking } = lease;
    if (result.kind === 'done') return this.outcomes.accept(tenant, freight, booking, result.answer);
    if (result.kind === 'refused')
      return this.outcomes.decline(tenant, freight, booking, result.reason, { code: result.code });
    await this.bookings.recordTenderFailure(lease, result.reason, result.unsure === true);
    if (result.unsure && booking.attempts >= MAX_TENDER_INQUIRIES) await this.bookings.stopRetrying(lease);
    else await this.bookings.scheduleRetry(lease, this.carrierClient.retryDelayMs(lease), result.unheard);
    return result.unsure
      ? this.flagForManualFollowUp(tenant, freight, result.reason)
      : this.freightLifecycle.get(tenant, freight.id);
  }

  findRejection(_freight: Freight, result: CarrierCallResult<TenderAnswer> | null): ApiError | null {
    return result?.kind === 'refused'
      ? new ApiError('carrier_declined', { message: `The carrier declined: ${result.reason}` })
      : null;
  }

  /** Sets a status reason that tells a person what to ask the carrier. */
  private async flagForManualFollowUp(tenant: Tenant, freight: Freight, reason: string): Promise<Freight> {
    if (freight.status === 'voided') {
      const message = formatPossiblyBookedMessage(freight);
      return this.freightLifecycle.setVoidedStatusReason(tenant, freight, message);
    }
    const statusReason = reason.slice(0, 255);
    return freight.statusReason === statusReason
      ? this.freightLifecycle.get(tenant, freight.id)
      : this.freightLifecycle.applyChanges(tenant, freight, { statusReason });
  }

  /**
   * Books with a known answer and without a call, in the caller's transaction. Returns accepted and voided freight
   * unchanged. @throws ApiError the same as `execute` before its call
   */
  async bookWithAnswer(
    tenant: Tenant,
    id: number,
    buildAnswer: (scac: string, reference: string) => TenderAnswer,
  ): Promise<Freight> {
    let freight = await this.freightLifecycle.lock(tenant, id);
    if (freight.status === 'draft')
      ({ freight } = await this.leaveDraft(tenant, freight, { kind: 'simulated' }, {}, null));
    const booking = await this.bookings.findByFreight(tenant, id);
    if (!booking || freight.proNumber !== null || freight.status === 'voided') return freight;
    if (freight.status === 'booked')
      freight = await this.freightLifecycle.transition(tenant, freight, 'tender');
    const answer = buildAnswer(freight.scac, booking.tender.reference);
    return this.outcomes.accept(tenant, freight, booking, answer);
  }
}
