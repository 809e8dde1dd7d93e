import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventRetention } from '../events/event-retention.service.js';
import { inBatches } from '../../platform/jobs/batches.js';
import { OPEN } from './delivery-states.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';

const BATCH = 1_000;

/** Forgets old deliveries once they have ended, until then their events stay too; what they shared goes once none of them is shown. */
@Injectable()
export class DeliveryRetention implements OnModuleInit {
  constructor(
    private readonly events: EventRetention,
    private readonly deliveries: WebhookDeliveriesRepository,
  ) {}

  onModuleInit(): void {
    this.events.keep(`SELECT event_id FROM webhook_deliveries WHERE ${OPEN}`);
  }

  /**
   * What goes row by row, in batches until nothing is left: what deliveries shared, and ended ones in a partition that an
   * open one keeps; says how many of these. Safe in several processes at once.
   */
  async deleteOld(): Promise<number> {
    await inBatches(BATCH, (limit) => this.deliveries.deleteUnshared(limit));
    const below = await this.deliveries.keptBelow();
    return below === 0 ? 0 : inBatches(BATCH, (limit) => this.deliveries.deleteOld(below, limit));
  }

  /** All others go with their partition; says how many of those. Safe in several processes at once. */
  dropOld(): Promise<number> {
    return this.deliveries.dropOld();
  }
}
