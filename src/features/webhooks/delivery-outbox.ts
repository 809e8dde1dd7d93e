import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { WakeUpNotifier } from '../../platform/jobs/wake-up-notifier.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { Event } from '../events/event.entity.js';
import { toEventPayload } from '../events/event.mapper.js';
import { EventsService } from '../events/events.service.js';
import {
  WebhookDeliveriesRepository,
  type EventCursor,
  type MissedFilter,
  type PublishedEvent,
  type RedeliveryFilter,
  type RedeliveryResult,
  type RedeliveryBatch,
} from './webhook-deliveries.repository.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { webhookTest, type WebhookTestData } from './webhooks.events.js';

/** The wake-up topic of the delivery workers. */
export const DELIVERY_WAKE_UPS = 'webhook-delivery';

/** Stores deliveries in the current transaction, which publishes the event, and wakes the workers after the commit. */
@Injectable()
export class DeliveryOutbox implements OnModuleInit {
  constructor(
    private readonly events: EventsService,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly transactions: Transactions,
    private readonly wakeUps: WakeUpNotifier,
  ) {}

  onModuleInit(): void {
    this.events.onAny((tenant, event) => this.add(tenant, event));
  }

  /** Adds one delivery for each active endpoint that subscribes to the event. */
  private async add(tenant: Tenant, event: Event): Promise<void> {
    const only = findTestedEndpointId(event);
    if (!(await this.endpoints.hasActiveEndpoint(tenant, event.type, only))) return;
    if ((await this.deliveries.add(tenant, event, toBodyBeginning(event), only)) > 0) this.wakeWorkers();
  }

  /** Adds another delivery of the same event. Returns its id, or null if the endpoint is not active. */
  async resend(tenant: Tenant, delivery: WebhookDelivery): Promise<number | null> {
    const id = await this.deliveries.resend(tenant, delivery);
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
    await this.waitForOtherRecovery(endpointId);
    const result = await this.deliveries.redeliver(tenant, endpointId, filter, batch);
    if (result.sent > 0) this.wakeWorkers();
    return result;
  }

  /** Adds deliveries for a batch of events that the endpoint never got. The result's `last` is null after the last batch. */
  async addMissed(
    tenant: Tenant,
    endpointId: number,
    filter: MissedFilter,
  ): Promise<{ sent: number; last: EventCursor | null }> {
    await this.waitForOtherRecovery(endpointId);
    const events = await this.deliveries.listMissed(tenant, endpointId, filter);
    const bodies = events.map(({ event }) => ({ ...event, beginning: toBodyBeginning(event) }));
    const sent = await this.deliveries.addMissed(tenant, endpointId, bodies);
    if (sent > 0) this.wakeWorkers();
    return { sent, last: events.length < filter.limit ? null : events.at(-1)!.cursor };
  }

  /** Waits for a concurrent recovery of the endpoint, so that this one finds its deliveries and sends no event twice. */
  private waitForOtherRecovery(endpointId: number): Promise<void> {
    return this.transactions.hold('recovery', endpointId);
  }

  private wakeWorkers(): void {
    this.transactions.afterCommit(() => this.wakeUps.send(DELIVERY_WAKE_UPS));
  }
}

/** Returns the body without its end: the repository adds the endpoint and closes the JSON object. */
function toBodyBeginning(event: PublishedEvent): string {
  return JSON.stringify(toEventPayload(event)).slice(0, -1);
}

/** A `webhook.test` event goes only to the endpoint that its data names. */
function findTestedEndpointId({ type, data }: Event): number | null {
  return type === webhookTest.name ? (data as WebhookTestData).endpoint_id : null;
}
