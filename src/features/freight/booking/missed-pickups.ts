import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions.js';
import { EventsService } from '../../events/events.service.js';
import { inBatches } from '../../../platform/jobs/batches.js';
import type { Tenant } from '../../../platform/tenancy/tenant.js';
import { FREIGHT_STATES } from '../record/freight-states.js';
import { PICKUP_STATES } from '../record/pickup-states.js';
import { aboutFreight, shipmentException, shipmentInEvent } from '../record/shipment.events.js';
import { Shipments } from '../record/shipments.js';

const BATCH = 100;

/** Pickups whose day has ended at the origin without a scan of the carrier's. */
@Injectable()
export class MissedPickups {
  constructor(
    private readonly shipments: Shipments,
    private readonly events: EventsService,
    private readonly transactions: Transactions,
  ) {}

  /** Says so of each, in batches until nothing is left; says how many. Safe in several processes at once. */
  async finishDue(): Promise<number> {
    return inBatches(BATCH, (limit) => this.batch(limit));
  }

  private async batch(limit: number): Promise<number> {
    return this.transactions.run(async () => {
      const due = await this.shipments.lockMissed(limit);
      for (const { id, ...tenant } of due) await this.miss(tenant, id);
      return due.length;
    });
  }

  private async miss(tenant: Tenant, id: number): Promise<void> {
    const freight = await this.shipments.get(tenant, id);
    const pickedUp = FREIGHT_STATES.next(freight.status, 'cancel') === null;
    if (pickedUp || PICKUP_STATES.next(freight.pickupStatus, 'miss') === null) {
      await this.shipments.note(tenant, freight, { pickupEndsAt: null });
      return;
    }
    const statusReason = `The carrier did not pick up on ${freight.pickupDate}.`;
    const missed = await this.shipments.note(tenant, freight, { pickup: 'miss', statusReason });
    const { city, state } = missed.shipFrom;
    const shipment = shipmentInEvent(missed, 'EXCEPTION', `${city}, ${state}`);
    await this.events.publish(tenant, shipmentException, { shipment }, aboutFreight(missed));
  }
}
