import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { Transactions } from '../../platform/database/transactions.js';
import { WakeUpNotifier } from '../../platform/jobs/wake-up-notifier.js';
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

/** The wake-up topic of the delivery workers. */
export const DELIVERY_WAKE_UPS = 'webhook-delivery';

/** Stores deliveries in the current transaction and wakes the workers after the commit. */
@Injectable()
export class DeliveryOutbox {
  readonly schedule: RetrySchedule;

  constructor(
    config: Config,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly transactions: Transactions,
    private readonly wakeUps: WakeUpNotifier,
  ) {
    this.schedule = new RetrySchedule(config.webhooks.retryDelaysMs);
  }

  /** Adds one delivery for each active endpoint that subscribes to the event, or only for the endpoint `only`. */
  async add(
    tenant: Tenant,
    event: Pick<Event, 'publicId' | 'type'>,
    bodyBeginning: string,
    only: number | null,
  ): Promise<void> {
    const { firstDelayMs } = this.schedule;
    const count = await this.deliveries.add(tenant, event, bodyBeginning, only, firstDelayMs);
    if (count > 0) this.wakeWorkers();
  }

  /** Adds another delivery of the same event. Returns its id, or null if the endpoint is not active. */
  async resend(tenant: Tenant, delivery: WebhookDelivery): Promise<number | null> {
    const id = await this.deliveries.resend(tenant, delivery, this.schedule.firstDelayMs);
    if (id !== null) this.wakeWorkers();
    return id;
  }

  /** Adds new deliveries for earlier ones of an endpoint. */
  async redeliver(
    tenant: Tenant,
    endpointId: number,
    filter: RedeliveryFilter,
    batch: RedeliveryBatch,
  ): Promise<RedeliveryResult> {
    const { firstDelayMs } = this.schedule;
    const result = await this.deliveries.redeliver(tenant, endpointId, filter, batch, firstDelayMs);
    if (result.sent > 0) this.wakeWorkers();
    return result;
  }

  private wakeWorkers(): void {
    this.transactions.afterCommit(() => this.wakeUps.send(DELIVERY_WAKE_UPS));
  }
}
