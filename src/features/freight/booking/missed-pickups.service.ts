import { Injectable } from '@nestjs/common';
import { CarrierGateway } from '../../carriers/carrier-gateway.js';
import { Transactions } from '../../../platform/database/transactions.js';
import { runInBatches } from '../../../platform/jobs/run-in-batches.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { FREIGHT_STATES, PICKUP_STATES } from '../record/freight-states.js';
import { shipmentException } from '../record/freight.events.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { PeriodicJob } from '../../../platform/jobs/periodic-jobs.js';

const BATCH = 100;

/**
 * Marks pickups as missed whose day has ended at the origin without a scan. If no scan can arrive, a person has to ask the
 * carrier.
 */
@Injectable()
export class MissedPickupsService {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly gateway: CarrierGateway,
    private readonly transactions: Transactions,
  ) {}

  /** Returns the number of pickups processed. Safe to run in several processes. */
  @PeriodicJob('1m', 'missed pickups')
  async recordDue(): Promise<number> {
    return runInBatches(BATCH, (limit) => this.recordBatch(limit));
  }

  private async recordBatch(limit: number): Promise<number> {
    return this.transactions.run(async () => {
      const due = await this.freightLifecycle.lockMissedPickups(limit);
      for (const { id, ...tenant } of due) await this.recordMissedPickup(tenant, id);
      return due.length;
    });
  }

  private async recordMissedPickup(tenant: Tenant, id: number): Promise<void> {
    const freight = await this.freightLifecycle.get(tenant, id);
    const pickedUp = FREIGHT_STATES.next(freight.status, 'cancel') === null;
    if (pickedUp || PICKUP_STATES.next(freight.pickupStatus, 'miss') === null) {
      await this.freightLifecycle.applyChanges(tenant, freight, { pickupEndsAt: null });
      return;
    }
    if (freight.proNumber === null || !(await this.gateway.reportsScans(tenant, freight.scac))) {
      const statusReason = `Lading receives no scans from ${freight.scac} for this shipment. Ask the carrier whether it picked up the shipment on ${freight.pickupDate}. Then record the pickup as a scan, or change the pickup.`;
      await this.freightLifecycle.applyChanges(tenant, freight, { pickupEndsAt: null, statusReason });
      return;
    }
    const statusReason = `The carrier did not pick up the shipment on ${freight.pickupDate}.`;
    const missed = await this.freightLifecycle.applyChanges(tenant, freight, {
      pickup: 'miss',
      statusReason,
    });
    const { city, state } = missed.shipFrom;
    await this.freightLifecycle.publish(tenant, shipmentException, missed, `${city}, ${state}`);
  }
}
