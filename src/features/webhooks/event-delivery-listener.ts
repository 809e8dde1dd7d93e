import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Event } from '../events/event.entity.js';
import { toEventPayload } from '../events/event.mapper.js';
import { EventsService } from '../events/events.service.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import { DeliveryOutbox } from './delivery-outbox.js';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.js';
import { webhookTest, type WebhookTestData } from './webhooks.events.js';

/** Creates deliveries in the transaction that publishes the event. */
@Injectable()
export class EventDeliveryListener implements OnModuleInit {
  constructor(
    private readonly events: EventsService,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly outbox: DeliveryOutbox,
  ) {}

  onModuleInit(): void {
    this.events.onAny((tenant, event) => this.deliver(tenant, event));
  }

  private async deliver(tenant: Tenant, event: Event): Promise<void> {
    const only = findTestedEndpointId(event);
    if (!(await this.endpoints.hasActiveEndpoint(tenant, event.type, only))) return;
    await this.outbox.add(tenant, event, JSON.stringify(toEventPayload(event)).slice(0, -1), only);
  }
}

/** A `webhook.test` event goes only to the endpoint that its data names. */
function findTestedEndpointId({ type, data }: Event): number | null {
  return type === webhookTest.name ? (data as WebhookTestData).endpoint_id : null;
}
