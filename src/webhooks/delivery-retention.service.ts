import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config.js';
import { EventRetention } from '../events/event-retention.service.js';
import { inBatches } from '../queue/batches.js';
import { OPEN } from './delivery-states.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';

const BATCH = 1_000;

/** Forgets old deliveries once they have ended, until then their events stay too; what they shared goes with the last of them. */
@Injectable()
export class DeliveryRetention implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly events: EventRetention,
    private readonly deliveries: WebhookDeliveriesRepository,
  ) {}

  onModuleInit(): void {
    this.events.keep(`SELECT event_id FROM webhook_deliveries WHERE ${OPEN}`);
  }

  /** Deletes what is old, in batches until nothing is left; says how many. Safe in several processes at once. */
  async deleteOld(): Promise<number> {
    const { eventsMs } = this.config.retention;
    const deleted = await inBatches(BATCH, (limit) => this.deliveries.deleteOld(eventsMs, limit));
    await inBatches(BATCH, (limit) => this.deliveries.deleteUnshared(eventsMs, limit));
    return deleted;
  }
}
