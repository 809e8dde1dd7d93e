import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { PeriodicJob } from '../../platform/jobs/periodic-jobs.js';
import { EventsService } from '../events/events.service.js';
import { ApiError } from '../../platform/http/errors/api-error.js';
import type { Caller } from '../../platform/auth/caller.js';
import { RowMissing } from '../../platform/tenancy/errors.js';
import type { Page } from '../../platform/tenancy/page.js';
import type { Tenant } from '../../platform/tenancy/tenant.js';
import type { DeliveryListQuery, WebhookDeliveryDto } from './deliveries.dto.js';
import { DeliveryOutbox } from './delivery-outbox.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { toDeliveryDto } from './webhook.mapper.js';
import { buildTestData, webhookTest } from './webhooks.events.js';
import { WebhooksService } from './webhooks.service.js';

/** What its owner sees of an endpoint's deliveries, and does with them. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly events: EventsService,
    private readonly outbox: DeliveryOutbox,
    private readonly transactions: Transactions,
  ) {}

  /** @throws RowMissing, ApiError insufficient_scope */
  async list(
    tenant: Caller,
    endpointId: number,
    query: DeliveryListQuery,
  ): Promise<Page<WebhookDeliveryDto>> {
    await this.webhooks.assertCanAccess(tenant, endpointId);
    const page = await this.deliveries.page(tenant, query, { endpointId });
    return page.map((delivery) => this.toDto(delivery));
  }

  /** @throws RowMissing, ApiError insufficient_scope */
  async get(tenant: Caller, endpointId: number, deliveryId: number): Promise<WebhookDeliveryDto> {
    return this.toDto(await this.find(tenant, endpointId, deliveryId));
  }

  /** @throws ApiError webhook_inactive, webhook_secret_unreadable */
  async test(tenant: Tenant, endpointId: number): Promise<WebhookDeliveryDto> {
    const endpoint = await this.webhooks.get(tenant, endpointId);
    if (!endpoint.active) throw new ApiError('webhook_inactive');
    if (endpoint.disabled_reason) throw new ApiError('webhook_secret_unreadable');
    return this.transactions.run(async () => {
      const { publicId } = await this.events.publish(tenant, webhookTest, buildTestData(endpointId));
      const delivery = await this.deliveries.findNewest(tenant, endpointId, publicId);
      if (!delivery) throw new ApiError('webhook_inactive');
      return this.toDto(delivery);
    });
  }

  /** The same event and body once more, with attempts of its own. @throws RowMissing, ApiError insufficient_scope, webhook_inactive */
  async resend(tenant: Caller, endpointId: number, deliveryId: number): Promise<WebhookDeliveryDto> {
    const delivery = await this.find(tenant, endpointId, deliveryId);
    return this.transactions.run(async () => {
      const id = await this.outbox.resend(tenant, delivery);
      if (id === null) {
        await this.find(tenant, endpointId, deliveryId);
        throw new ApiError('webhook_inactive');
      }
      return this.toDto(await this.deliveries.get(tenant, id));
    });
  }

  /** Deletes old deliveries of all tenants and the event bodies that no delivery shares any more. */
  @PeriodicJob('10m', 'old deliveries')
  async deleteOld(): Promise<void> {
    await this.deliveries.deleteOld();
    await this.deliveries.dropOldPartitions();
  }

  private async find(tenant: Caller, endpointId: number, id: number): Promise<WebhookDelivery> {
    await this.webhooks.assertCanAccess(tenant, endpointId);
    const delivery = await this.deliveries.findBy(tenant, { id, endpointId });
    if (!delivery) throw new RowMissing();
    return delivery;
  }

  private toDto(delivery: WebhookDelivery): WebhookDeliveryDto {
    return toDeliveryDto(delivery, this.outbox.schedule.maxAttempts);
  }
}
