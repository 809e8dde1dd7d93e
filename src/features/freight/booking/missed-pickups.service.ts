import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { EventsService } from '../../events/events.service.js';
import { runInBatches } from '../../../platform/jobs/run-in-batches.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { FREIGHT_STATES } from '../record/freight-states.js';
import { PICKUP_STATES } from '../record/pickup-states.js';
import { toFreightEventSubjects, shipmentException, toEventShipment } from '../record/freight.events.js';
import { FreightLifecycle } from '../record/freight-lifecycle.js';
import { PeriodicJob } from '../../../platform/jobs/periodic-jobs.js';

const BATCH = 100;

/** Pickups whose day has ended at the origin without a scan of the carrier's. */
@Injectable()
export class MissedPickupsService {
  constructor(
    private readonly freightLifecycle: FreightLifecycle,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** Says so of each, in batches until nothing is left; says how many. Safe in several processes at once. */
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
    const statusReason = `The carrier did not pick up on ${freight.pickupDate}.`;
    const missed = await this.freightLifecycle.applyChanges(tenant, freight, {
      pickup: 'miss',
      statusReason,
    });
    const { city, state } = missed.shipFrom;
    const shipment = toEventShipment(missed, 'EXCEPTION', `${city}, ${state}`);
    await this.events.publish(tenant, shipmentException, { shipment }, toFreightEventSubjects(missed));
  }
}
