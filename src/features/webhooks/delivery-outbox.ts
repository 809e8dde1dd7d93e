import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Event } from '../events/event.entity.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { RetrySchedule } from './retry-schedule.js';
import {
  WebhookDeliveriesRepository,
  type RedeliveryFilter,
  type RedeliveryResult,
  type RedeliveryBatch,
} from './webhook-deliveries.repository.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookWakeUpNotifier } from './webhook-wake-up-notifier.js';

/** Stores deliveries in the transaction in progress and tells the workers once it has committed. */
@Injectable()
export class DeliveryOutbox {
  readonly schedule: RetrySchedule;

  constructor(
    config: Config,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly transactions: Transactions,
    private readonly wakeUps: WebhookWakeUpNotifier,
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
    this.wakeWorkers(await this.deliveries.add(tenant, event, begin, only, this.schedule.firstDelayMs));
  }

  /** A delivery once more; the new one's id, null for an endpoint that isn't active. */
  async resend(tenant: Tenant, delivery: WebhookDelivery): Promise<number | null> {
    return this.wakeWorkers(await this.deliveries.resend(tenant, delivery, this.schedule.firstDelayMs));
  }

  /** New deliveries of what was sent to an endpoint before. */
  async redeliver(
    tenant: Tenant,
    endpointId: number,
    what: RedeliveryFilter,
    stretch: RedeliveryBatch,
  ): Promise<RedeliveryResult> {
    const sent = await this.deliveries.redeliver(
      tenant,
      endpointId,
      what,
      stretch,
      this.schedule.firstDelayMs,
    );
    this.wakeWorkers(sent.first);
    return sent;
  }

  private wakeWorkers(first: number | null): number | null {
    if (first !== null) this.transactions.afterCommit(() => this.wakeUps.notifyDue(first, 1));
    return first;
  }
}
