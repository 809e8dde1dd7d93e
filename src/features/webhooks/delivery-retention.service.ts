import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventRetentionService } from '../events/event-retention.service.js';
import { runInBatches } from '../../platform/jobs/run-in-batches.js';
import { OPEN_DELIVERY_SQL } from './delivery-states.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';

const BATCH_SIZE = 1_000;

/** Forgets old deliveries once they have ended, until then their events stay too; what they shared goes once none of them is shown. */
@Injectable()
export class DeliveryRetentionService implements OnModuleInit {
  constructor(
    private readonly events: EventRetentionService,
    private readonly deliveries: WebhookDeliveriesRepository,
  ) {}

  onModuleInit(): void {
    this.events.addNeededQuery(`SELECT event_id FROM webhook_deliveries WHERE ${OPEN_DELIVERY_SQL}`);
  }

  /**
   * What goes row by row, in batches until nothing is left: what deliveries shared, and ended ones in a partition that an
   * open one keeps; says how many of these. Safe in several processes at once.
   */
  async deleteOld(): Promise<number> {
    await runInBatches(BATCH_SIZE, (limit) => this.deliveries.deleteUnsharedBodies(limit));
    const below = await this.deliveries.findRetainedBelowId();
    return below === 0 ? 0 : runInBatches(BATCH_SIZE, (limit) => this.deliveries.deleteOld(below, limit));
  }

  /** All others go with their partition; says how many of those. Safe in several processes at once. */
  dropOldPartitions(): Promise<number> {
    return this.deliveries.dropOldPartitions();
  }
}
