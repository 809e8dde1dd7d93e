import { Injectable } from '@nestjs/common';
import type { CarrierScan, TrackingAnswer } from '../../carriers/parse-tracking.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { EventsService } from '../../events/events.service.js';
import { runInBatches } from '../../../platform/jobs/run-in-batches.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { daysBetween, type Day } from '../../../domain/days.js';
import type { Freight } from '../record/freight.entity.js';
import { toFreightEventSubjects, shipmentException, toEventShipment } from '../record/freight.events.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { BookingsRepository, type CarrierCallLease } from './bookings.repository.js';
import { BookingCarrierClient } from './booking-carrier-client.js';
import { PeriodicJob } from '../../../platform/jobs/periodic-jobs.js';

const BATCH = 10;
/** Days from the pickup day on in which a truck may still have come for it. */
const RECONCILE_DAYS = 10;

/**
 * Compares what was called off with what the carrier says of it, a day later and every day until ten days after the
 * pickup day: freight that moves all the same is billed. What stands booked is followed by tracking anyway, and a pickup
 * that nobody came for is said to be missed.
 */
@Injectable()
export class BookingReconciliationService {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly carrierClient: BookingCarrierClient,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** Asks about all that are due; says how many. Safe in several processes at once. */
  @PeriodicJob('1m', 'reconciling bookings')
  async reconcileDue(): Promise<number> {
    return runInBatches(BATCH, async (limit) => {
      const claims = await this.bookings.claimDueReconciliations(limit);
      await Promise.all(claims.map((claim) => this.carrierClient.runInBackground(this.reconcile(claim))));
      return claims.length;
    });
  }

  private async reconcile(claim: CarrierCallLease): Promise<void> {
    const { tenant, booking } = claim;
    const { proNumber, pickupDate, status } = await this.freightLifecycle.get(tenant, booking.freightId);
    const watched = status === 'voided' && !isPastReconciliation(pickupDate ?? booking.tender.pickupDate);
    const asked =
      watched && proNumber !== null ? await this.carrierClient.fetchTracking(claim, proNumber) : null;
    const moving = asked?.kind === 'done' && asked.answer ? findMovingScan(asked.answer) : null;
    if (watched && !moving) return;
    await this.transactions.run(async () => {
      const freight = await this.freightLifecycle.lock(tenant, booking.freightId);
      if (freight.status === 'voided') {
        if (moving) await this.reportUnexpectedMovement(tenant, freight, moving);
        // Nobody comes for it any more: nobody has to telephone.
        else if (freight.trackingStatus === 'exception')
          await this.freightLifecycle.updateTrackingStatus(tenant, freight.id, 'cancelled');
      }
      await this.bookings.finishReconciliation(tenant, booking.id);
    });
  }

  /** A person must call: the shipment is among those that need attention, and says why. */
  private async reportUnexpectedMovement(
    tenant: Tenant,
    freight: Freight,
    { location }: CarrierScan,
  ): Promise<void> {
    const { id, scac, proNumber } = freight;
    const where = location === '' ? '' : ` in ${location}`;
    const statusReason = `${scac} moves PRO ${proNumber}${where} although it was cancelled: telephone it.`;
    const noted = await this.freightLifecycle.applyChanges(tenant, freight, {
      statusReason: statusReason.slice(0, 255),
    });
    await this.freightLifecycle.updateTrackingStatus(tenant, id, 'exception');
    const shipment = toEventShipment(noted, 'EXCEPTION', location);
    await this.events.publish(tenant, shipmentException, { shipment }, toFreightEventSubjects(noted));
  }
}

function isPastReconciliation(pickupDate: Day): boolean {
  return daysBetween(pickupDate, today()) > RECONCILE_DAYS;
}

function today(): Day {
  return new Date().toISOString().slice(0, 10);
}

/** The carrier's last word of the freight on its way; null when it has it nowhere, or agrees that it is cancelled. */
function findMovingScan({ scans }: TrackingAnswer): CarrierScan | null {
  const last = scans.toSorted((a, b) => Number(a.occurredAt) - Number(b.occurredAt)).at(-1);
  return last && last.status !== 'pending' && last.status !== 'cancelled' ? last : null;
}
