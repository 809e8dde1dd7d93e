import { Injectable } from '@nestjs/common';
import type { CarrierScan, TrackingAnswer } from '../../carriers/parse-tracking.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { runInBatches } from '../../../platform/jobs/run-in-batches.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { daysBetween, type Day } from '../../../domain/days.js';
import type { Freight } from '../record/freight.entity.js';
import { shipmentException } from '../record/freight.events.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { BookingsRepository, type CarrierCallLease } from './bookings.repository.js';
import { BookingCarrierClient } from './booking-carrier-client.js';
import { PeriodicJob } from '../../../platform/jobs/periodic-jobs.js';

const BATCH = 10;
/** Days after the pickup day for which canceled freight is watched. */
const RECONCILE_DAYS = 10;

/** Asks carriers once a day whether canceled freight is moving, because the carrier bills freight that it moves. */
@Injectable()
export class BookingReconciliationService {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly bookings: BookingsRepository,
    private readonly carrierClient: BookingCarrierClient,
    private readonly transactions: Transactions,
  ) {}

  /** Returns the number of bookings checked. Safe to run in several processes. */
  @PeriodicJob('1m', 'reconciling bookings')
  async reconcileDue(): Promise<number> {
    return runInBatches(BATCH, async (limit) => {
      const leases = await this.bookings.claimDueReconciliations(limit);
      await Promise.all(leases.map((lease) => this.carrierClient.runInBackground(this.reconcile(lease))));
      return leases.length;
    });
  }

  private async reconcile(lease: CarrierCallLease): Promise<void> {
    const { tenant, booking } = lease;
    const { proNumber, pickupDate, status } = await this.freightLifecycle.get(tenant, booking.freightId);
    const watched = status === 'voided' && !isPastReconciliation(pickupDate ?? booking.tender.pickupDate);
    const result =
      watched && proNumber !== null ? await this.carrierClient.fetchTracking(lease, proNumber) : null;
    const moving = result?.kind === 'done' && result.answer ? findMovingScan(result.answer) : null;
    if (watched && !moving) return;
    await this.transactions.run(async () => {
      const freight = await this.freightLifecycle.lock(tenant, booking.freightId);
      if (freight.status === 'voided') {
        if (moving) await this.reportUnexpectedMovement(tenant, freight, moving);
        // The carrier no longer comes for it, so no person has to call.
        else if (freight.trackingStatus === 'exception')
          await this.freightLifecycle.updateTrackingStatus(tenant, freight.id, 'cancelled');
      }
      await this.bookings.finishReconciliation(tenant, booking.id);
    });
  }

  private async reportUnexpectedMovement(
    tenant: Tenant,
    freight: Freight,
    { location }: CarrierScan,
  ): Promise<void> {
    const { id, scac, proNumber } = freight;
    const where = location === '' ? '' : ` in ${location}`;
    const statusReason = `${scac} is moving PRO ${proNumber}${where} although it was canceled. Call the carrier.`;
    const noted = await this.freightLifecycle.applyChanges(tenant, freight, {
      statusReason: statusReason.slice(0, 255),
    });
    await this.freightLifecycle.updateTrackingStatus(tenant, id, 'exception');
    await this.freightLifecycle.publish(tenant, shipmentException, noted, location);
  }
}

function isPastReconciliation(pickupDate: Day): boolean {
  return daysBetween(pickupDate, new Date().toISOString().slice(0, 10)) > RECONCILE_DAYS;
}

/** Returns the latest scan, or null if the freight has not moved or is canceled at the carrier. */
function findMovingScan({ scans }: TrackingAnswer): CarrierScan | null {
  const last = scans.toSorted((a, b) => Number(a.occurredAt) - Number(b.occurredAt)).at(-1);
  return last && last.status !== 'pending' && last.status !== 'cancelled' ? last : null;
}
