import { Injectable } from '@nestjs/common';
import { Config } from '../config.js';
import { Transactions } from '../database/transactions.js';
import type { Event } from '../events/event.entity.js';
import type { Tenant } from '../tenancy/tenant.js';
import { RetrySchedule } from './retry-schedule.js';
import {
  WebhookDeliveriesRepository,
  type Again,
  type Bodies,
  type SentAgain,
  type Stretch,
} from './webhook-deliveries.repository.js';
import { WebhookWakeUps } from './webhook-wake-ups.js';

/** Stores deliveries in the transaction in progress and tells the workers once it has committed. */
@Injectable()
export class DeliveryOutbox {
  readonly schedule: RetrySchedule;

  constructor(
    config: Config,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly transactions: Transactions,
    private readonly wakeUps: WebhookWakeUps,
  ) {
    this.schedule = new RetrySchedule(config.webhooks.retryDelaysMs);
  }

  /** One delivery for each endpoint that is active; their ids. */
  async add(tenant: Tenant, event: Pick<Event, 'publicId' | 'type'>, bodies: Bodies): Promise<number[]> {
    const ids = await this.deliveries.add(tenant, event, bodies, this.schedule.firstDelayMs);
    const [first] = ids;
    if (first !== undefined) this.transactions.afterCommit(() => this.wakeUps.due(first, 1));
    return ids;
  }

  /** New deliveries of what was sent to an endpoint before. */
  async again(tenant: Tenant, endpointId: number, what: Again, stretch: Stretch): Promise<SentAgain> {
    const sent = await this.deliveries.again(tenant, endpointId, what, stretch, this.schedule.firstDelayMs);
    const { first } = sent;
    if (first !== null) this.transactions.afterCommit(() => this.wakeUps.due(first, 1));
    return sent;
  }
}
