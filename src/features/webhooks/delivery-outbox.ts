import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Event } from '../events/event.entity.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { RetrySchedule } from './retry-schedule.js';
import {
  WebhookDeliveriesRepository,
  type Again,
  type SentAgain,
  type Stretch,
} from './webhook-deliveries.repository.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
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

  /** One delivery for each active endpoint that subscribes, or only for one. */
  async add(
    tenant: Tenant,
    event: Pick<Event, 'publicId' | 'type'>,
    begin: string,
    only: number | null,
  ): Promise<void> {
    this.wake(await this.deliveries.add(tenant, event, begin, only, this.schedule.firstDelayMs));
  }

  /** A delivery once more; the new one's id, null for an endpoint that isn't active. */
  async resend(tenant: Tenant, delivery: WebhookDelivery): Promise<number | null> {
    return this.wake(await this.deliveries.resend(tenant, delivery, this.schedule.firstDelayMs));
  }

  /** New deliveries of what was sent to an endpoint before. */
  async again(tenant: Tenant, endpointId: number, what: Again, stretch: Stretch): Promise<SentAgain> {
    const sent = await this.deliveries.again(tenant, endpointId, what, stretch, this.schedule.firstDelayMs);
    this.wake(sent.first);
    return sent;
  }

  private wake(first: number | null): number | null {
    if (first !== null) this.transactions.afterCommit(() => this.wakeUps.due(first, 1));
    return first;
  }
}
